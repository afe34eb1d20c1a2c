import type { Status } from "../../../components/badge/status-mark";
import type { ColorName } from "../../../theme/tokens";
import { KINDS, type Kind } from "../../../components/device-kind/kinds";

export type Colors = Readonly<Record<ColorName, string>>;

/**
 * The same shapes as StatusMark, of 12 x 12: disc, triangle, square with a cross, dashed ring, half disc, struck ring,
 * two bars.
 */
const SHAPES: Readonly<Record<Status, (color: string, ground: string) => string>> = {
  ok: (color) => `<circle cx="6" cy="6" r="5" fill="${color}"/>`,
  degraded: (color) => `<path d="M6 1 11.5 11H.5Z" fill="${color}"/>`,
  down: (color, ground) =>
    `<path d="M1 1h10v10H1z" fill="${color}"/><path d="m3.5 3.5 5 5m0-5-5 5" stroke="${ground}" stroke-width="1.5"/>`,
  unknown: (color) =>
    `<circle cx="6" cy="6" r="4.5" fill="none" stroke="${color}" stroke-width="1.5" stroke-dasharray="2.4 1.6"/>`,
  maintenance: (color) =>
    `<circle cx="6" cy="6" r="4.5" fill="none" stroke="${color}" stroke-width="1.5"/><path d="M6 1.5a4.5 4.5 0 0 1 0 9Z" fill="${color}"/>`,
  unreachable: (color) =>
    `<circle cx="6" cy="6" r="4.5" fill="none" stroke="${color}" stroke-width="1.5"/><path d="M3 9l6-6" stroke="${color}" stroke-width="1.5"/>`,
  paused: (color) => `<path d="M2.5 1.5h2.5v9h-2.5ZM7 1.5h2.5v9h-2.5Z" fill="${color}"/>`,
};

/** Those two say nothing of the device itself, as unknown does. */
export function statusColor(status: Status): ColorName {
  return status === "unreachable" || status === "paused" ? "status-unknown" : `status-${status}`;
}

/** Of a device on the map, and of its image (px). */
export const NODE_SIZE = 44;

const images = new Map<string, string>();

type Look = {
  kind: Kind;
  status: Status;
  /** Of the category that the map is coloured by, and a few letters that say which one it is. */
  color?: ColorName;
  tag?: string;
};

function statusMark(status: Status, colors: Colors): string {
  return SHAPES[status](colors[statusColor(status)], colors.surface);
}

/** The mark of a state alone, of 12 x 12. */
export function statusImage(status: Status, colors: Colors): string {
  return asImage(12, statusMark(status, colors));
}

/** A tinted ground with a bar at the left, and the letters at the bottom. */
function category(color: string, { tag, text }: { tag: string; text: string }): string {
  const letters =
    tag === ""
      ? ""
      : `<text x="24" y="42" font-family="system-ui,sans-serif" font-size="10" font-weight="600" text-anchor="middle" fill="${text}">${lettersOf(tag)}</text>`;
  return `<path d="M0 0h44v44H0z" fill="${color}" fill-opacity="0.22"/><path d="M0 0h6v44H0z" fill="${color}"/>${letters}`;
}

/** As many characters as there is room for. */
const FIRST_LETTERS = /^[^]{0,6}/u;

/** What an image can show of a text that people wrote: whole characters, and none that its markup cannot hold. */
function lettersOf(tag: string): string {
  const [letters = ""] = FIRST_LETTERS.exec(tag.toWellFormed()) ?? [];
  return letters.replaceAll(/[&<>\p{Cc}\uFFFE\uFFFF]/gu, " ");
}

/**
 * A device as an image of 44 x 44: its kind, and its state by shape and colour in the corner. Made once for each look.
 */
export function nodeImage(look: Look, colors: Colors): string {
  const { kind, status, color, tag = "" } = look;
  const key = `${kind} ${status} ${color ?? ""} ${tag} ${colors.surface}`;
  const known = images.get(key);
  if (known !== undefined) return known;
  const mark = statusMark(status, colors);
  const image = asImage(
    NODE_SIZE,
    `${color === undefined ? "" : category(colors[color], { tag, text: colors.text })}<g transform="translate(9 11)" fill="none" stroke="${colors.text}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="${KINDS[kind]}"/></g><g transform="translate(30 2)">${mark}</g>`,
  );
  images.set(key, image);
  return image;
}

function asImage(size: number, content: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${content}</svg>`;
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}

/**
 * A node without a background image is styled anew at every draw, which with boxes costs the whole cache: six frames a
 * second instead of fifty.
 */
export const NO_IMAGE = asImage(1, "");
