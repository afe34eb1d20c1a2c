import type { Path } from "./parsed";

/** What is wrong with a value that could be read. */
export type Unfit = { path: Path; message: string };

/** A hundred thousand things have fewer; each costs memory, and time of the whole service. */
const MOST_VALUES = 2_000_000;
/** Of one mapping: whoever looks at its keys does it without a pause. */
const MOST_KEYS = 10_000;

/**
 * The first value that no database keeps, or the one that is too much; undefined: there is none. PostgreSQL's text takes
 * no NUL, its JSON no half of a surrogate pair.
 */
export function findUnfit(value: unknown): Unfit | undefined {
  let count = 0;
  const path: (string | number)[] = [];

  /** Leaves the path at what is wrong. */
  function faultOf(one: unknown): string | undefined {
    count += 1;
    if (count > MOST_VALUES) return `has more than ${MOST_VALUES} values: take it in parts`;
    if (typeof one === "string") return faultOfText(one);
    if (typeof one !== "object" || one === null) return undefined;
    const isList = Array.isArray(one);
    if (!isList && Object.keys(one).length > MOST_KEYS) return `has more than ${MOST_KEYS} keys`;
    for (const [key, inner] of Object.entries(one)) {
      path.push(isList ? Number(key) : key);
      const message = (isList ? undefined : faultOfText(key)) ?? faultOf(inner);
      if (message !== undefined) return message;
      path.pop();
    }
    return undefined;
  }

  const message = faultOf(value);
  return message === undefined ? undefined : { path, message };
}

function faultOfText(text: string): string | undefined {
  if (text.includes("\0")) return "a text cannot hold the character NUL";
  return text.isWellFormed() ? undefined : "a text has half of a surrogate pair";
}
