import { addressTarget } from "./key-roles";
import { wordSet } from "../../values/word-list";

/**
 * `<src>192.0.2.1</src>`, and `<Data Name='IpAddress'>` as Windows has it; `<source>`, `</source>`, and
 * `<src ip="192.0.2.1" port="1234"/>`.
 */
const TAG =
  /<(?:[A-Za-z]\w{1,15} (?:[Nn]ame|NAME|[Kk]ey|KEY|[Ii]d|ID|[Nn]|[Kk])=['"]([\w.-]{1,34})['"]|([\w:.-]{1,34})( [^<>]{0,80})?)>([^<>]{1,128})<\/[\w:.-]{1,34}>|<(\/?)([A-Za-z][\w:.-]{0,33})((?:\s[^<>]{0,400})?)>/g;
const ATTRIBUTE = /([A-Za-z][\w:.-]{0,23})=["']([^"'<>]{1,80})["']/g;
/** What an end's tag has among its attributes. */
const END_PAIR = /\s(?:ip\w{0,8}|addr\w{0,4}|host|port)=/i;
/** `<field name="SrcIp" value="192.0.2.1"/>`. */
const NAME_AND_VALUE =
  /^\s(?:name|key|id|field|n|k)=["']([A-Za-z][\w.-]{0,33})["']\s(?:value|val|data|text|v)=["']([^"'<>]{0,128})["'] ?\/?$/i;
/** Below one of these a name says whose it is. */
const SIDES = wordSet(
  `src source dst dest destination client server attacker victim target initiator responder originator remote local peer`,
);
/** Who is called alone is part of a configuration. */
const CALLER = /<(?:[\w.-]{1,24}:)?(?:src|source|client|attacker|initiator|originator|remote|peer)[\s>]/i;
const MAX_DEPTH = 16;
/** A vendor's own before a name. */
const NAMESPACE = /^[\w.-]{1,24}:/;

/**
 * The values of elements and of the attributes of an end as `key="value"`: `<src>A</src>`,
 * `<source><ip>A</ip></source>`,
 * `<src ip="A" port="p"/>`, `<iface dir="in">eth0</iface>`. Other marks stay as they are.
 */
export function withElements(text: string): string {
  const path: string[] = [];
  const hasCaller = CALLER.test(text);
  return text.replaceAll(TAG, (whole: string, ...parts: (string | undefined)[]) => {
    const [data, name, leafPairs, value, slash, element = "", pairs = ""] = parts;
    const plain = (data ?? name ?? element).replace(NAMESPACE, "");
    if (value !== undefined)
      return leaf({ path: hasCaller ? path : [], key: plain, pairs: leafPairs ?? "" }, value);
    if (slash === "/") {
      const last = path.lastIndexOf(plain);
      if (last !== -1) path.length = last;
      return " ";
    }
    if (!pairs.endsWith("/") && path.length < MAX_DEPTH) path.push(plain);
    const [, said = "", text = ""] = NAME_AND_VALUE.exec(pairs) ?? [];
    if (said !== "") return ` ${said}="${text}" `;
    const isEnd = END_PAIR.test(pairs) && addressTarget(plain) !== null;
    return isEnd ? ` ${prefixed(pairs, plain)} ` : whole;
  });
}

function leaf({ path, key, pairs }: { path: readonly string[]; key: string; pairs: string }, value: string) {
  const first = path.findIndex(isSide);
  const above = first === -1 || isSide(key) ? "" : `${path.slice(first).join("_")}_`;
  const beside = pairs === "" ? "" : `${prefixed(pairs, key)} `;
  return ` ${beside}${above}${key}="${value}"`;
}

function isSide(name: string): boolean {
  return SIDES.has(name.toLowerCase());
}

/** The pairs of a tag, each with the tag's name before its own. */
function prefixed(pairs: string, name: string): string {
  return [...pairs.matchAll(ATTRIBUTE)]
    .map(([, key = "", value = ""]) => `${name}_${key}="${value}"`)
    .join(" ");
}
