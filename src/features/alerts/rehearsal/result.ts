import { toTimestamp } from "#platform/http/fields";
import type { RuleDraft } from "../rules/models";
import type { Alert } from "./course";
import { incidentTimesOf } from "./incidents";
import { MOST_LISTED, REHEARSED_DAYS, type AlertRehearsal } from "./models";
import { noticesOf } from "./notices";

const DAY_MS = 86_400_000;

/** An alert, and what it is of. */
export type FoundAlert = { subject: string; cause: string; deviceId: number | null; alert: Alert };

type Counts = Pick<AlertRehearsal, "totals" | "notices" | "days" | "alerts">;

/** What alerts come to: incidents, notices, days, and the list of the newest. */
export function countFound(rule: RuleDraft, found: readonly FoundAlert[], fromMs: number): Counts {
  const incidents = incidentTimesOf(found);
  const notices = rule.channels.length === 0 ? [] : noticesOf(found.flatMap(timesOf).toSorted(byTime));
  const alerts = found.map(({ alert }) => alert.firedAtMs);
  const days = Array.from({ length: REHEARSED_DAYS }, (_, day) => {
    const [start, end] = [fromMs + day * DAY_MS, fromMs + (day + 1) * DAY_MS];
    // What is told at the very end belongs to the last day.
    const isIn = (atMs: number) => atMs >= start && (atMs < end || day === REHEARSED_DAYS - 1);
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
      .slice(0, MOST_LISTED)
      .map(toListed),
  };
}

const byTime = (one: number, other: number) => one - other;

/** When something is told of an alert. */
function timesOf({ alert }: FoundAlert): number[] {
  if (alert.kind === "happened" || alert.endToldAtMs === null) return [alert.firedAtMs];
  return [alert.firedAtMs, alert.endToldAtMs];
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
