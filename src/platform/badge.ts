import { escapeXml } from "./escape-xml";

/** What a badge says: by colour, and always by its text too. */
export type BadgeTone = "ok" | "degraded" | "down" | "unknown" | "maintenance";

export type Badge = { label: string; value: string; tone: BadgeTone };

/** What a share of 100 looks like. */
export function toneOfUptime(percent: number): BadgeTone {
  if (percent >= 99) return "ok";
  return percent >= 95 ? "degraded" : "down";
}

/** White text on each has a contrast of 4.5:1 and more. */
const COLORS: Readonly<Record<BadgeTone, string>> = {
  ok: "#117a6e",
  degraded: "#8a5a0b",
  down: "#b71a0a",
  unknown: "#52616f",
  maintenance: "#5b37a0",
};
const LABEL_COLOR = "#31383f";
const PADDING = 6;
/** What XML cannot hold, or what turns the order of a line. */
const UNPRINTABLE = new RegExp(
  String.raw`[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]`,
  "g",
);

/** The badge as SVG: no script, no style, no font and no address of another place. */
export function drawBadge({ label, value, tone }: Badge): string {
  const [left, right] = [label, value].map((text) => ({ text: clean(text), width: widthOf(clean(text)) }));
  if (left === undefined || right === undefined) throw new Error("our bug: a badge has two halves");
  const split = left.width + 2 * PADDING;
  const width = split + right.width + 2 * PADDING;
  const title = escapeXml(`${left.text}: ${right.text}`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${title}">` +
    `<title>${title}</title>` +
    `<rect width="${width}" height="20" rx="3" fill="${LABEL_COLOR}"/>` +
    `<path d="M${split} 0h${width - split - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${split}z" fill="${COLORS[tone]}"/>` +
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" aria-hidden="true">` +
    half(left, PADDING) +
    half(right, split + PADDING) +
    "</g></svg>"
  );
}

/** Fonts differ; the length is what the half has room for. */
function half({ text, width }: { text: string; width: number }, x: number): string {
  if (text === "") return "";
  return `<text x="${x}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
}

function clean(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, "\ufffd");
}

/** About what Verdana takes at 11 pixels. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return Math.ceil(width);
}

function widthOfCharacter(character: string): number {
  if ((character.codePointAt(0) ?? 0) >= 0x1100) return 12;
  if (/[\s.,:;!'|ijlI]/.test(character)) return 4;
  if (/[mwMW%@&]/.test(character)) return 11;
  if (/[A-Z]/.test(character)) return 8;
  return 7;
}
