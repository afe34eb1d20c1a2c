import { answerOf, api, type Model } from "./client";

/** What the devices are called that have some addresses, by address. */
export type DeviceNames = ReadonlyMap<string, string>;

type Addressed = Pick<
  Model<"FirewallEventRead">,
  "src_ip" | "dst_ip" | "nat_src_ip" | "nat_dst_ip" | "sender"
>;

/** Events are not kept waiting for longer (ms). */
const PATIENCE_MS = 500;
const NONE: DeviceNames = new Map();

/** Of all addresses of some events, asked at once. Empty where it takes too long or is not answered: rows do without. */
export async function readDeviceNames(
  events: readonly Addressed[],
  signal: AbortSignal,
): Promise<DeviceNames> {
  const addresses = [...new Set(events.flatMap(addressesOf))];
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  return readNamesOf(addresses, inTime).catch(() => NONE);
}

/** Of those addresses that devices have. Fails where it is not answered. */
export async function readNamesOf(addresses: readonly string[], signal: AbortSignal): Promise<DeviceNames> {
  if (addresses.length === 0) return NONE;
  const body = { ip_addresses: [...addresses] };
  const { devices } = await answerOf(api.POST("/api/v1/topology/devices/by-address", { body, signal }));
  return new Map(devices.map(({ ip_address: address, name }) => [address, name]));
}

/** All addresses that an event has a column for. */
export function addressesOf(event: Addressed): string[] {
  const { src_ip: from, dst_ip: to, nat_src_ip: natFrom, nat_dst_ip: natTo, sender } = event;
  return [from, to, natFrom, natTo, sender].flatMap((address) => address ?? []);
}
