import { and, eq } from "drizzle-orm";
import { z } from "@hono/zod-openapi";
import { toneOfUptime, type Badge, type BadgeTone } from "#platform/badge";
import type { Db } from "#platform/database";
import type { HistoryReader } from "../history/damage";
import { isStale } from "../history/rollup";
import { toState } from "../results";
import type { TargetState } from "../state";
import { checkTargets } from "../tables";
import { NO_FIGURES, readFigures } from "./figures";
import { requireMonitor } from "./list";

export const BadgeQuery = z.object({
  metric: z.enum(["state", "uptime", "latency"]).default("state").openapi({
    description: "`uptime`: as `uptime_24h` of the monitor, `latency`: as its `avg_response_time_24h`",
  }),
  label: z
    .string()
    .max(60)
    .optional()
    .openapi({ description: "text of the left half; absent: the monitor's name" }),
});
export type BadgeQuery = z.output<typeof BadgeQuery>;

const TONES: Readonly<Record<TargetState, BadgeTone>> = {
  up: "ok",
  down: "down",
  unknown: "unknown",
  unreachable: "unknown",
  maintenance: "maintenance",
  paused: "unknown",
};
const MAX_LETTERS = 60;

/** What a monitor comes to as a badge. Throws 404. */
export async function readMonitorBadge(
  { now, ...reader }: HistoryReader & { now: Date },
  { id, metric, label }: { id: number } & BadgeQuery,
): Promise<Badge> {
  const { db } = reader;
  const { name } = await requireMonitor(db, id);
  const value =
    metric === "state" ? await readState(db, { id, now }) : await readFigure(reader, { id, now, metric });
  return { label: shorten(label ?? name), ...value };
}

type Value = Omit<Badge, "label">;

/** A state that nobody has looked at for long is not told as if somebody had. */
async function readState(db: Db, { id, now }: { id: number; now: Date }): Promise<Value> {
  const [target] = await db
    .select()
    .from(checkTargets)
    .where(and(eq(checkTargets.kind, "monitor"), eq(checkTargets.monitorId, id)));
  if (target === undefined) return { value: "unknown", tone: "unknown" };
  const state = toState(target.state);
  if (isStale(target, now.getTime()) && state !== "paused" && state !== "unknown")
    return { value: "no data", tone: "unknown" };
  return { value: state, tone: TONES[state] };
}

async function readFigure(
  reader: HistoryReader,
  { id, now, metric }: { id: number; now: Date; metric: "uptime" | "latency" },
): Promise<Value> {
  const { uptime_24h: uptime, avg_response_time_24h: latency } =
    (await readFigures(reader, { ids: [id], now })).get(id) ?? NO_FIGURES;
  if (metric === "latency") return latency === null ? NO_DATA : { value: `${latency} ms`, tone: "ok" };
  return uptime === null ? NO_DATA : { value: `${uptime} % 24 h`, tone: toneOfUptime(uptime) };
}

const NO_DATA: Value = { value: "no data", tone: "unknown" };

/** Half of a character that is cut is drawn as what it then is: something unprintable. */
function shorten(text: string): string {
  return text.length <= MAX_LETTERS ? text : `${text.slice(0, MAX_LETTERS - 1)}…`;
}
