export type Change = {
  field: string;
  before: string | undefined;
  after: string | undefined;
  isChanged: boolean;
};

/**
 * What an entry says of fields before and after, side by side; changed ones first. Undefined: not there. What was never
 * anything is left out.
 */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...old.keys(), ...next.keys()])].sort();
  return names
    .filter((field) => !isNothing(old.get(field), next.get(field)))
    .map((field) => {
      const [was, is] = [old.get(field), next.get(field)];
      return { field, before: was, after: is, isChanged: was !== is };
    })
    .sort((one, other) => Number(other.isChanged) - Number(one.isChanged));
}

/** How nothing is written: null, an empty text, list or object. */
const NOTHING = new Set(["–", "", "[]", "{}"]);

/** Nothing on both sides, or on the only one. */
function isNothing(was: string | undefined, is: string | undefined): boolean {
  const sides = [was, is].filter((text) => text !== undefined);
  return sides.every((text) => NOTHING.has(text)) && (sides.length === 1 || was === is);
}

function fieldsOf(state: unknown): Map<string, string> {
  if (typeof state !== "object" || state === null) return new Map();
  return new Map(Object.entries(state).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (value === null) return "–";
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "–");
}
