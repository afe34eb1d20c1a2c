import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";
import { BASE_FONT, findPiece, type Piece } from "./families";

/** Which characters of which file a document has, in which weights. */
export type FontUse = { piece: Piece; characters: Set<string>; isBoldUsed: boolean };

/** TrueType files, by what pages call the font. */
export type LoadedFonts = Map<string, { normal: Uint8Array; bold: Uint8Array }>;

const WEIGHTS = { normal: 400, bold: 600 };
/** Page numbers are printed when the pages are done. */
const ALWAYS = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join("") + "\ufffd";

/**
 * The fonts of a document with no more characters than it has. The packages keep all weights in one file, which PDF cannot do: each
 * is cut out. Throws where a package is not installed whole.
 */
export async function loadFonts(uses: readonly FontUse[]): Promise<LoadedFonts> {
  const loaded: LoadedFonts = new Map();
  for (const { piece, characters, isBoldUsed } of uses) {
    const file = await readFile(piece.path);
    const text = [...characters].join("");
    const cut = (weight: number) =>
      subsetFont(file, text, { targetFormat: "truetype", variationAxes: { wght: weight } });
    const normal = await cut(WEIGHTS.normal);
    loaded.set(piece.name, { normal, bold: isBoldUsed ? await cut(WEIGHTS.bold) : normal });
  }
  return loaded;
}

/** The use of the base font, which is always there. */
export function baseUse(): FontUse {
  const piece = findPiece("sans", 0x41);
  if (piece?.name !== BASE_FONT) throw new Error(`our bug: the base font is not ${BASE_FONT}`);
  return { piece, characters: new Set(ALWAYS), isBoldUsed: true };
}
