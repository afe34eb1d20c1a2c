import type { Path } from "./parsed";

/** What is wrong with a value that could be read. */
export type Unfit = { path: Path; message: string };

/**
 * The first value that no database keeps; undefined: there is none. PostgreSQL's text takes no NUL, its JSON no half of a
 * surrogate pair.
 */
export function findUnfit(value: unknown): Unfit | undefined {
  const path: (string | number)[] = [];

  /** Leaves the path at what is wrong. */
  function faultOf(one: unknown): string | undefined {
    if (typeof one === "string") return faultOfText(one);
    if (typeof one !== "object" || one === null) return undefined;
    const isList = Array.isArray(one);
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
