import { toTimestamp } from "#platform/http/fields";
import type { RuleDraft } from "../rules/models";
import type { Alert } from "./course";
import { incidentTimesOf } from "./incidents";
import { MAX_LISTED, type AlertRehearsal } from "./models";
import { noticesOf } from "./notices";
import { tellingsOf } from "./tellings";

/** An alert, and what it is of. */
export type FoundAlert = { subject: string; cause: string; deviceId: number | null; alert: Alert };

export type RehearsedTime = {
  from: Date;
  to: Date;
  /** IANA name: on whose clock days begin. */
  timeZone: string;
};

type Counts = Pick<AlertRehearsal, "totals" | "notices" | "days" | "alerts">;

/** What alerts come to: incidents, notices, days, and the list of the newest. */
export function countFound(rule: RuleDraft, found: readonly FoundAlert[], time: RehearsedTime): Counts {
  const incidents = incidentTimesOf(found);
  const notices =
    rule.channels.length === 0
      ? []
      : noticesOf(
          rule,
          tellingsOf(
            rule,
            found.map(({ alert }) => alert),
            spanOf(time),
          ),
        );
  const alerts = found.map(({ alert }) => alert.firedAtMs);
  const days = daysOf(time).map(({ start, end, isLast }) => {
    // What is told at the very end belongs to the last day.
    const isIn = (atMs: number) => atMs >= start && (atMs < end || isLast);
    return {
      from: toTimestamp(new Date(start)),
      to: toTimestamp(new Date(end)),
      alerts: alerts.filter(isIn).length,
      incidents: incidents.filter(isIn).length,
      notices: notices.filter(({ atMs }) => isIn(atMs)).length,
    };
  });
  return {
    totals: {
      alerts: found.length,
      ended: found.filter(({ alert }) => alert.kind === "lasted" && alert.endedAtMs !== null).length,
      incidents: incidents.length,
    },
    notices: rule.channels.map((target) => ({ target, count: notices.length })),
    days,
    alerts: found
      .toSorted((one, other) => other.alert.firedAtMs - one.alert.firedAtMs)
      .slice(0, MAX_LISTED)
      .map(toListed),
  };
}

/** Days on the clock of the zone, the first and the last of them cut; milliseconds. */
function daysOf({ from, to, timeZone }: RehearsedTime): { start: number; end: number; isLast: boolean }[] {
  const days: { start: number; end: number; isLast: boolean }[] = [];
  let start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone);
  while (start.epochMilliseconds < to.getTime()) {
    const next = start.add({ days: 1 }).startOfDay();
    const end = Math.min(next.epochMilliseconds, to.getTime());
    days.push({ start: start.epochMilliseconds, end, isLast: end === to.getTime() });
    start = next;
  }
  return days;
}

function spanOf({ from, to }: RehearsedTime): { fromMs: number; toMs: number } {
  return { fromMs: from.getTime(), toMs: to.getTime() };
}

function toListed({ subject, deviceId, alert }: FoundAlert): AlertRehearsal["alerts"][number] {
  const at = (ms: number) => toTimestamp(new Date(ms));
  const shared = { fired_at: at(alert.firedAtMs), subject, device_id: deviceId, message: alert.sentence };
  if (alert.kind === "happened")
    return { ...shared, started_at: shared.fired_at, ended_at: null, status: "happened" };
  const { startedAtMs, endedAtMs } = alert;
  return {
    ...shared,
    started_at: at(startedAtMs),
    ended_at: endedAtMs === null ? null : at(endedAtMs),
    status: endedAtMs === null ? "firing" : "resolved",
  };
}
