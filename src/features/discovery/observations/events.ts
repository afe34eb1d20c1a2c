import { toTimestamp } from "#platform/http/fields";
import type { Wanted } from "./rules";

/** What a new observation tells programs, under the names that alerts know. */
export type DiscoveryEvent = {
  event: "new_device" | "address_moved";
  observation_id: number;
  device_id: number | null;
  ip_address: string | null;
  mac_address: string | null;
  hostname: string | null;
  occurred_at: string;
};

const NAMES: Partial<Record<Wanted["type"], DiscoveryEvent["event"]>> = {
  new_device: "new_device",
  ip_change: "address_moved",
};

/** What alert rules call an observation; undefined: they have no name for it. */
export function nameOfEvent({ type }: Pick<Wanted, "type">): DiscoveryEvent["event"] | undefined {
  return NAMES[type];
}

/** The event of an observation that was just made; none for those of other types. */
export function eventsOf(
  { type, deviceId, ipAddress, macAddress, hostname }: Wanted,
  { observationId, now }: { observationId: number; now: Date },
): DiscoveryEvent[] {
  const event = nameOfEvent({ type });
  if (event === undefined) return [];
  return [
    {
      event,
      observation_id: observationId,
      device_id: deviceId,
      ip_address: ipAddress,
      mac_address: macAddress,
      hostname,
      occurred_at: toTimestamp(now),
    },
  ];
}
