import { removeControls } from "#platform/control-characters";
import type { Run } from "../content";
import { NO_GLYPH } from "./load";
import { BASE_FONT, findPiece, type FamilyName, type Piece } from "./families";

/** What a font does not have, though its package says so: characters by the names of fonts. */
export type Missing = Map<string, Set<string>>;

/** A run with the file that its font comes from; none: it is in the base font, which is there anyway. */
export type PlacedRun = Run & { piece: Piece | undefined };

const HAN: readonly FamilyName[] = ["chinese", "japanese", "korean"];
const JAPANESE = /[\u3040-\u30ff]/;
const KOREAN = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;
/** Joiners and selectors of emoji, soft hyphens: without a shape of their own. */
const INVISIBLE = /\u00ad|[\u200b-\u200f]|\u2060|\p{Variation_Selector}|\ufeff/gu;
const RIGHT_TO_LEFT = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc`;
const RIGHT_TO_LEFT_WORDS = new RegExp(`[${RIGHT_TO_LEFT}]+(?:[ ]+[${RIGHT_TO_LEFT}]+)+`, "g");
const PRINTABLE_ASCII = /^[ -~]*$/;

/**
 * Cuts a text where its font changes. Characters that no font has become U+FFFD. Words written from right to left are
 * put into the order in which they are seen, as each is drawn by itself: a text that is broken into lines is then read
 * from its last line up.
 */
export function toRuns(text: string, missing: Missing = new Map()): PlacedRun[] {
  if (PRINTABLE_ASCII.test(text)) return [{ text, font: BASE_FONT, piece: undefined }];
  const shown = inOrderOfSight(
    removeControls(text.replace(/\s+/g, " ")).normalize("NFC").replace(INVISIBLE, ""),
  );
  const order = familiesFor(shown);
  const runs: PlacedRun[] = [];
  for (const character of shown) {
    const piece = pieceOf(character, { order, missing });
    const text = piece === undefined ? NO_GLYPH : character;
    const font = piece?.name ?? BASE_FONT;
    const last = runs.at(-1);
    if (last?.font === font) last.text += text;
    else runs.push({ text, font, piece });
  }
  return withBreaks(runs);
}

const LONGEST_UNBROKEN = 8;
/** Without width, and a line may end behind it. */
const BREAK = "\u200b";

/**
 * pdfmake keeps pieces of a word together however long it gets, and lets it run off the page: in long words a line may
 * also end where the font changes.
 */
function withBreaks(runs: readonly PlacedRun[]): PlacedRun[] {
  const whole = runs.map(({ text }) => text).join("");
  let end = 0;
  return runs.flatMap((run): PlacedRun[] => {
    end += run.text.length;
    const isInside = end < whole.length && whole[end - 1] !== " " && whole[end] !== " ";
    const isLong = isInside && wordAround(whole, end).length > LONGEST_UNBROKEN;
    return isLong ? [run, { text: BREAK, font: BASE_FONT, piece: undefined }] : [run];
  });
}

function wordAround(text: string, place: number): string {
  const end = text.indexOf(" ", place);
  return text.slice(text.lastIndexOf(" ", place - 1) + 1, end === -1 ? undefined : end);
}

function inOrderOfSight(text: string): string {
  return text.replace(RIGHT_TO_LEFT_WORDS, (words) => words.split(/( +)/).reverse().join(""));
}

type Search = { order: readonly FamilyName[]; missing: Missing };

function pieceOf(character: string, { order, missing }: Search): Piece | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  for (const family of order) {
    const piece = findPiece(family, codePoint);
    if (piece !== undefined && missing.get(piece.name)?.has(character) !== true) return piece;
  }
  return undefined;
}

/** One Han character is written in several ways: what stands beside it says which. */
function familiesFor(text: string): FamilyName[] {
  const first: FamilyName = JAPANESE.test(text) ? "japanese" : KOREAN.test(text) ? "korean" : "chinese";
  return ["sans", "hebrew", "arabic", first, ...HAN.filter((family) => family !== first), "emoji"];
}
