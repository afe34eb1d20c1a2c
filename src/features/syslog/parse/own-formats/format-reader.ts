import type { Line } from "../line";
import { MAX_TEXT_LENGTH } from "../raw-line";
import type { ReadyFormat, Taking } from "./compile";
import type { TargetField } from "./definition";
import { readAt } from "./json-path";
import { Matcher, type Verdict } from "./pattern/matcher";

/** What a format has made of a group or path of a line. `isTaken` is false where the text is no value of the field. */
export type TakenField = { field: TargetField; source: string; text: string; isTaken: boolean };

/**
 * Steps that a format may take for one line: some 0.4 ms. Patterns take two for a character where they fit, and few
 * where they do not.
 */
export const MOST_STEPS_FOR_A_LINE = 50_000;
/** Characters of JSON that are as much work to read as a step of a pattern. */
const JSON_SHIFT = 2;
const NOT_READ = Symbol("not read");

/** Reads lines by formats; one for many lines, one after the other. */
export class FormatReader {
  /** Of the last format. */
  steps = 0;
  readonly #matcher = new Matcher();
  /** The object in the line, once it was looked for. */
  #object: unknown = NOT_READ;
  #content = "";
  #text = "";

  /** Turns to a line; `content` is what stands behind its header. */
  begin(content: string, { text }: Line): void {
    this.#content = cut(content);
    this.#text = cut(text);
    this.#object = NOT_READ;
  }

  /** How long what formats look at is. */
  get length(): number {
    return this.#content.length;
  }

  /**
   * Whether the line is a format's. What it says is then in the line's message, with `parser`; what does not fit into a
   * field is left out. `note` is told of each group and path that had a text.
   */
  read(format: ReadyFormat, line: Line, note?: (taken: TakenField) => void): Verdict {
    this.steps = 0;
    const source = format.reads === "line" ? this.#text : this.#content;
    const { body } = format;
    if (body.kind === "json") {
      const object = this.#readObject(source);
      this.steps += body.takings.length;
      if (object === undefined) return "none";
      const texts = body.takings.map((taking) => readAt(object, taking.at));
      if (texts.every((text) => text === null)) return "none";
      this.#fill(format, line);
      for (const [index, taking] of body.takings.entries())
        take(taking, line, { text: texts[index] ?? null, note });
      return "match";
    }
    const verdict = this.#matcher.find(body.program, source, MOST_STEPS_FOR_A_LINE);
    this.steps += this.#matcher.steps;
    if (verdict !== "match") return verdict;
    this.#fill(format, line);
    for (const taking of body.takings) take(taking, line, { text: this.#matcher.textOf(taking.at), note });
    return "match";
  }

  #fill({ parser, vendor, constants }: ReadyFormat, line: Line): void {
    line.message.parser = parser;
    line.message.vendor = vendor;
    for (const { text, set } of constants) set(line, text);
  }

  /** The object that the text ends with; undefined: it ends with none. */
  #readObject(source: string): unknown {
    if (this.#object !== NOT_READ) return this.#object;
    this.#object = undefined;
    const start = source.indexOf("{");
    if (start === -1) return undefined;
    this.steps += source.length >> JSON_SHIFT;
    try {
      this.#object = JSON.parse(source.slice(start));
    } catch {
      // A line that is no JSON is another's.
    }
    return this.#object;
  }
}

function take<At>(
  { field, source, set }: Taking<At>,
  line: Line,
  { text, note }: { text: string | null; note: ((taken: TakenField) => void) | undefined },
): void {
  if (text === null || text === "") return;
  const isTaken = set(line, text);
  note?.({ field, source, text, isTaken });
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text;
}
