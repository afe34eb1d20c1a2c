/** Things of one kind that went with what was deleted, or lost their reference to it. */
export type Removed = {
  kind: string;
  count: number;
  /** One line for each; none where they are in entries of their own. */
  rows: string[];
  /** The action of those entries. */
  entries: string | undefined;
  /** The things are still there. */
  isThere: boolean;
};

type Fields = Readonly<Record<string, unknown>>;

/** Splits what an entry says of the time before into the fields of the thing itself and what went with it. */
export function splitRemoved(before: unknown): { own: unknown; removed: Removed[] } {
  if (!isFields(before)) return { own: before, removed: [] };
  if (typeof before.kind === "string" && Array.isArray(before.rows)) {
    const { kind, rows } = before;
    return { own: null, removed: [toRemoved(kind, { count: rows.length, rows }, false)] };
  }
  const { removed, unassigned, ...own } = before;
  return { own, removed: [...kindsOf(removed, false), ...kindsOf(unassigned, true)] };
}

function kindsOf(kinds: unknown, isThere: boolean): Removed[] {
  if (!isFields(kinds)) return [];
  return Object.entries(kinds).flatMap(([kind, kept]) =>
    isFields(kept) ? [toRemoved(kind, kept, isThere)] : [],
  );
}

function toRemoved(kind: string, { count, rows, entries }: Fields, isThere: boolean): Removed {
  return {
    kind: kind.replaceAll("_", " "),
    count: Number(count),
    rows: Array.isArray(rows) ? rows.map(lineOf) : [],
    entries: typeof entries === "string" ? entries : undefined,
    isThere,
  };
}

/** The fields that say something, in their order. */
function lineOf(row: unknown): string {
  if (!isFields(row)) return String(row);
  return Object.entries(row)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" · ");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
