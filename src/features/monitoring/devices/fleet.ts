import { and, eq, ne } from "drizzle-orm";
import { toTimestamp } from "#platform/http/fields";
import { devices } from "#tables/topology";
import { HOUR_MS } from "../history/clock-spans";
import type { HistoryReader } from "../history/damage";
import { addRollups } from "../history/rollup";
import { readTotals } from "../history/totals";
import { checkTargets } from "../tables";
import type { FleetSummary } from "./models";
import { healthOf, lastChecked, round, statusOf } from "./read";

/** How many devices are in which state; not those that are `disabled`. */
export async function readFleet(reader: HistoryReader, now: Date): Promise<FleetSummary> {
  const { monitoringPaused, lifecycle, expectedStatus } = devices;
  const { confirmed, checkedAt } = checkTargets;
  const rows = await reader.db
    .select({ device: { monitoringPaused, lifecycle, expectedStatus }, target: { confirmed, checkedAt } })
    .from(devices)
    .leftJoin(checkTargets, and(eq(checkTargets.deviceId, devices.id), eq(checkTargets.kind, "device")))
    .where(ne(devices.status, "disabled"));
  const counts = new Map<string, number>();
  const count = (word: string) => counts.set(word, of(word) + 1);
  const of = (word: string) => counts.get(word) ?? 0;
  let newest: Date | null = null;
  for (const { device, target } of rows) {
    const status = statusOf(device, target);
    const health = healthOf(status, device.expectedStatus);
    count(status);
    if (health !== status) count(health);
    const at = lastChecked(target, now);
    if (at !== null && (newest === null || at > newest)) newest = at;
  }
  return {
    total: rows.length,
    online: of("online"),
    offline: of("offline"),
    unknown: of("unknown"),
    paused: of("paused"),
    healthy: of("healthy"),
    unhealthy: of("unhealthy"),
    avg_rtt_ms: await readMeanLatency(reader, now),
    last_checked: toTimestamp(newest),
  };
}

/** Of the echoes of all devices in the last hour, in ms; null where there were none. */
async function readMeanLatency(reader: HistoryReader, now: Date): Promise<number | null> {
  const totals = await readTotals(reader, { kind: "device", now, fromMs: [now.getTime() - HOUR_MS] });
  const { latency } = addRollups([...totals.values()].flat());
  return latency === null ? null : round(latency.sumMs / latency.count);
}
