import type { Arrival } from "../parse/event-rows";
import type { FamiliarLine } from "../parse/familiar-lines";
import type { StoredMessage } from "../parse/line";
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

/** Looks for patterns in the lines of a chunk. */
export class ChunkWatch {
  readonly #patterns: PatternSet;

  constructor(request: WatchRequest) {
    if (known?.version !== request.version) known = { version: request.version, patterns: compile(request) };
    this.#patterns = known.patterns;
    this.#patterns.begin();
  }

  take(arrival: Arrival, message: StoredMessage): void {
    view.show(arrival, message);
    this.#patterns.take(view);
  }

  /** As `take`, without texts being made of the line. */
  takeFamiliar(arrival: Arrival, line: FamiliarLine): void {
    view.showFamiliar(arrival, line);
    this.#patterns.take(view);
  }

  result(): WatchedRows {
    return this.#patterns.result();
  }
}

function compile({ patterns }: WatchRequest): PatternSet {
  // What this process wrote itself.
  const sent: SentPattern[] = JSON.parse(patterns);
  return new PatternSet(sent);
}
