/** An element in quotes, with a backslash before each quote and backslash in it, or one without. */
const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^,"]+)/gs;

/** Reads an array of one dimension as PostgreSQL writes it, such as `{a,"b, c",NULL}`. */
export function parseTextArray(text: string): (string | null)[] {
  return Array.from(text.slice(1, -1).matchAll(ELEMENT), ([, quoted, plain]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, "$1");
    return plain === undefined || plain === "NULL" ? null : plain;
  });
}
