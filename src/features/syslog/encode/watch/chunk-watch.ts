import type { Arrival } from "../../event/arrival";
import type { ParsedLine } from "../../parse/parsed-line";
import { PatternSet, type SentPattern, type WatchedRows } from "./pattern-set";

/** What a parse task is to look for. One that has the same version as the last costs nothing to begin. */
export type WatchRequest = {
  version: number;
  /** `SentPattern[]` as JSON, which is cheaper to send with each chunk than its parts. */
  patterns: string;
};

/** Of this thread, whose tasks run one after the other. */
let known: { version: number; patterns: PatternSet } | undefined;

/**
 * Looks for patterns in the lines of a chunk. Never throws: what goes wrong here is our bug, and must not keep lines
 * from being stored. It is told in the result, and the rest of the chunk is not looked at.
 */
export class ChunkWatch {
  readonly #patterns: PatternSet | undefined;
  #failure: string | null = null;

  constructor(request: WatchRequest) {
    try {
      if (known?.version !== request.version)
        known = { version: request.version, patterns: compile(request) };
      this.#patterns = known.patterns;
      this.#patterns.begin();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Looks at a line; those of a chunk come in any order, with their rows. */
  take(arrival: Arrival, line: ParsedLine, row: number): void {
    if (this.#failure !== null) return;
    try {
      this.#patterns?.take({ arrival, line, row });
    } catch (error) {
      this.#fail(error);
    }
  }

  result(): WatchedRows {
    return { ...(this.#patterns?.result() ?? NOTHING), failure: this.#failure };
  }

  #fail(error: unknown): void {
    this.#failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

const NOTHING: Omit<WatchedRows, "failure"> = { matches: [], bytes: 0, micros: 0, costs: [] };

function compile({ patterns }: WatchRequest): PatternSet {
  // What this process wrote itself.
  const sent: SentPattern[] = JSON.parse(patterns);
  return new PatternSet(sent);
}
