import type { Comparison, Difference, FieldChange, Removal } from "./compare";

export const CHANGE_ACTIONS = ["create", "update", "remove"] as const;
type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** A change as people read it. */
export type Described = {
  kind: string;
  action: ChangeAction;
  name: string;
  old_name: string | null;
  sentence: string;
  fields: FieldChange[];
  secrets: string[];
  goes_with: Readonly<Record<string, number>>;
};

const LONGEST_VALUE = 80;
/** Of a new thing: more are counted. */
const SAID_FIELDS = 4;

/** What is to be made or changed, one sentence each. */
export function describeDifference(one: Difference): Described {
  const { kind, name, stored, fields, secrets } = one;
  const oldName = stored !== undefined && one.oldName !== name ? (one.oldName ?? null) : null;
  const isNew = stored === undefined;
  return {
    kind: kind.name,
    action: isNew ? "create" : "update",
    name,
    old_name: oldName,
    sentence: isNew ? sentenceOfNew(one) : sentenceOfChange(one, oldName),
    fields: [...fields],
    secrets: [...secrets],
    goes_with: {},
  };
}

/** `goesWith`: how many things of other kinds would go. */
export function describeRemoval(
  { kind, name }: Removal,
  goesWith: Readonly<Record<string, number>> = {},
): Described {
  const along = alongText(goesWith);
  const more = along === "" ? "" : `, which takes along ${along}`;
  return {
    kind: kind.name,
    action: "remove",
    name,
    old_name: null,
    sentence: `Remove ${kind.noun} ${name}${more}`,
    fields: [],
    secrets: [],
    goes_with: goesWith,
  };
}

/** `links (2) and sensors (1)`. */
function alongText(counts: Readonly<Record<string, number>>): string {
  return listed(Object.entries(counts).map(([what, count]) => `${words(what)} (${count})`));
}

function sentenceOfNew({ kind, name, fields, secrets }: Difference): string {
  const said = fields.filter(
    ({ field, after }) =>
      JSON.stringify(after) !== JSON.stringify(kind.defaults[field] ?? null) && shown(after) !== name,
  );
  const first = said.slice(0, SAID_FIELDS).map(({ field, after }) => `${words(field)} ${shown(after)}`);
  const more = said.length > SAID_FIELDS ? [`${said.length - SAID_FIELDS} more`] : [];
  const all = [...first, ...more, ...secrets.map((secret) => `its ${words(secret)}`)];
  return `Add ${kind.noun} ${name}${all.length === 0 ? "" : ` with ${listed(all)}`}`;
}

function sentenceOfChange({ kind, name, fields, secrets }: Difference, oldName: string | null): string {
  const others = fields.filter(({ before, after }) => before !== oldName || after !== name);
  const parts = [...others.map(partOf), ...secrets.map((secret) => `${words(secret)} is set anew`)];
  if (oldName === null) return `Change ${kind.noun} ${name}: ${parts.join("; ")}`;
  return [`Rename ${kind.noun} ${oldName} to ${name}`, ...parts].join("; ");
}

function partOf({ field, before, after }: FieldChange): string {
  if (isTexts(before) && isTexts(after)) {
    const [added, gone] = [without(after, before), without(before, after)];
    if (added.length + gone.length > 0)
      return `${words(field)} ${listed([...added.map((text) => `+${text}`), ...gone.map((text) => `-${text}`)])}`;
  }
  return `${words(field)} from ${shown(before)} to ${shown(after)}`;
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  return texts.filter((text) => !others.includes(text)).slice(0, 10);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= 100 && value.every((one) => typeof one === "string");
}

function words(field: string): string {
  return field.replaceAll("_", " ");
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value) && value.length === 0) return "none";
  if (value === true || value === false) return value ? "yes" : "no";
  const text = typeof value === "string" ? value : isTexts(value) ? value.join(", ") : JSON.stringify(value);
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= LONGEST_VALUE ? line : `${line.slice(0, LONGEST_VALUE - 1)}…`;
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

export type KindCounts = {
  kind: string;
  created: number;
  updated: number;
  removed: number;
  unchanged: number;
};

/** How many things of each kind are concerned; kinds of the bundle only. */
export function countChanges(comparison: Comparison, kinds: Iterable<string>): KindCounts[] {
  const counts = new Map<string, KindCounts>();
  for (const kind of kinds) {
    const unchanged = comparison.unchanged.get(kind) ?? 0;
    counts.set(kind, { kind, created: 0, updated: 0, removed: 0, unchanged });
  }
  for (const { kind, stored } of comparison.differences) {
    const own = counts.get(kind.name);
    if (own !== undefined) own[stored === undefined ? "created" : "updated"] += 1;
  }
  for (const { kind } of comparison.removals) {
    const own = counts.get(kind.name);
    if (own !== undefined) own.removed += 1;
  }
  return [...counts.values()];
}
