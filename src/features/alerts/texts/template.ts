import { fit } from "#features/notifications";

/** What a template may have filled in; what each is stands at its value. */
export const PLACEHOLDERS = [
  "message",
  "device.name",
  "device.address",
  "site",
  "severity",
  "status",
  "started_at",
  "duration",
  "incident.id",
  "link",
  "rule.name",
  "app_name",
] as const;

type Placeholder = (typeof PLACEHOLDERS)[number];
export type Values = Readonly<Record<Placeholder, string>>;

/**
 * What stands between `{{#name}}` and `{{/name}}` is there only then: for the end of trouble, or for everything else.
 */
const SECTIONS = ["firing", "resolved"] as const;

/** A tag at odd places of a text that is split by it. */
const TAG = /\{\{([^{}]*)\}\}/;
/** A line that holds nothing but the mark of a section leaves no blank line behind. */
const LINE_OF_SECTION = /^[ \t]*(\{\{[ \t]*[#/][^{}\n]*\}\})[ \t]*\n/gm;
/** Neither does one that is a section as a whole: its end belongs to it. */
const LINE_IN_SECTION =
  /^(\{\{[ \t]*#[^{}\n]*\}\}(?:(?!\{\{[ \t]*[#/])[^\n])*)(\{\{[ \t]*\/[^{}\n]*\}\})[ \t]*\n/gm;

const KNOWN = [...PLACEHOLDERS, "#firing", "/firing", "#resolved", "/resolved"];
const LONGEST_QUOTED = 60;

type Piece = { text: string } | { tag: string };

function piecesOf(template: string): Piece[] {
  return template
    .replace(LINE_OF_SECTION, "$1")
    .replace(LINE_IN_SECTION, "$1\n$2")
    .split(TAG)
    .map((part, index) => (index % 2 === 0 ? { text: part } : { tag: part.trim() }));
}

/** What is wrong with a template, for people; undefined: nothing. */
export function problemOfTemplate(template: string): string | undefined {
  const tags = piecesOf(template).flatMap((piece) => ("tag" in piece ? [piece.tag] : []));
  let open = "";
  for (const tag of tags) {
    if (!isKnown(tag)) return `Unknown placeholder ${quoted(tag)}; known are ${KNOWN.map(quoted).join(", ")}`;
    if (tag.startsWith("#")) {
      if (open !== "") return `${quoted(tag)} stands within ${quoted(`#${open}`)}`;
      open = nameOf(tag);
    }
    if (tag.startsWith("/")) {
      if (open !== nameOf(tag)) return `${quoted(tag)} ends nothing`;
      open = "";
    }
  }
  return open === "" ? undefined : `${quoted(`#${open}`)} is not ended by ${quoted(`/${open}`)}`;
}

function isKnown(tag: string): boolean {
  return isPlaceholder(tag) || (/^[#/]/.test(tag) && SECTIONS.some((section) => section === nameOf(tag)));
}

function isPlaceholder(tag: string): tag is Placeholder {
  return PLACEHOLDERS.some((known) => known === tag);
}

function nameOf(tag: string): string {
  return tag.slice(1).trim();
}

function quoted(tag: string): string {
  return `{{${fit(tag, LONGEST_QUOTED)}}}`;
}

type Filling = { values: Values; isOver: boolean };

/**
 * The template with its placeholders filled in, at most `longest` UTF-16 units. A value is text whatever stands in it:
 * nothing in it is filled in again. What is unknown, which only a newer version can have taken, is left out.
 */
export function fillTemplate(template: string, { values, isOver }: Filling, longest: number): string {
  const wanted = isOver ? "resolved" : "firing";
  let section: string = wanted;
  let text = "";
  for (const piece of piecesOf(template)) {
    if (text.length > longest) break;
    if ("tag" in piece && piece.tag.startsWith("#")) section = nameOf(piece.tag);
    else if ("tag" in piece && piece.tag.startsWith("/")) section = wanted;
    else if (section === wanted) text += textOf(piece, values);
  }
  return fit(text, longest);
}

function textOf(piece: Piece, values: Values): string {
  if ("text" in piece) return piece.text;
  return isPlaceholder(piece.tag) ? values[piece.tag] : "";
}
