const MOST = 200;

/** A value of an entry as people read it: nothing as a dash, lists by their members. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  const text = textOf(value);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(memberText).join(", ");
  return JSON.stringify(value);
}

/** An interface, or what else has a name, by it. */
function memberText(member: unknown): string {
  if (typeof member === "object" && member !== null && "name" in member && typeof member.name === "string")
    return member.name;
  return textOf(member);
}
