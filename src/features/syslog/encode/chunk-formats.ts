import {
  FormatSet,
  type FormatUse,
  type OfferedLine,
  type OwnReader,
  type SentFormat,
} from "../parse/own-formats/format-set";

/** What a parse task is to read by. One that has the same version as the last costs nothing to begin. */
export type FormatRequest = {
  version: number;
  /** `SentFormat[]` as JSON, in their order: cheaper to send with each chunk than its parts. */
  formats: string;
};

/** What own formats did in a chunk. */
export type UsedFormats = {
  uses: FormatUse[];
  /** Why not all lines were shown to them; null: they were. */
  failure: string | null;
};

/** Of this thread, whose tasks run one after the other. */
let known: { version: number; formats: FormatSet } | undefined;

/**
 * Own formats for the lines of a chunk. Never throws: what goes wrong here is our bug, and must not keep lines from
 * being stored. It is told in the result, and the rest of the chunk is read without them.
 */
export class ChunkFormats implements OwnReader {
  readonly #formats: FormatSet | undefined;
  #failure: string | null = null;

  constructor(request: FormatRequest) {
    try {
      if (known?.version !== request.version) known = { version: request.version, formats: compile(request) };
      this.#formats = known.formats;
      this.#formats.begin();
    } catch (error) {
      this.#fail(error);
    }
  }

  read(offered: OfferedLine): boolean {
    if (this.#formats === undefined || this.#failure !== null) return offered.isKnown;
    try {
      return this.#formats.read(offered);
    } catch (error) {
      this.#fail(error);
      return offered.isKnown;
    }
  }

  result(): UsedFormats {
    return { uses: this.#formats?.listUse() ?? [], failure: this.#failure };
  }

  #fail(error: unknown): void {
    this.#failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

function compile({ formats }: FormatRequest): FormatSet {
  // What this process wrote itself.
  const sent: SentFormat[] = JSON.parse(formats);
  return new FormatSet(sent);
}
