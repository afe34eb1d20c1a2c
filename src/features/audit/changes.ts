type Fields = Record<string, unknown>;

/**
 * Of two states of a thing the fields that differ, as an audit row shows them. Secrets must not be among the fields.
 */
export function changesOf(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (fields: Fields): Fields =>
    Object.fromEntries(changed.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
  return { before: pick(before), after: pick(after) };
}

/** The states with the id of the thing, for entries whose target is a name. */
export function identified(
  id: number,
  { before, after }: ReturnType<typeof changesOf>,
): ReturnType<typeof changesOf> {
  return { before: { id, ...before }, after: { id, ...after } };
}
