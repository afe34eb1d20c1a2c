import { isSame, textOf } from "../../event/byte-range";
import { BLANK, COLON, OPEN_BRACKET, TILDE } from "../values/characters";
import { textOfBytes } from "../values/field-memo";
import { fieldText } from "../values/field-text";
import { programsOf } from "./body-rules";

const SLOT_BITS = 12;
/** 2^32 divided by the golden ratio: spreads neighbours. */
const SPREAD = 0x9e_37_79_b1;
/** Longer ones are not remembered. */
const MAX_LENGTH = 120;

/** What stands in a header from the host's name to the end of the program's, and what it says. */
export type Names = {
  text: string;
  sourceHost: string | null;
  app: string | null;
  /** Parsers that know lines by the program. */
  programs: number;
};

/** As they were met, each in the one slot that its octets give it. */
const known: (Names | undefined)[] = Array.from({ length: 2 ** SLOT_BITS });
/** Where the names end that were looked for last, and the slot that they have. */
const at = { end: 0, slot: 0 };

/**
 * The names that begin at `start` and end with `[`, or with a colon that a blank follows; undefined for those that were
 * not met before, and where none end like this.
 */
export function findTagNames(line: Uint8Array, start: number): Names | undefined {
  const limit = Math.min(line.length - 1, start + MAX_LENGTH);
  let hash = 0;
  at.end = -1;
  for (let offset = start; offset < limit; offset++) {
    const code = line[offset] ?? 0;
    if (code < BLANK || code > TILDE) return undefined;
    hash = Math.imul(hash, 31) + code;
    if (code === OPEN_BRACKET || (code === COLON && line[offset + 1] === BLANK))
      return namesIn(line, start, offset + 1, hash);
  }
  return undefined;
}

/** The same of RFC 5424: two words, and the blank behind each. */
export function findFieldNames(line: Uint8Array, start: number): Names | undefined {
  const limit = Math.min(line.length - 1, start + MAX_LENGTH);
  let hash = 1;
  let words = 0;
  at.end = -1;
  for (let offset = start; offset < limit; offset++) {
    const code = line[offset] ?? 0;
    if (code < BLANK || code > TILDE) return undefined;
    hash = Math.imul(hash, 31) + code;
    if (code === BLANK && ++words === 2) return namesIn(line, start, offset + 1, hash);
  }
  return undefined;
}

// oxlint-disable-next-line max-params -- it runs once per line
function namesIn(line: Uint8Array, start: number, end: number, hash: number): Names | undefined {
  at.end = end;
  at.slot = Math.imul(hash, SPREAD) >>> (32 - SLOT_BITS);
  const names = known[at.slot];
  return names !== undefined && isSame(names.text, line, start, end) ? names : undefined;
}

/** Remembers what names say that were looked for last, if they end there; their text is printable ASCII. */
export function learnNames(
  line: Uint8Array,
  { start, end }: { start: number; end: number },
  { sourceHost, app, programs }: Omit<Names, "text">,
): void {
  if (at.end === end) known[at.slot] = { text: textOf(line, start, end), sourceHost, app, programs };
}

/** What a header says where one name stands, and parsers that know lines by it. */
export function programAt(
  line: Uint8Array,
  start: number,
  end: number,
): { app: string | null; programs: number } {
  const app = fieldText(textOfBytes(line, start, end));
  return { app, programs: app === null ? 0 : programsOf(app) };
}
