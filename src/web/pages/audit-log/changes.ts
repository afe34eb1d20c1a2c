export type Change = {
  field: string;
  before: string | undefined;
  after: string | undefined;
  isChanged: boolean;
};

/** What an entry says of fields before and after, side by side; changed ones first. Undefined: not there. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...old.keys(), ...next.keys()])].sort();
  return names
    .map((field) => {
      const [was, is] = [old.get(field), next.get(field)];
      return { field, before: was, after: is, isChanged: was !== is };
    })
    .sort((one, other) => Number(other.isChanged) - Number(one.isChanged));
}

function fieldsOf(state: unknown): Map<string, string> {
  if (typeof state !== "object" || state === null) return new Map();
  return new Map(Object.entries(state).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (value === null) return "–";
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "–");
}
