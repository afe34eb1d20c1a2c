import blocks from "oui-data" with { type: "json" };
import { compactRegistry } from "../src/features/topology/devices/vendor-registry";

/** The IEEE's registry of MAC address blocks as `compactRegistry` gives it. */
export default function readVendorRegistryTask(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(compactRegistry(blocks));
}
