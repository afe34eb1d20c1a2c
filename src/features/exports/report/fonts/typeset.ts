import type { Cell, Content, TextNode } from "../content";
import { BASE_FONT } from "./families";
import { baseUse, type FontUse } from "./load";
import { toRuns, type Missing } from "./runs";

/** Gives texts their fonts, and remembers what of which font was used. */
export class Typesetter {
  readonly #uses = new Map<string, FontUse>([[BASE_FONT, baseUse()]]);

  readonly #missing: Missing;

  constructor(missing: Missing) {
    this.#missing = missing;
  }

  get uses(): FontUse[] {
    return [...this.#uses.values()];
  }

  /** The same content, its texts cut where their font changes. */
  typeset(content: Content, isBold = false): Content {
    const bold = "bold" in content ? (content.bold ?? isBold) : isBold;
    if ("text" in content) return this.#setText(content, bold);
    if ("stack" in content) return { ...content, stack: content.stack.map((one) => this.typeset(one, bold)) };
    if ("columns" in content)
      return { ...content, columns: content.columns.map((one) => this.typeset(one, bold)) };
    if ("table" in content) {
      const body = content.table.body.map((row) =>
        row.map((cell): Cell => ({ ...cell, ...this.typeset(cell, bold) })),
      );
      return { ...content, table: { ...content.table, body } };
    }
    return content;
  }

  #setText(node: TextNode, isBold: boolean): TextNode {
    if (typeof node.text !== "string") return node;
    const runs = toRuns(node.text, this.#missing);
    for (const { text, font, piece } of runs) {
      const use =
        this.#uses.get(font) ?? (piece && { piece, characters: new Set<string>(), isBoldUsed: false });
      if (use === undefined) throw new Error(`our bug: nobody knows where the font ${font} is`);
      for (const character of text) use.characters.add(character);
      use.isBoldUsed ||= isBold;
      this.#uses.set(font, use);
    }
    const [first] = runs;
    if (runs.length === 1 && first?.font === BASE_FONT) return { ...node, text: first.text };
    return { ...node, text: runs.map(({ text, font }) => ({ text, font })) };
  }
}
