import { FIELD_NAMES } from "./fields";
import { OTHER_NAMES, splitQuery } from "./query-text";

/** What stands before a colon as a field would, and the field whose name is nearest; null: none is near. */
export type UnknownField = { name: string; nearest: string | null };

/** A name and what is asked of it. Not `https://…`, `std::move` or a label at the end of its word. */
const PAIR = /^(_?[a-z][a-z_.-]*):[^\s/:]/i;

/** A MAC or IPv6 address may begin like a name with a colon. */
const ADDRESS = /^[\da-f]*[.:][\da-f.:/]*$/i;

/** What others say for parts of a name. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ["source", "src"],
  ["destination", "dst"],
  ["dest", "dst"],
  ["address", "ip"],
  ["addr", "ip"],
  ["level", "severity"],
  ["program", "app"],
  ["process", "app"],
  ["policy", "rule_id"],
  ["pid", "procid"],
]);

/**
 * The names in a search text that are written like fields and are none, each once and as written: such a term is looked
 * for in the lines as it is. In quotes it is meant so.
 */
export function findUnknownFields(q = ""): UnknownField[] {
  const names = splitQuery(q.toWellFormed(), FIELD_NAMES).flatMap(({ field, text, isQuoted }) => {
    const name = field === undefined && !isQuoted && !ADDRESS.test(text) ? PAIR.exec(text)?.[1] : undefined;
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)].map((name) => ({ name, nearest: findNearest(name) }));
}

/** By other words for its parts, else by how its name begins, else by the letters in which it differs. */
function findNearest(name: string): string | null {
  const parts = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[._-]/);
  const wanted = parts.map((part) => PARTS.get(part) ?? part).join("_");
  const meant = OTHER_NAMES.get(wanted) ?? OTHER_NAMES.get(wanted.replaceAll("_", "")) ?? wanted;
  if (FIELD_NAMES.has(meant)) return meant;
  const known = [...FIELD_NAMES];
  return known.find((field) => field.startsWith(`${wanted}_`)) ?? findSimilar(wanted, known);
}

/** Of short names one letter may differ, of longer ones two; of names that are as near the first. */
function findSimilar(wanted: string, known: readonly string[]): string | null {
  const farthest = wanted.length < 5 ? 1 : 2;
  const [nearest] = known
    .map((field) => ({ field, distance: countEdits(wanted, field) }))
    .filter(({ distance }) => distance <= farthest)
    .toSorted((one, other) => one.distance - other.distance);
  return nearest?.field ?? null;
}

/** Letters that are put in, left out, taken for another or changed places with their neighbour (optimal string alignment). */
function countEdits(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isTurned = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isTurned && row > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
}
