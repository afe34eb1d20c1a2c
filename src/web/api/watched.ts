import type { Beat } from "./beats";

/** What a target is held to be: what its checks have confirmed, or what stands before that. */
export const TARGET_STATES = ["up", "down", "unknown", "unreachable", "maintenance", "paused"] as const;
export type TargetState = (typeof TARGET_STATES)[number];

/** Share (0 to 1) of the time that was watched, and how many hours that was; null: not known. */
export type Uptime = { share: number | null; hours: number | null };

/** A thing that is checked: a device, a service on one, a page. */
export type Watched = {
  kind: "device" | "service" | "monitor";
  /** Of the device, the service check, the monitor. */
  id: number;
  name: string;
  /** Address, port, URL. */
  where: string;
  state: TargetState;
  since: string | null;
  /** False: its state is not the expected one. */
  isHealthy: boolean | null;
  isFlapping: boolean;
  checkedAt: string | null;
  intervalSeconds: number | null;
  latencyMs: number | null;
  error: string | null;
  /** Oldest first, as are the latencies (ms). */
  beats: readonly Beat[];
  latencies: readonly (number | null)[];
  day: Uptime;
  week: Uptime;
};

/** In the order of how much somebody should look at it. */
export const STANDINGS = [
  "down",
  "unexpected",
  "flapping",
  "stale",
  "unreachable",
  "unknown",
  "up",
  "off",
  "maintenance",
  "paused",
] as const;
export type Standing = (typeof STANDINGS)[number];

/** Nothing was heard for so many intervals: what was seen last is no news any more. */
const STALE_INTERVALS = 3;
/** A check takes its time, and is begun a little early or late (ms). */
const STALE_GRACE_MS = 15_000;

type Judged = Pick<Watched, "state" | "isHealthy" | "isFlapping" | "checkedAt" | "intervalSeconds">;

export function isStale({ state, checkedAt, intervalSeconds }: Judged, now: number): boolean {
  if (checkedAt === null || intervalSeconds === null || state === "paused") return false;
  return now - Date.parse(checkedAt) > STALE_INTERVALS * intervalSeconds * 1000 + STALE_GRACE_MS;
}

/** What a person is to know of it now. */
export function standingOf(watched: Judged, now: number): Standing {
  const { state, isHealthy, isFlapping } = watched;
  if (isStale(watched, now)) return "stale";
  if (state === "down") return isHealthy === true ? "off" : "down";
  if (state !== "up") return state;
  if (isHealthy === false) return "unexpected";
  return isFlapping ? "flapping" : "up";
}

/** Those that somebody should look at. */
const TROUBLE: ReadonlySet<Standing> = new Set<Standing>([
  "down",
  "unexpected",
  "flapping",
  "stale",
  "unreachable",
]);

export function isTrouble(standing: Standing): boolean {
  return TROUBLE.has(standing);
}

type Ranked = { standing: Standing; since: string | null; name: string };

const NAMES = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const RANKS = new Map(STANDINGS.map((standing, rank) => [standing, rank]));

/** The worst first; among equals what changed last, where something is wrong, else by name. */
export function compareWorst(one: Ranked, other: Ranked): number {
  const byRank = rankOf(one.standing) - rankOf(other.standing);
  if (byRank !== 0) return byRank;
  const byTime = isTrouble(one.standing) ? (other.since ?? "").localeCompare(one.since ?? "") : 0;
  return byTime === 0 ? NAMES.compare(one.name, other.name) : byTime;
}

export function rankOf(standing: Standing): number {
  return RANKS.get(standing) ?? STANDINGS.length;
}

/** How many are in each standing. */
export function countStandings(standings: Iterable<Standing>): ReadonlyMap<Standing, number> {
  const counts = new Map<Standing, number>();
  for (const standing of standings) counts.set(standing, (counts.get(standing) ?? 0) + 1);
  return counts;
}
