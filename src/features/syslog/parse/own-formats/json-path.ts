/** A path through JSON: names of members and places in arrays, of which those below 0 count from the end. */
export type JsonPath = readonly (string | number)[];

const MAX_SEGMENTS = 16;
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff-]*/y;
const INDEX = /\[(-?(?:0|[1-9]\d{0,5}))\]/y;
const QUOTED = /\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/y;

/**
 * Reads a path of RFC 9535 that leads to one place: `$.flow.src['ip address'][0]`; the `$.` may be left out. Undefined
 * for any other, as those with wildcards, filters, slices or descendants: they lead to many places, and take a walk
 * through all of the value for each line.
 */
export function readJsonPath(text: string): JsonPath | undefined {
  const segments: (string | number)[] = [];
  let at = text.startsWith("$") ? 1 : 0;
  const take = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found !== null) at = form.lastIndex;
    return found;
  };
  if (at === 0) {
    const first = take(NAME);
    if (first !== null) segments.push(first[0]);
  }
  while (at < text.length) {
    if (text[at] === ".") {
      at++;
      const name = take(NAME);
      if (name === null) return undefined;
      segments.push(name[0]);
      continue;
    }
    const index = take(INDEX);
    if (index !== null) {
      segments.push(Number(index[1]));
      continue;
    }
    const quoted = take(QUOTED);
    if (quoted === null) return undefined;
    segments.push((quoted[1] ?? quoted[2] ?? "").replaceAll(/\\(.)/g, "$1"));
  }
  return segments.length === 0 || segments.length > MAX_SEGMENTS ? undefined : segments;
}

/** What stands at the path as a text; null where there is nothing, or no text, number or truth. */
export function readAt(value: unknown, path: JsonPath): string | null {
  let current = value;
  for (const segment of path) {
    if (Array.isArray(current)) current = typeof segment === "number" ? current.at(segment) : undefined;
    else if (isObject(current) && typeof segment === "string" && Object.hasOwn(current, segment))
      current = current[segment];
    else return null;
  }
  if (typeof current === "string") return current;
  return typeof current === "number" || typeof current === "boolean" ? String(current) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
