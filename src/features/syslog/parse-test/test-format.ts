import type { ParsedMessage } from "../event/parsed-message";
import type { Line } from "../parse/line";
import { parseMessage } from "../parse/message";
import { compileFormat, type ReadyFormat } from "../parse/own-formats/compile";
import type { OwnFormat } from "../parse/own-formats/definition";
import { FormatReader, type TakenField } from "../parse/own-formats/format-reader";
import { FormatSet, isOpen, type OfferedLine, type OwnReader } from "../parse/own-formats/format-set";
import { ParsedLine } from "../parse/parsed-line";
import type { ParsedEvent } from "./models";
import { receivedLine, toParsedEvent } from "./parse-lines";

/** A line, whom it comes from, and the zone of times that name none. */
export type TriedLine = { text: string; sender: string; timeZone: string };

export type TestFormatInput = {
  /** The format that is tried. */
  format: OwnFormat;
  /** The own formats that are asked before it, in their order, and those behind it. */
  before: readonly OwnFormat[];
  after: readonly OwnFormat[];
  lines: readonly TriedLine[];
  receivedAtMicros: number;
  /** Bytes kept of a line, as in ingest. */
  maxLineBytes: number;
};

/**
 * What became of a line. `read`: the format reads it; `other`: it would, but another format reads the line first;
 * `conditions`: the line is not what the conditions ask for; `none`: the pattern or the paths are not in it; `costly`:
 * it takes more steps than a line may.
 */
export type FormatVerdict = "read" | "other" | "conditions" | "none" | "costly";

export type TriedResult = {
  verdict: FormatVerdict;
  steps: number;
  taken: TakenField[];
  event: ParsedEvent;
};

/** Tries a format on lines, as if it were switched on; like ingest, makes nothing of an empty line. */
export function testFormat(input: TestFormatInput): TriedResult[] {
  const format = compileFormat(input.format);
  if ("problem" in format) throw new Error(`our bug: a format was not checked: ${format.problem.message}`);
  const probe = new Probe(format, input);
  const { receivedAtMicros, maxLineBytes } = input;
  return input.lines.flatMap(({ text, sender, timeZone }, line) => {
    if (text === "") return [];
    const received = receivedLine(text, maxLineBytes);
    probe.begin();
    const context = { receivedAtMicros, sender, timeZone, ownFormats: probe };
    const parsed = parseMessage(received.bytes, context, new ParsedLine());
    const event = toParsedEvent(parsed, { ...received, receivedAtMicros, sender, line });
    return [{ ...probe.result(), event }];
  });
}

/** Stands where own formats are asked, and notes how the tried one fares whoever reads the line. */
class Probe implements OwnReader {
  readonly #format: ReadyFormat;
  readonly #before: FormatSet;
  readonly #after: FormatSet;
  readonly #reader = new FormatReader();
  #verdict: FormatVerdict = "none";
  #taken: TakenField[] = [];
  #steps = 0;

  constructor(format: ReadyFormat, { before, after }: TestFormatInput) {
    this.#format = format;
    this.#before = setOf(before);
    this.#after = setOf(after);
  }

  begin(): void {
    this.#verdict = "none";
    this.#taken = [];
    this.#steps = 0;
    this.#before.begin();
    this.#after.begin();
  }

  result(): Omit<TriedResult, "event"> {
    return { verdict: this.#verdict, steps: this.#steps, taken: this.#taken };
  }

  read(offered: OfferedLine): boolean {
    const { line, isKnown } = offered;
    const own = this.#try(offered);
    const isOurs = isKnown && !isOpen(line.message);
    const isRead = isOurs || this.#isReadBefore(offered);
    if (own === undefined || isRead) {
      if (own !== undefined) this.#verdict = "other";
      return isRead || this.#after.read(offered);
    }
    Object.assign(line.message, own);
    return true;
  }

  /** What the format makes of the line's header; undefined: it does not read it. */
  #try({ content, line, sender, header }: OfferedLine): ParsedMessage | undefined {
    const copy: Line = { ...line, message: { ...header } };
    if (this.#format.condition?.(copy, sender) === false) {
      this.#verdict = "conditions";
      return undefined;
    }
    this.#reader.begin(content, copy);
    const verdict = this.#reader.read(this.#format, copy, (taken) => this.#taken.push(taken));
    this.#steps = this.#reader.steps;
    this.#verdict = verdict === "match" ? "read" : verdict;
    return verdict === "match" ? copy.message : undefined;
  }

  /** By one of those before it, and not by ours alone. */
  #isReadBefore(offered: OfferedLine): boolean {
    this.#before.read(offered);
    return this.#before.listUse().some(({ lines }) => lines > 0);
  }
}

function setOf(formats: readonly OwnFormat[]): FormatSet {
  return new FormatSet(formats.map((format, key) => ({ key, format })));
}
