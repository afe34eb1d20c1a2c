import { eq } from "drizzle-orm";
import {
  listAddressEvents,
  type AddressEvents,
  type EventReader,
  type FirewallEventRead,
} from "#features/syslog";
import { requireDevice } from "#features/topology";
import { asUnavailable, type Db } from "#platform/database";
import { ApiError } from "#platform/errors";
import type { Logger } from "#platform/log";
import { everyDeviceAddress } from "#tables/topology";
import type { CorrelatedFirewallEvent, DeviceSecurityEventSummary, SecurityEventsQuery } from "./models";

export type SecurityEventsContext = { db: Db; syslog: EventReader; log: Logger };

type Wanted = SecurityEventsQuery & { id: number; userId: number; now: Date };

const HOUR_MICROS = 3_600_000_000;

/**
 * Events that name one of the device's addresses. Throws 404, 503 where the database is away. Where the event store
 * cannot be read all counts are zero, the answer says so, and the log why.
 */
export async function getSecurityEvents(
  { db, syslog, log }: SecurityEventsContext,
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
  const found: AddressEvents | undefined = await listAddressEvents(
    { engine: syslog, userId },
    { addresses, startMicros, limit },
    signal,
  ).catch((error: unknown) => {
    if (signal.aborted || !isUnreadable(error)) throw error;
    log.warn({ err: error, device: id }, "cannot read the events of a device");
    return undefined;
  });
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

/**
 * Zeros are the answer then, which older clients take. Who is to come back, as while the database is away, is told so
 * instead.
 */
function isUnreadable(error: unknown): boolean {
  return !(error instanceof ApiError) && asUnavailable(error) === undefined;
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
