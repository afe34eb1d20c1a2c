import type { Beat, BeatState } from "../../api/beats";
import { formatCount } from "../../format/number";
import { formatDayAndTime, formatLatency } from "../../format/time";

/** How a beat is drawn: `odd` is an answer that is not the expected one. */
export type Look = BeatState | "odd";

export function lookOf({ state, isHealthy }: Beat): Look {
  if (state === "down" && isHealthy === true) return "paused";
  return state === "up" && isHealthy === false ? "odd" : state;
}

/** `23 Nov 14:02:10: up, 12 ms`. */
export function describeBeat(beat: Beat): string {
  const { at, latencyMs } = beat;
  const words = [wordOf(beat), ...(latencyMs === null ? [] : [formatLatency(latencyMs)])].join(", ");
  return at === null ? words : `${formatDayAndTime(at).slice(0, -".000".length)}: ${words}`;
}

function wordOf({ state, isHealthy }: Beat): string {
  if (state === "down" && isHealthy === true) return "down, as expected";
  return state === "up" && isHealthy === false ? "up, but expected to be down" : state;
}

/** All of them in a sentence, for those who do not see the bar. */
export function summariseBeats(beats: readonly Beat[]): string {
  if (beats.length === 0) return "No check yet";
  const counts = new Map<string, number>();
  for (const beat of beats) counts.set(wordOf(beat), (counts.get(wordOf(beat)) ?? 0) + 1);
  const parts = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([word, count]) => `${count} ${word}`);
  const last = beats.at(-1);
  return `Last ${formatCount(beats.length, ["check", "checks"])}: ${parts.join("; ")}${last === undefined ? "" : `. Newest: ${describeBeat(last)}`}`;
}
