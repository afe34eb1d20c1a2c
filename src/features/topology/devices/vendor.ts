import { defineTask, type WorkerPool } from "#platform/workers";
import { findVendor } from "./vendor-registry";

const readRegistryTask = defineTask<null, Uint8Array<ArrayBuffer>>(
  "read-vendor-registry",
  new URL("../../../../workers/read-vendor-registry.ts", import.meta.url),
);

/** Gives the organisation that a MAC address (canonical form) is registered to, or null. */
export type VendorLookup = (macAddress: string) => string | null;

let registry: Promise<Buffer> | undefined;

/** The IEEE's registry of MAC address blocks, 1.7 MB: read by a worker at the first call, then kept. */
export async function loadVendorLookup(pool: WorkerPool): Promise<VendorLookup> {
  registry ??= pool.run(readRegistryTask, null).then(({ buffer }) => Buffer.from(buffer));
  try {
    const lines = await registry;
    return (macAddress) => findVendor(lines, macAddress);
  } catch (error) {
    registry = undefined;
    throw error;
  }
}
