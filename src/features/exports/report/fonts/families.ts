import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** A font file: one piece of a family, with the characters of a script or a few hundred of Han. */
export type Piece = {
  /** Such as `noto-sans-greek`: what pages call the font. */
  name: string;
  /** WOFF2, with every weight. */
  path: string;
};

type Family = { piecesByStart: { start: number; end: number; piece: Piece }[] };

/** The packages that hold the fonts, and nothing else of the file system is read for a report. */
const FAMILIES = {
  sans: "noto-sans",
  hebrew: "noto-sans-hebrew",
  arabic: "noto-sans-arabic",
  chinese: "noto-sans-sc",
  japanese: "noto-sans-jp",
  korean: "noto-sans-kr",
  emoji: "noto-emoji",
} as const;
export type FamilyName = keyof typeof FAMILIES;

/** Of the font that every text may fall back to. */
export const BASE_FONT = "noto-sans-latin";

const Ranges = z.record(z.string(), z.string());
const families = new Map<FamilyName, Family>();

/** The piece of a family that has a character, if there is one. */
export function findPiece(name: FamilyName, codePoint: number): Piece | undefined {
  const { piecesByStart } = familyOf(name);
  let [low, high] = [0, piecesByStart.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((piecesByStart[middle]?.start ?? 0) <= codePoint) low = middle + 1;
    else high = middle;
  }
  const range = piecesByStart[low - 1];
  return range !== undefined && codePoint <= range.end ? range.piece : undefined;
}

function familyOf(name: FamilyName): Family {
  const known = families.get(name) ?? readFamily(FAMILIES[name]);
  families.set(name, known);
  return known;
}

/** `unicode.json` says which file has which characters: `{"greek": "U+0370-0377,U+037A", "[119]": …}`. */
function readFamily(family: string): Family {
  const manifest = import.meta.resolve(`@fontsource-variable/${family}/unicode.json`);
  const folder = dirname(fileURLToPath(manifest));
  const rangesByPart = Ranges.parse(JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")));
  // The latin part is the most usual, and parts overlap: the last one wins below.
  const ranges = Object.entries(rangesByPart).flatMap(([part, list]) => {
    const name = `${family}-${part.replace(/[[\]]/g, "")}`;
    const piece = { name, path: join(folder, "files", `${name}-wght-normal.woff2`) };
    return list.split(",").map((range) => ({ ...toRange(range), piece }));
  });
  return { piecesByStart: withoutOverlaps(ranges) };
}

function toRange(text: string): { start: number; end: number } {
  const [start = "", end = start] = text.trim().replace(/^U\+/i, "").split("-");
  return { start: Number.parseInt(start, 16), end: Number.parseInt(end, 16) };
}

/** By their beginnings; where two parts have a character, the one that is listed later keeps it. */
function withoutOverlaps(ranges: Family["piecesByStart"]): Family["piecesByStart"] {
  const edges = [...new Set(ranges.flatMap(({ start, end }) => [start, end + 1]))].sort((a, b) => a - b);
  const placeOf = new Map(edges.map((edge, place) => [edge, place]));
  const owners: (Piece | undefined)[] = edges.map(() => undefined);
  for (const { start, end, piece } of ranges) owners.fill(piece, placeOf.get(start), placeOf.get(end + 1));
  return edges.flatMap((start, place) => {
    const [piece, next] = [owners[place], edges[place + 1]];
    return piece === undefined || next === undefined ? [] : [{ start, end: next - 1, piece }];
  });
}
