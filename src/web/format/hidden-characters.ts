/** Controls, the line ends of Unicode, and all that is drawn as nothing, marks and overrides of directions (UAX 9) too. */
const UNSEEN = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;
const LINE_ENDS = String.raw`[\t\n\r]`;
/** Joiners, and how an emoji is drawn: writing, behind letters of scripts that have them and within an emoji. */
const JOINERS = String.raw`(?:\u200c|\u200d|\ufe0e|\ufe0f)`;
const JOINED = String.raw`[^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]|[\p{ExtPict}\p{EMod}\ufe0f]`;
/** What is not seen, or turns the order of what is. */
const HIDDEN = `(?!${LINE_ENDS})(?!(?<=${JOINED})${JOINERS})${UNSEEN}`;
const ANY_HIDDEN = new RegExp(HIDDEN, "u");
const EACH_HIDDEN = new RegExp(HIDDEN, "gu");
const BETWEEN = new RegExp(`(${HIDDEN})`, "u");
/** Most texts are nothing else, which is seen sooner. */
const PLAIN = /^[\t\n\r -~]*$/;

export function hasHidden(text: string): boolean {
  return !PLAIN.test(text) && ANY_HIDDEN.test(text);
}

/** The text in pieces, every second of which is a hidden character. */
export function splitHidden(text: string): string[] {
  return text.split(BETWEEN);
}

/** `U+202E`. */
export function codePointOf(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${digits.padStart(4, "0")}`;
}

/** The text with `[U+202E]` in place of such a character: where there is no room for marks, as in a tooltip. */
export function spellHidden(text: string): string {
  return PLAIN.test(text) ? text : text.replace(EACH_HIDDEN, (character) => `[${codePointOf(character)}]`);
}
