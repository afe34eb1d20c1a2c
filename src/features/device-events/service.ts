import { eq } from "drizzle-orm";
import {
  listAddressEvents,
  type AddressEvents,
  type FirewallEventRead,
  type SyslogEngine,
} from "#features/syslog";
import { requireDevice } from "#features/topology";
import type { Db } from "#platform/database";
import { ApiError } from "#platform/errors";
import { everyDeviceAddress } from "#tables/topology";
import type { CorrelatedFirewallEvent, DeviceSecurityEventSummary, SecurityEventsQuery } from "./models";

type Wanted = SecurityEventsQuery & { id: number; userId: number; now: Date };

const HOUR_MICROS = 3_600_000_000;

/**
 * Events that name one of the device's addresses. Throws 404. Where the event store cannot be read all counts are zero,
 * and it says so.
 */
export async function getSecurityEvents(
  { db, syslog }: { db: Db; syslog: SyslogEngine },
  { id, userId, window_hours, limit, now }: Wanted,
  signal: AbortSignal,
): Promise<DeviceSecurityEventSummary> {
  await requireDevice(db, id);
  const rows = await db
    .select({ ipAddress: everyDeviceAddress.ipAddress })
    .from(everyDeviceAddress)
    .where(eq(everyDeviceAddress.deviceId, id));
  const addresses = [...new Set(rows.map(({ ipAddress }) => ipAddress))];
  const startMicros = now.getTime() * 1000 - window_hours * HOUR_MICROS;
  const found = await listAddressEvents(
    { engine: syslog, userId },
    { addresses, startMicros, limit },
    signal,
  ).catch((error: unknown) => unreadable(error, signal));
  return {
    device_id: id,
    window_hours,
    blocked_count: found?.blocked ?? 0,
    passed_count: found?.passed ?? 0,
    total_count: found?.total ?? 0,
    last_seen_event_time: found?.lastSeen ?? null,
    events: (found?.events ?? []).map((event) => correlate(event, new Set(addresses))),
    is_partial: found === undefined,
  };
}

/** Older clients take zeros then; who is to come back is told so, and a client that has left nothing at all. */
function unreadable(error: unknown, signal: AbortSignal): AddressEvents | undefined {
  if (signal.aborted || error instanceof ApiError) throw error;
  return undefined;
}

function correlate(event: FirewallEventRead, addresses: ReadonlySet<string>): CorrelatedFirewallEvent {
  const isSource = addresses.has(event.src_ip ?? "");
  const isDestination = addresses.has(event.dst_ip ?? "");
  const relation =
    isSource && isDestination ? "both" : isSource ? "source" : isDestination ? "destination" : "unknown";
  return {
    id: event.id,
    received_at: event.received_at,
    event_time: event.event_time,
    src_ip: event.src_ip,
    dst_ip: event.dst_ip,
    src_port: event.src_port,
    dst_port: event.dst_port,
    protocol: event.protocol,
    action: event.action,
    interface: event.interface,
    direction: event.direction,
    rule_id: event.rule_id,
    reason: event.reason,
    relation,
  };
}
