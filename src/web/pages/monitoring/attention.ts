import { formatCount } from "../../format/number";
import { compareWorst, isTrouble } from "../../api/watched";
import type { Row } from "./rows";

/** So many are named; the others are counted. */
export const NAMED = 4;

export type Attention = { named: readonly Row[]; others: number; watched: number };

/** What is wrong now, the worst first. */
export function findAttention(rows: readonly Row[]): Attention {
  const trouble = rows.filter(({ standing }) => isTrouble(standing)).toSorted(compareWorst);
  const watched = rows.filter(({ standing }) => standing !== "paused" && standing !== "maintenance").length;
  return { named: trouble.slice(0, NAMED), others: Math.max(0, trouble.length - NAMED), watched };
}

/** Where nothing is wrong. */
export function wellWords({ watched }: Attention, unknown: number): string {
  if (watched === unknown) return "Waiting for the first results";
  const known = watched - unknown;
  return `${formatCount(known, ["thing is", "things are"])} watched, and nothing is wrong${unknown === 0 ? "" : `; ${formatCount(unknown, ["is", "are"])} not known yet`}`;
}
