import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";
import { charactersOf } from "./character-map";
import { BASE_FONT, findPiece, type Piece } from "./families";

/** Which characters of which file a document has, in which weights. */
export type FontUse = { piece: Piece; characters: Set<string>; isBoldUsed: boolean };

/** A font with no more characters than it was asked for: TrueType files. */
export type LoadedFont = { normal: Uint8Array; bold: Uint8Array; characters: Set<string> };

/**
 * What shapes Arabic and places letters closer. Marks are left where they stand: fontkit 2.0.4 throws at anchors that a
 * font leaves out (`getAnchor` of null), which cut fonts do.
 */
const FEATURES = ["ccmp", "locl", "isol", "init", "medi", "fina", "rlig", "liga", "calt", "kern"];
const WEIGHTS = { normal: 400, bold: 600 };
export const NO_GLYPH = "\ufffd";
/** Page numbers are printed when the pages are done. */
const ALWAYS = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join("") + NO_GLYPH;

/**
 * Cuts a font out of its file. The packages keep all weights in one file, which PDF cannot do. Throws where a package
 * is not installed whole.
 */
export async function loadFont({ piece, characters, isBoldUsed }: FontUse): Promise<LoadedFont> {
  const file = await readFile(piece.path);
  const text = [...characters].join("");
  const cut = (weight: number) =>
    subsetFont(file, text, {
      targetFormat: "truetype",
      variationAxes: { wght: weight },
      keepFeatures: FEATURES,
    });
  const normal = await cut(WEIGHTS.normal);
  const bold = isBoldUsed ? await cut(WEIGHTS.bold) : normal;
  return { normal, bold, characters: charactersOf(normal) };
}

/** The use of the base font, which is always there. */
export function baseUse(): FontUse {
  const piece = findPiece("sans", 0x41);
  if (piece?.name !== BASE_FONT) throw new Error(`our bug: the base font is not ${BASE_FONT}`);
  return { piece, characters: new Set(ALWAYS), isBoldUsed: true };
}
