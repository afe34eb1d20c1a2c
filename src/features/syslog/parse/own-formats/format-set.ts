import type { ParsedMessage } from "../../event/parsed-message";
import type { Line } from "../line";
import { compileFormat, type ReadyFormat } from "./compile";
import type { OwnFormat } from "./definition";
import { FormatReader } from "./format-reader";

/** A format as it is sent to where lines are parsed. `key` tells it from others and from what it was before. */
export type SentFormat = { key: number; format: OwnFormat };

/** What a format did in a chunk. */
export type FormatUse = {
  key: number;
  /** Lines that it has read. */
  lines: number;
  steps: number;
  /** Lines that took more than a line may; they are not read by it. */
  costly: number;
  /** Lines that were not shown to it any more, as it had taken more than its share of the chunk. */
  skipped: number;
};

/** A line that own formats may read. */
export type OfferedLine = {
  /** Behind its header. */
  content: string;
  line: Line;
  sender: string;
  /** What the header alone says. */
  header: ParsedMessage;
  /** One of our formats has read it. */
  isKnown: boolean;
};

/** Reads lines that no format of ours knows. */
export type OwnReader = {
  /** Whether the line was read, by ours or now by an own format, which then has filled its message. */
  read(offered: OfferedLine): boolean;
};

/**
 * Steps for each character of the lines that own formats are asked about, and what is granted to the shortest chunk,
 * for one format and for all. A step takes some 8 ns; to parse a character of a mixed line takes 20 to 60.
 */
const SHARE = { base: 200_000, perUnit: 8 };
const ALL = { base: 400_000, perUnit: 16 };
/**
 * Beyond so many times what all may take, what was skipped included, those are skipped that have taken more than an even
 * part of it: many that are dear must not come in turn, and those that are cheap are not to blame.
 */
const MOST_OVERRUN = 2;

/** Read any vendor's names and forms: own formats go before them, as they know more. */
const OPEN_PARSERS: ReadonlySet<string> = new Set(["generic", "key-value"]);
const JSON_PARSER = "json";

/**
 * Whether a line that ours have read may be an own format's all the same: nobody knows whose it is. JSON may name a
 * vendor: what we know of vendors has a parser of another name.
 */
export function isOpen({ parser, vendor }: Pick<ParsedMessage, "parser" | "vendor">): boolean {
  return parser === JSON_PARSER || (vendor === null && OPEN_PARSERS.has(parser));
}

type Counted = FormatUse & { format: ReadyFormat; isSkipped: boolean };

/**
 * Own formats in their order, of which the first that knows a line reads it. What they may cost is bounded, by steps
 * that are counted and not by a clock, so that the same lines give the same events on any machine: a line has its
 * bound, and so have a format and all of them together within a chunk; the dearest is skipped for the rest of it.
 */
export class FormatSet implements OwnReader {
  readonly #formats: readonly Counted[];
  readonly #reader = new FormatReader();
  /** Characters that were looked at, and steps of those that are not skipped, and of all. */
  #units = 0;
  #steps = 0;
  #allSteps = 0;

  /** Formats that cannot be made ready are left out. */
  constructor(sent: readonly SentFormat[]) {
    this.#formats = sent.flatMap(({ key, format }) => {
      const ready = compileFormat(format);
      if ("problem" in ready) return [];
      return [{ key, format: ready, lines: 0, steps: 0, costly: 0, skipped: 0, isSkipped: false }];
    });
  }

  /** Begins another chunk. */
  begin(): void {
    this.#units = 0;
    this.#steps = 0;
    this.#allSteps = 0;
    for (const counted of this.#formats)
      Object.assign(counted, { lines: 0, steps: 0, costly: 0, skipped: 0, isSkipped: false });
  }

  read({ content, line, sender, header, isKnown }: OfferedLine): boolean {
    if (isKnown && !isOpen(line.message)) return true;
    const before = isKnown ? { ...line.message } : undefined;
    if (before !== undefined) Object.assign(line.message, header);
    const isRead = this.#readOwn(content, line, sender);
    if (!isRead && before !== undefined) Object.assign(line.message, before);
    return isRead || isKnown;
  }

  /** Of the chunk so far: of formats that lines came to. */
  listUse(): FormatUse[] {
    return this.#formats
      .filter(({ lines, steps, costly, skipped }) => lines + steps + costly + skipped > 0)
      .map(({ key, lines, steps, costly, skipped }) => ({ key, lines, steps, costly, skipped }));
  }

  #readOwn(content: string, line: Line, sender: string): boolean {
    this.#reader.begin(content, line);
    this.#units += this.#reader.length;
    for (const counted of this.#formats) {
      if (counted.isSkipped) {
        counted.skipped++;
        continue;
      }
      const { format } = counted;
      if (format.condition !== undefined && !format.condition(line, sender)) continue;
      const verdict = this.#reader.read(format, line);
      this.#account(counted, this.#reader.steps);
      if (verdict === "costly") counted.costly++;
      if (verdict !== "match") continue;
      counted.lines++;
      return true;
    }
    return false;
  }

  #account(counted: Counted, steps: number): void {
    counted.steps += steps;
    this.#steps += steps;
    this.#allSteps += steps;
    if (counted.steps > SHARE.base + SHARE.perUnit * this.#units) this.#skip(counted);
    const all = ALL.base + ALL.perUnit * this.#units;
    if (this.#steps > all) this.#skip(dearestOf(this.#formats));
    if (this.#allSteps <= all * MOST_OVERRUN) return;
    const evenPart = all / this.#formats.length;
    for (const each of this.#formats) if (each.steps > evenPart) this.#skip(each);
  }

  #skip(counted: Counted | undefined): void {
    if (counted === undefined || counted.isSkipped) return;
    counted.isSkipped = true;
    this.#steps -= counted.steps;
  }
}

function dearestOf(formats: readonly Counted[]): Counted | undefined {
  return formats
    .filter(({ isSkipped }) => !isSkipped)
    .reduce<Counted | undefined>(
      (dearest, each) => (dearest === undefined || each.steps > dearest.steps ? each : dearest),
      undefined,
    );
}
