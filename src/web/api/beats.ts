/** What one check of a target found, or why there was none. */
export type BeatState = "up" | "down" | "unknown" | "unreachable" | "maintenance" | "paused";

export type Beat = {
  state: BeatState;
  /** RFC 3339; null: not known. */
  at: string | null;
  latencyMs: number | null;
  /** False: not what is expected of it, such as an answer of what shall be off. */
  isHealthy: boolean | null;
};

const STATES: ReadonlySet<string> = new Set<BeatState>([
  "up",
  "down",
  "unknown",
  "unreachable",
  "maintenance",
  "paused",
]);

/** The API's older words for the same. */
const OLDER: Readonly<Record<string, BeatState>> = { online: "up", offline: "down" };

export function toBeatState(word: string): BeatState {
  return isBeatState(word) ? word : (OLDER[word] ?? "unknown");
}

function isBeatState(word: string): word is BeatState {
  return STATES.has(word);
}
