import { CST, Lexer } from "yaml";
import { MAX_DEPTH, TextFault, TOO_DEEP } from "./parsed";

/** Each is kept by the parser, in half a kibioctet and more. Two mebioctets of short lines have fewer. */
const MAX_PARTS = 600_000;
/** Of a part, and kept with it. */
const NO_PARTS: ReadonlySet<string | null> = new Set([
  null,
  "byte-order-mark",
  "doc-mode",
  "flow-error-end",
  "map-value-ind",
  "space",
]);

/**
 * Throws a TextFault where a YAML text opens more brackets than a bundle has levels, or more entries and keys in one
 * line (`- - - ? ?`), or has more values, lines and commas than a bundle of that length. The parser keeps its place in
 * each level for each level, and a tree of all parts: a mebioctet took gigabytes and minutes before it was refused. The
 * tokens come one by one and take no memory.
 */
export function refuseLargeYaml(text: string): void {
  let line = 1;
  let parts = 0;
  let brackets = 0;
  let begunInLine = 0;
  let isScalarNext = false;
  for (const token of new Lexer().lex(text)) {
    const type = isScalarNext ? "scalar" : CST.tokenType(token);
    isScalarNext = !isScalarNext && token === CST.SCALAR;
    if (!isScalarNext && !NO_PARTS.has(type)) parts++;
    if (type === "flow-seq-start" || type === "flow-map-start") brackets++;
    else if (type === "flow-seq-end" || type === "flow-map-end") brackets = Math.max(0, brackets - 1);
    else if (type === "newline") begunInLine = 0;
    else if (type === "explicit-key-ind" || type === "seq-item-ind") begunInLine++;
    else if (type === "map-value-ind" && brackets === 0) begunInLine++;
    if (brackets > MAX_DEPTH || begunInLine > MAX_DEPTH) throw new TextFault(line, TOO_DEEP);
    if (parts > MAX_PARTS)
      throw new TextFault(
        line,
        "has too many values for block texts, folded texts and lists over several lines in brackets: take it in parts, " +
          "or write it with a line for each value and texts in double quotes",
      );
    for (let at = token.indexOf("\n"); at >= 0; at = token.indexOf("\n", at + 1)) line++;
  }
}
