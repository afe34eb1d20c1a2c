import type { Arrival } from "../event-rows";
import type { FamiliarLine } from "../../parse/fast/familiar-lines";
import type { StoredMessage } from "../../parse/line";
import { LineView } from "./line-view";
import { PatternSet, type SentPattern, type WatchedRows } from "./pattern-set";

/** What a parse task is to look for. One that has the same version as the last costs nothing to begin. */
export type WatchRequest = {
  version: number;
  /** `SentPattern[]` as JSON, which is cheaper to send with each chunk than its parts. */
  patterns: string;
};

/** Of this thread, whose tasks run one after the other. */
const view = new LineView();
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

  take(arrival: Arrival, message: StoredMessage): void {
    if (this.#failure !== null) return;
    try {
      view.show(arrival, message);
      this.#patterns?.take(view);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** As `take`, without texts being made of the line. */
  takeFamiliar(arrival: Arrival, line: FamiliarLine): void {
    if (this.#failure !== null) return;
    try {
      view.showFamiliar(arrival, line);
      this.#patterns?.take(view);
    } catch (error) {
      this.#fail(error);
    }
  }

  result(): WatchedRows {
    // It would keep the octets of the whole chunk.
    view.clear();
    return { ...(this.#patterns?.result() ?? NOTHING), failure: this.#failure };
  }

  #fail(error: unknown): void {
    this.#failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

const NOTHING: Omit<WatchedRows, "failure"> = { matches: [], octets: 0, micros: 0, costs: [] };

function compile({ patterns }: WatchRequest): PatternSet {
  // What this process wrote itself.
  const sent: SentPattern[] = JSON.parse(patterns);
  return new PatternSet(sent);
}
