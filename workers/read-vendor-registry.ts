import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compactRegistry } from "../src/features/topology/devices/vendor-registry";

const FILE = fileURLToPath(import.meta.resolve("oui-data"));

/**
 * The IEEE's registry of MAC address blocks as `compactRegistry` gives it. Its file is no module here: that would stay,
 * with 35 MiB of addresses and names, for as long as the thread has other things to do.
 */
export default function readVendorRegistryTask(): Uint8Array<ArrayBuffer> {
  const registry = new Uint8Array(compactRegistry(JSON.parse(readFileSync(FILE, "utf8"))));
  Bun.gc(true);
  return registry;
}
