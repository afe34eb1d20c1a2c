import type { NamedDevice } from "#features/topology";
import { deviceLabel } from "../words";

/** A sender as people know it: the device with its address, or the address alone. */
export function senderLabel(address: string, device: NamedDevice | undefined): string {
  return device === undefined ? address : deviceLabel({ name: device.name, address });
}
