import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  type Document,
  type ParsedNode,
} from "yaml";
import { MAX_DEPTH, refuseMoreKeys, shownKey, TextFault, TOO_DEEP, type OnValue, type Path } from "./parsed";
import { refuseLargeYaml } from "./yaml-size";

type ParsedDocument = Document.Parsed;

/** The tree of a text takes a hundred times its room. */
export const LONGEST_FULL_YAML = 2 * 1024 * 1024;

/**
 * The value of any YAML 1.2 text of one document. Anchors and tags are refused: an anchor can stand for more than any
 * memory holds. Throws a TextFault.
 */
export function parseFullYaml(text: string, onValue?: OnValue): unknown {
  if (text.length > LONGEST_FULL_YAML)
    throw new TextFault(
      1,
      "is too long for block texts, folded texts and lists over several lines in brackets: write it with a line for each value",
    );
  refuseLargeYaml(text);
  const lines = new LineCounter();
  const document = parseOne(text, lines);
  const lineOf = (node: { range?: readonly number[] | null | undefined } | null): number =>
    lines.linePos(node?.range?.[0] ?? 0).line;
  const [first] = document.errors;
  if (first !== undefined) throw new TextFault(lines.linePos(first.pos[0]).line, first.message);

  function read(node: ParsedNode | null, path: Path): unknown {
    if (path.length > MAX_DEPTH) throw new TextFault(lineOf(node), TOO_DEEP);
    if (node === null) return null;
    if (isAlias(node) || ("anchor" in node && node.anchor !== undefined))
      throw new TextFault(lineOf(node), "anchors and aliases (& and *) are not taken");
    if (node.tag !== undefined) throw new TextFault(lineOf(node), "tags (!) are not taken");
    if (isMap<ParsedNode, ParsedNode | null>(node)) return readMap(node.items, path);
    if (isSeq<ParsedNode>(node)) return readList(node.items, path);
    return plain(isScalar(node) ? node.value : null);
  }

  function readList(items: readonly ParsedNode[], path: Path): unknown[] {
    return items.map((item, place) => {
      onValue?.([...path, place], lineOf(item));
      return read(item, [...path, place]);
    });
  }

  function readMap(
    items: readonly { key: ParsedNode; value: ParsedNode | null }[],
    path: Path,
  ): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    for (const { key, value } of items) {
      if (!isScalar(key)) throw new TextFault(lineOf(key), "a key is a text");
      const name = typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
      if (entries.has(name)) throw new TextFault(lineOf(key), `has the key ${shownKey(name)} twice`);
      refuseMoreKeys(entries, lineOf(key));
      onValue?.([...path, name], lineOf(key));
      entries.set(name, read(value, [...path, name]));
    }
    return Object.fromEntries(entries);
  }

  onValue?.([], lineOf(document.contents));
  return read(document.contents, []);
}

/** The one document of a text. Throws at the first token that is out of place: a text may have a million of them. */
function parseOne(text: string, lines: LineCounter): ParsedDocument {
  const composer = new Composer({ version: "1.2", schema: "core", uniqueKeys: false });
  const documents: ParsedDocument[] = [];
  const { stackTraceLimit } = Error;
  // Of errors within lists there may be as many, and a stack is most of what each of them takes.
  Error.stackTraceLimit = 0;
  try {
    for (const token of new Parser(lines.addNewLine).parse(text)) {
      if (token.type === "error") throw new TextFault(lines.linePos(token.offset).line, token.message);
      documents.push(...composer.next(token));
      if (documents.length > 1) break;
    }
    if (documents.length < 2) documents.push(...composer.end(true, text.length));
  } catch (error) {
    // It calls itself for each level.
    if (error instanceof RangeError) throw new TextFault(1, TOO_DEEP);
    throw error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  const [document, second] = documents;
  if (document === undefined) throw new TextFault(1, "is no YAML");
  if (second !== undefined)
    throw new TextFault(lines.linePos(second.range[0]).line, "holds more than one document");
  return document;
}

/** What JSON has no word for is no value of any field. */
function plain(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return typeof value === "bigint" ? Number(value) : value;
}
