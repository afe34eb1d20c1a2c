/** What alert rules can be about. The first fourteen are as older clients know them. */
export const EVENT_TYPES = [
  "device_offline",
  "device_online",
  "device_warning",
  "any_status_change",
  "device_unexpected_state",
  "device_expected_state_restored",
  "rtt_above",
  "ping_loss_above",
  "device_flapping",
  "service_down",
  "service_slow",
  "monitor_down",
  "monitor_slow",
  "monitor_certificate_expiry",
  "certificate_expiry",
  "sensor_alarm",
  "new_device",
  "address_moved",
  "ip_conflict",
  "ipam_utilisation",
  "reservation_expiring",
  "disk_low",
  "collector_losing",
  "relay_silent",
  "log_pattern",
  "log_rate",
  "sender_silent",
  "backup_failed",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export function isEventType(text: string): boolean {
  return EVENT_TYPES.some((known) => known === text);
}

/** That of a kept rule. Throws where it is of a newer version. */
export function eventTypeOf(text: string): EventType {
  const type = EVENT_TYPES.find((known) => known === text);
  if (type === undefined) throw new Error(`unknown event type of an alert rule: ${text}`);
  return type;
}

/** Those that need a bound in milliseconds. */
export const LATENCY_TYPES: readonly EventType[] = ["rtt_above", "service_slow", "monitor_slow"];

/** Those that are about the lines that a search finds. */
export const QUERY_TYPES: readonly EventType[] = ["log_pattern", "log_rate"];

/** Those that whoever writes a rule must be allowed to read log lines for. */
export const LOG_TYPES: readonly EventType[] = [...QUERY_TYPES, "sender_silent"];

/** Those of what just happens: they have no end, and no incident. */
export const ENDLESS_TYPES: ReadonlySet<EventType> = new Set<EventType>([
  "device_online",
  "any_status_change",
  "device_expected_state_restored",
  "new_device",
  "address_moved",
  "log_pattern",
  "backup_failed",
]);

/** Those that are of a device, so that a rule may name devices, groups, sites or tags. */
export const DEVICE_TYPES: ReadonlySet<EventType> = new Set<EventType>([
  "device_offline",
  "device_online",
  "device_warning",
  "any_status_change",
  "device_unexpected_state",
  "device_expected_state_restored",
  "rtt_above",
  "ping_loss_above",
  "device_flapping",
  "service_down",
  "service_slow",
  "certificate_expiry",
  "sensor_alarm",
  "new_device",
  "address_moved",
  "log_pattern",
  "log_rate",
  "sender_silent",
]);
