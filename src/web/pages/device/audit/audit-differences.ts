const ABSENT = "–";

export type Difference = { field: string; from: string; to: string };

/** Said by the row itself. */
const LEFT_OUT = new Set(["updated_at"]);

/**
 * What an audit row says was changed: fields of both sides that are not the same; nothing where one side is missing.
 */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    if (LEFT_OUT.has(field)) return [];
    const [from, to] = [textOf(before[field]), textOf(after[field])];
    return from === to ? [] : [{ field: field.replaceAll("_", " "), from, to }];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Lists by their names, own fields as `rack = A4`. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return ABSENT;
  if (Array.isArray(value)) return value.map((one) => memberText(one)).join(", ") || ABSENT;
  if (isRecord(value)) {
    const parts = Object.entries(value).map(([name, part]) => `${name} = ${textOf(part)}`);
    return parts.join(", ") || ABSENT;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** An interface by its name and all else that is filled, so that a change inside of it is seen. */
function memberText(member: unknown): string {
  if (!isRecord(member)) return textOf(member);
  const { id: _id, name, ...rest } = member;
  const parts = Object.values(rest)
    .map((part) => textOf(part))
    .filter((text) => text !== ABSENT);
  return `${textOf(name)}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}
