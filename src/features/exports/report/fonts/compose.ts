import type { Content } from "../content";
import { loadFont, type LoadedFont } from "./load";
import type { Missing } from "./runs";
import { Typesetter } from "./typeset";

export type Composed = { content: Content[]; fonts: Map<string, LoadedFont>; typesetter: Typesetter };

/**
 * Gives all texts their fonts, and loads these. What a font turns out not to have, though its package says so, is
 * looked for in the next one: there are seven families, so that this comes to an end. `others` are printed later, by
 * the same typesetter.
 */
export async function compose(content: readonly Content[], others: readonly Content[]): Promise<Composed> {
  const missing = new Map<string, Set<string>>();
  const loaded = new Map<string, { key: string; font: LoadedFont }>();
  for (;;) {
    const typesetter = new Typesetter(missing);
    const set = content.map((one) => typesetter.typeset(one));
    for (const other of others) typesetter.typeset(other);
    for (const use of typesetter.uses) {
      const { name } = use.piece;
      const key = `${use.isBoldUsed} ${[...use.characters].sort().join("")}`;
      if (loaded.get(name)?.key !== key) loaded.set(name, { key, font: await loadFont(use) });
    }
    const fonts = new Map(
      typesetter.uses.flatMap(({ piece: { name } }) => {
        const font = loaded.get(name)?.font;
        return font === undefined ? [] : [[name, font]];
      }),
    );
    if (!noteMissing(missing, { typesetter, fonts })) return { content: set, fonts, typesetter };
  }
}

/** True where something is missing that nobody knew to be. */
function noteMissing(missing: Missing, { typesetter, fonts }: Omit<Composed, "content">): boolean {
  let isNew = false;
  for (const { piece, characters } of typesetter.uses) {
    const lacking = characters.difference(fonts.get(piece.name)?.characters ?? new Set());
    if (lacking.size === 0) continue;
    const known = missing.get(piece.name) ?? new Set();
    isNew ||= !lacking.isSubsetOf(known);
    missing.set(piece.name, known.union(lacking));
  }
  return isNew;
}
