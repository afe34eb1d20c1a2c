/** The output is not what nmap writes. */
export class NmapOutputError extends Error {
  override readonly name = "NmapOutputError";
}

/** The beginning of an element. Its end is told apart, as an element of the same name with `isEnd`. */
export type XmlTag = { name: string; isEnd: boolean; attributes: Readonly<Record<string, string>> };

/** The longest that nmap writes of one element with its attributes is far below. */
const LONGEST_TAG = 65_536;
const NAME = /^[A-Za-z_][\w.-]*/;
const ATTRIBUTE = /^\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));/g;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const LARGEST_CODE_POINT = 0x10_ff_ff;

/**
 * Reads the tags of nmap's XML as it comes, and nothing else of XML: no text between tags, no entities but the five of
 * XML and numbers of characters, no DOCTYPE with more than a name, no CDATA. What is held does not grow with the
 * output.
 */
export class XmlReader {
  #unread = "";

  /** The tags that are whole with this text. @throws NmapOutputError. */
  *read(text: string): Generator<XmlTag, void, undefined> {
    this.#unread += text;
    let at = 0;
    for (;;) {
      const begin = this.#unread.indexOf("<", at);
      if (begin < 0) {
        at = this.#unread.length;
        break;
      }
      const end = endOf(this.#unread, begin);
      if (end === undefined) {
        at = begin;
        break;
      }
      const tag = readTag(this.#unread.slice(begin, end));
      at = end;
      if (tag !== undefined) yield tag;
    }
    this.#unread = this.#unread.slice(at);
    if (this.#unread.length > LONGEST_TAG) throw new NmapOutputError("an element without end");
  }
}

/** Where the piece of markup ends that begins at `begin`; undefined: further on. */
function endOf(text: string, begin: number): number | undefined {
  if (text.startsWith("<!--", begin)) return behind(text.indexOf("-->", begin + 4), 3);
  // No attribute holds `>` in what nmap writes: it is written as an entity.
  return behind(text.indexOf(">", begin), 1);
}

function behind(found: number, length: number): number | undefined {
  return found < 0 ? undefined : found + length;
}

/** Undefined: nothing that says anything. */
function readTag(markup: string): XmlTag | undefined {
  if (markup.length > LONGEST_TAG) throw new NmapOutputError("an element without end");
  if (markup.startsWith("<!--") || markup.startsWith("<?")) return undefined;
  if (markup.startsWith("<!")) {
    if (/^<!DOCTYPE\s+nmaprun\s*>$/.test(markup)) return undefined;
    throw new NmapOutputError("declarations that nmap does not write");
  }
  const isEnd = markup.startsWith("</");
  let rest = markup.slice(isEnd ? 2 : 1, markup.endsWith("/>") ? -2 : -1);
  const [name] = NAME.exec(rest) ?? [];
  if (name === undefined) throw new NmapOutputError("an element without a name");
  rest = rest.slice(name.length);
  const attributes: Record<string, string> = {};
  while (rest.trim() !== "") {
    const found = ATTRIBUTE.exec(rest);
    if (found === null || isEnd) throw new NmapOutputError(`an element ${name} that cannot be read`);
    const [whole, attribute = "", double, single = ""] = found;
    attributes[attribute] = decode(double ?? single);
    rest = rest.slice(whole.length);
  }
  return { name, isEnd, attributes };
}

function decode(text: string): string {
  return text.replace(ENTITY, characterOf);
}

function characterOf(written: string, ...[decimal, hex, name]: (string | undefined)[]): string {
  if (name !== undefined) return NAMED[name] ?? written;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > LARGEST_CODE_POINT ? "\ufffd" : String.fromCodePoint(code).toWellFormed();
}
