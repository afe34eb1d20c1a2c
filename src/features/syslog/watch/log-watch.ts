import type { PatternVerdict, WatchedPattern } from "./patterns";

/** The patterns that this process looks for in the lines of its collector. */
export class LogWatch {
  /** Takes the place of all patterns; from the next chunk of lines on it is these that are looked for. Says of each whether it is watched. */
  setPatterns(patterns: readonly WatchedPattern[]): PatternVerdict[] {
    return patterns.map(({ id }) => ({ id, problem: null }));
  }
}
