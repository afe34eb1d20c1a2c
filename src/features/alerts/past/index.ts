import { sql } from "drizzle-orm";
import { z } from "zod";
import type { SyslogEngine } from "#features/syslog";
import type { Db } from "#platform/database";
import { checkTargets, stateChanges } from "#tables/monitoring";
import type { EventType } from "../event-types";
import type { Rehearsal } from "../rehearsal/rehearsal";
import { createCertificateRehearsal } from "./certificates";
import { conflictRehearsal } from "./conflicts";
import { flappingRehearsal } from "./flapping";
import { createLatencyRehearsal } from "./latency";
import { createLogRehearsal } from "./log-lines";
import { lossRehearsal } from "./loss";
import { createNoticeRehearsal } from "./noticed";
import { reservationRehearsal } from "./reservations";
import { sensorRehearsal } from "./sensors";
import { createStateRehearsal } from "./states";

const EXPECTED = "What is expected of devices counts as it is now";

/**
 * By event type: how what a rule would have heard is read from what is stored. Types that are not among them are in
 * `NOT_KEPT`.
 */
export function createRehearsals({ syslog }: { syslog: SyslogEngine }): ReadonlyMap<EventType, Rehearsal> {
  return new Map<EventType, Rehearsal>([
    ["device_offline", ofChecks(createStateRehearsal("device"))],
    ["device_online", ofChecks(createStateRehearsal("device"))],
    ["any_status_change", ofChecks(createStateRehearsal("device"))],
    ["device_unexpected_state", ofChecks(createStateRehearsal("device", EXPECTED))],
    ["device_expected_state_restored", ofChecks(createStateRehearsal("device", EXPECTED))],
    ["service_down", ofChecks(createStateRehearsal("service"))],
    ["monitor_down", ofChecks(createStateRehearsal("monitor"))],
    ["device_flapping", ofChecks(flappingRehearsal)],
    ["rtt_above", ofChecks(createLatencyRehearsal("device"))],
    ["service_slow", ofChecks(createLatencyRehearsal("service"))],
    ["monitor_slow", ofChecks(createLatencyRehearsal("monitor"))],
    ["ping_loss_above", ofChecks(lossRehearsal)],
    ["certificate_expiry", ofChecks(createCertificateRehearsal("service"))],
    ["monitor_certificate_expiry", ofChecks(createCertificateRehearsal("monitor"))],
    ["sensor_alarm", sensorRehearsal],
    ["new_device", createNoticeRehearsal("new_device")],
    ["address_moved", createNoticeRehearsal("address_moved")],
    ["ip_conflict", conflictRehearsal],
    ["reservation_expiring", reservationRehearsal],
    ["log_pattern", createLogRehearsal(syslog)],
    ["log_rate", createLogRehearsal(syslog)],
  ]);
}

/** Of types of which nothing is kept. */
export const NOT_KEPT: ReadonlyMap<EventType, string> = new Map<EventType, string>([
  ["device_warning", "No check finds this state, so that a rule on it tells nothing"],
  ["ipam_utilisation", "How full subnets were is not kept"],
  ["disk_low", "How full the disks were is not kept"],
  ["collector_losing", "When messages were lost is not kept"],
  ["relay_silent", "When relays were silent is not kept"],
  ["sender_silent", "When senders paused is not kept"],
  ["backup_failed", "When a scheduled backup failed is not kept, but for the last time"],
]);

/** Checks tell nothing of the time before the first of them. */
function ofChecks(rehearsal: Rehearsal): Rehearsal {
  return async (ctx, rule) => {
    const past = await rehearsal(ctx, rule);
    if ("reason" in past) return past;
    const first = await findFirstChange(ctx.db);
    return { ...past, knownFrom: first !== null && first <= ctx.from ? undefined : (first ?? ctx.to) };
  };
}

const First = z.object({ at: z.coerce.date().nullable() });

/** The first row of each target is its beginning; those of deleted ones tell nothing of what there is. */
async function findFirstChange(db: Db): Promise<Date | null> {
  const [row] = await db.execute(sql`
    SELECT min(at) AS at FROM ${stateChanges} WHERE target_id IN (SELECT id FROM ${checkTargets})`);
  return First.parse(row).at;
}
