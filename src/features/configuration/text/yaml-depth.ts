import { CST, Lexer } from "yaml";
import { MAX_DEPTH, TextFault, TOO_DEEP } from "./parsed";

/**
 * Throws a TextFault where a YAML text opens more brackets than a bundle has levels, or more entries and keys in one
 * line (`- - - ? ?`). The parser keeps its place in each level for each level: a mebioctet of brackets took gigabytes
 * and minutes before it was refused. The tokens come one by one and take no memory.
 */
export function refuseDeepYaml(text: string): void {
  let line = 1;
  let brackets = 0;
  let begunInLine = 0;
  let isScalarNext = false;
  for (const token of new Lexer().lex(text)) {
    const type = isScalarNext ? "scalar" : CST.tokenType(token);
    isScalarNext = !isScalarNext && token === CST.SCALAR;
    if (type === "flow-seq-start" || type === "flow-map-start") brackets++;
    else if (type === "flow-seq-end" || type === "flow-map-end") brackets = Math.max(0, brackets - 1);
    else if (type === "newline") begunInLine = 0;
    else if (type === "explicit-key-ind" || type === "seq-item-ind") begunInLine++;
    else if (type === "map-value-ind" && brackets === 0) begunInLine++;
    if (brackets > MAX_DEPTH || begunInLine > MAX_DEPTH) throw new TextFault(line, TOO_DEEP);
    for (let at = token.indexOf("\n"); at >= 0; at = token.indexOf("\n", at + 1)) line++;
  }
}
