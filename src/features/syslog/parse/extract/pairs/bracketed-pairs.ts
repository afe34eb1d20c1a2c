import { hasTimes } from "../../values/characters";
import { addressTarget } from "../names/key-roles";
import { SHORT_PARTS } from "../names/object-sides";

const OPENINGS = ["[", "<", "(", "{"];
const MIN_PAIRS = 4;
/** `src[192.0.2.1] sport[1234] dst[…] …`, `src<192.0.2.1> …`: nothing but such pairs beside each other. */
const ENCLOSED =
  /(?:(?:^|[ ,;|]) ?[A-Za-z][\w.-]{0,24}(?:\[[^[\]<>(){}=]{1,64}\]|<[^[\]<>(){}=]{1,64}>|\([^[\]<>(){}=]{1,64}\)|\{[^[\]<>(){}=]{1,64}\})){4}/;
const ENCLOSED_PAIR =
  /(?<=^|[ ,;|])([A-Za-z][\w.-]{0,24})(?:\[([^[\]<>(){}=]{1,64})\]|<([^[\]<>(){}=]{1,64})>|\(([^[\]<>(){}=]{1,64})\)|\{([^[\]<>(){}=]{1,64})\})/g;
/** `from={ip=192.0.2.1, port=1234}`, `src(addr: 192.0.2.1 port: 1234)`: the pairs of an end in brackets of its own. */
const NESTED_END = /[{([](?:ip|addr|address|a)\s?[=:]/i;
const NESTED =
  /(?<![\w.-])([A-Za-z][\w-]{1,24})(?:\s?[=:] ?)?[{([]\s?([A-Za-z]\w{0,16}\s?[=:] ?"?[\w.:/-]{1,45}"?(?:[,; ] ?[A-Za-z]\w{0,16}\s?[=:] ?"?[\w.:/-]{1,45}"?){0,5})\s?[})\]]/g;
const NESTED_PAIR = /([A-Za-z]\w{0,16})\s?[=:] ?"?([\w.:/-]{1,45})/g;
const NESTED_SIDE = /^(?:from|to)$/i;
/** `if(in)=wan1 if(out)=lan2`, `ip[src]=192.0.2.1`: a key whose side stands in brackets. */
const SIDED_KEY =
  /(?<![\w.-])(if|iface|intf|ifname|interface|nic|dev|ip|addr|address|port)[([](in|out|src|dst|source|destination|ingress|egress)[)\]]=/gi;

/** `msg="src=192.0.2.1 src_port=1234 -> dst=…"`: the packet's pairs within the text of a pair. */
const SAID_PAIRS =
  /(?<![\w.-])(?:msg|message|desc|description|details?|data|log|content|event|text|info)="((?=[^"]{0,400}(?:src|source)[\w-]{0,12}=)(?=[^"]{0,600}(?:dst|dest|destination)[\w-]{0,12}=)[^"]{1,2000})"/i;
const END_PAIR = /(?:src|source|dst|dest|destination)[\w-]{0,12}=/i;
/** Two of the same mark between pairs: `##SRC=192.0.2.1##SPORT=1234##`. */
const DOUBLE_MARKS = ["##", "@@", "$$", "^^", "~~", "||"];
const DOUBLE_MARKED = /(?:##|@@|\$\$|\^\^|~~|\|\|)[A-Za-z][\w .-]{0,40}=/g;

/** The pairs that stand in the text of another, and those that two marks part, each by what parts others. */
export function withSinglePairs(text: string): string {
  const mark = DOUBLE_MARKS.find((each) => hasTimes(text, each, MIN_PAIRS));
  if (mark !== undefined && (text.match(DOUBLE_MARKED) ?? []).length >= MIN_PAIRS)
    return text.replaceAll(mark, "\t");
  const said = text.includes('="') ? SAID_PAIRS.exec(text) : null;
  if (said === null) return text;
  const rest = text.slice(0, said.index) + text.slice(said.index + said[0].length);
  return END_PAIR.test(rest) ? text : `${rest.trimEnd()} ${said[1] ?? ""}`;
}

/** `[IP Address] 192.0.2.1 | [Client User] bob | …`: labels in brackets, each before its value in a column. */
const LABEL_COLUMNS = /(?:\| \[[A-Z][\w ./()-]{1,40}\] ?[^|[\]]{0,200}){3}/;
const LABEL_COLUMN = /(^|[|:] )\[([A-Z][\w ./()-]{1,40})\] ?([^|"]{0,256}?)\s{0,4}(?=\||$)/g;

/** Columns with their labels in brackets, as `label="value"`. */
export function withLabelColumns(text: string): string {
  return LABEL_COLUMNS.test(text) ? text.replaceAll(LABEL_COLUMN, '$1$2="$3" ') : text;
}

/** Pairs whose values stand in brackets, as `key="value"`; null where there are none. */
export function withEnclosedPairs(text: string): string | null {
  if (!OPENINGS.some((mark) => hasTimes(text, mark, MIN_PAIRS)) || !ENCLOSED.test(text)) return null;
  return text.replaceAll(ENCLOSED_PAIR, (_, key: string, ...values: (string | undefined)[]) => {
    const value = values.slice(0, OPENINGS.length).find((each) => each !== undefined) ?? "";
    return `${key}="${value}"`;
  });
}

/** The pairs of each end that stand in its brackets with the end's name before theirs. */
export function withNestedEnds(text: string): string {
  return NESTED_END.test(text) ? text.replaceAll(NESTED, ofEnd) : text;
}

/** Keys whose side stands in their brackets as they are elsewhere, `if_in=wan1`. */
export function withSidedKeys(text: string): string {
  return text.includes(")=") || text.includes("]=") ? text.replaceAll(SIDED_KEY, "$1_$2=") : text;
}

/** The pairs of an end with its name before each. */
function ofEnd(whole: string, name: string, pairs: string): string {
  if (!NESTED_SIDE.test(name) && addressTarget(name) === null) return whole;
  return [...pairs.matchAll(NESTED_PAIR)]
    .map(([, key = "", value = ""]) => `${name}_${SHORT_PARTS.get(key.toLowerCase()) ?? key}=${value}`)
    .join(" ");
}
