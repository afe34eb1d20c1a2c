import { removeControls } from "#platform/control-characters";
import type { Run } from "../content";
import { BASE_FONT, findPiece, type FamilyName, type Piece } from "./families";

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
const NO_GLYPH = "\ufffd";

/**
 * Cuts a text where its font changes. Characters that no font has become U+FFFD. Words written from right to left are put into the order
 * in which they are seen, as each is drawn by itself: a text that is broken into lines is then read from its last line up.
 */
export function toRuns(text: string): PlacedRun[] {
  if (PRINTABLE_ASCII.test(text)) return [{ text, font: BASE_FONT, piece: undefined }];
  const shown = inOrderOfSight(
    removeControls(text.replace(/\s+/g, " ")).normalize("NFC").replace(INVISIBLE, ""),
  );
  const order = familiesFor(shown);
  const runs: PlacedRun[] = [];
  for (const character of shown) {
    const piece = pieceOf(character, order);
    const text = piece === undefined ? NO_GLYPH : character;
    const font = piece?.name ?? BASE_FONT;
    const last = runs.at(-1);
    if (last?.font === font) last.text += text;
    else runs.push({ text, font, piece });
  }
  return runs;
}

function inOrderOfSight(text: string): string {
  return text.replace(RIGHT_TO_LEFT_WORDS, (words) => words.split(/( +)/).reverse().join(""));
}

function pieceOf(character: string, order: readonly FamilyName[]): Piece | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  for (const family of order) {
    const piece = findPiece(family, codePoint);
    if (piece !== undefined) return piece;
  }
  return undefined;
}

/** One Han character is written in several ways: what stands beside it says which. */
function familiesFor(text: string): FamilyName[] {
  const first: FamilyName = JAPANESE.test(text) ? "japanese" : KOREAN.test(text) ? "korean" : "chinese";
  return ["sans", "hebrew", "arabic", first, ...HAN.filter((family) => family !== first), "emoji"];
}
