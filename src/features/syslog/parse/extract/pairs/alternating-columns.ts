import { hasTimes } from "../../values/characters";
import { targetOfName } from "../names/field-names";

/** What parts columns; a blank alone parts words. */
const MARKS = ['" "', "|", "\t", ";", "^", "~", ","];
/** A row of three names and their values at least. */
const MIN_MARKS = 5;
const MAX_CELLS = 96;
const MIN_NAMES = 3;
const NAME = /^[A-Za-z][\w.-]{0,31}(?: [A-Za-z][\w.-]{0,15}){0,2}$/;
/** What stands in front of the first name: `FLOW: ACT|pass|SRC|…`. */
const HEAD = /^.*[:\]>] ?(?=[A-Za-z][\w.-]{0,31}$)/;
const QUOTES = /^["']|["']$/g;

/**
 * Columns of which each second one is the name of what stands behind it, `ACT|pass|SRC|192.0.2.1|DST|…`, as
 * `name="value"`.
 * Any other text as it is: one whose values are names as well is the head of a table.
 */
export function withAlternatingColumns(text: string): string {
  if (text.includes("=")) return text;
  const mark = MARKS.find((each) => hasTimes(text, each, MIN_MARKS));
  if (mark === undefined) return text;
  const cells = text.split(mark, MAX_CELLS).map((cell) => cell.trim().replaceAll(QUOTES, ""));
  cells[0] = (cells[0] ?? "").replace(HEAD, "");
  const first = [0, 1].find((start) => areNames(cells, start));
  if (first === undefined) return text;
  return pairsOf(cells, first).join(mark === "," ? ", " : ` ${mark} `);
}

/**
 * Whether each second column is a name, of which several are known that an end is called by, and the others are none.
 */
function areNames(cells: readonly string[], first: number): boolean {
  const names = cells.filter((_, place) => place >= first && (place - first) % 2 === 0);
  // Behind the last value a mark may stand.
  const last = names.at(-1) ?? "";
  const whole = (cells.length - first) % 2 === 0 || last !== "" ? names : names.slice(0, -1);
  if (!whole.every((name) => NAME.test(name))) return false;
  const known = whole.filter((name) => targetOfName(name) !== null);
  const values = cells.filter((_, place) => place > first && (place - first) % 2 === 1);
  const isEnd = (name: string) =>
    targetOfName(name)?.field === "srcIp" || targetOfName(name)?.field === "dstIp";
  return (
    known.length >= MIN_NAMES &&
    known.length * 2 >= whole.length &&
    known.some(isEnd) &&
    !values.some((value) => NAME.test(value) && isEnd(value))
  );
}

function pairsOf(cells: readonly string[], first: number): string[] {
  const pairs: string[] = [];
  for (let place = first; place + 1 < cells.length; place += 2) {
    const [name = "", value = ""] = cells.slice(place, place + 2);
    if (value !== "" && !value.includes('"')) pairs.push(`${name}="${value}"`);
  }
  return pairs;
}
