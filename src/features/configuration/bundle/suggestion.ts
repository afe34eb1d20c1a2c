/** A name that differs by no more than this is likely what was meant. */
const MOST_EDITS = 2;

/** The name of the list that a wrong one is likely meant for. */
export function suggestionFor(wrong: string, names: Iterable<string>): string | undefined {
  if (wrong.length > 64) return undefined;
  let best: { name: string; edits: number } | undefined;
  for (const name of names) {
    const edits = editsBetween(wrong.toLowerCase(), name);
    if (edits <= MOST_EDITS && edits < (best?.edits ?? Infinity)) best = { name, edits };
  }
  return best?.name;
}

/** `; do you mean 'devices'?`, or nothing. */
export function askFor(wrong: string, names: Iterable<string>): string {
  const name = suggestionFor(wrong, names);
  return name === undefined ? "" : `; do you mean '${name}'?`;
}

/** Letters that are added, left out or replaced (Levenshtein). */
function editsBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [place, letter] of Array.from(left).entries()) {
    const next = [place + 1];
    for (const [at, other] of Array.from(right).entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
