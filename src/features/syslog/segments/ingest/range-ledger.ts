import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { codeOf } from "#platform/error-code";
import { writeDurably } from "#platform/durable-file";
import type { SegmentRange } from "../name";

const NAME = "range-under-way.json";
const entry = z.object({ collector: z.string(), start: z.int(), end: z.int() });

/**
 * Keeps beside the journal which of its ranges is on its way to a store that is somewhere else. What sent it may be
 * killed before it hears of its end; the next one then sends the same range, by which the store knows it again.
 */
export class RangeLedger {
  readonly #path: string;

  constructor(journalFolder: string) {
    this.#path = join(journalFolder, NAME);
  }

  /** The range is on its way once this returns, in place of the one before. */
  enter(range: SegmentRange): void {
    const { collector, start, end } = range;
    writeDurably(this.#path, JSON.stringify({ collector, start, end }));
  }

  /** Nothing of the range is stored, and other bounds may be tried. */
  async withdraw(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  /** Where the range ends that was entered last, if it begins behind this position: it was not committed. */
  async endOf(range: Omit<SegmentRange, "end">): Promise<number | undefined> {
    const found = await this.#read();
    const isIt = found?.collector === range.collector && found.start === range.start;
    return isIt && found.end > range.start ? found.end : undefined;
  }

  async #read(): Promise<z.infer<typeof entry> | undefined> {
    try {
      return entry.parse(JSON.parse(await readFile(this.#path, "utf8")));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw new Error(
        `cannot read ${this.#path}: move it away to go on; some lines may then be stored twice`,
        {
          cause: error,
        },
      );
    }
  }
}
