/** A field of which what is there now and what the person wrote are not the same. */
export type Difference = { label: string; theirs: string; mine: string };

type Labels<Values> = Readonly<Record<Extract<keyof Values, string>, string>>;

export const NOT_TOUCHED = "not touched";

/** The fields of a form, in the order of their labels. */
export function fieldsOf<Values>(labels: Labels<Values>): Extract<keyof Values, string>[] {
  return Object.keys(labels).filter((name): name is Extract<keyof Values, string> => name in labels);
}

/** Whether a field says the same; lists and objects by what is in them. */
export function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * What differs between a form and the thing as somebody else has left it, and whether that is of the person's own
 * doing.
 */
export function differences<Values>(
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
  {
    labels,
    describe,
  }: { labels: Labels<Values>; describe: (name: Extract<keyof Values, string>, value: unknown) => string },
): Difference[] {
  return fieldsOf(labels).flatMap((name) => {
    if (isSame(mine[name], theirs[name])) return [];
    const isOwn = !isSame(mine[name], base[name]);
    return [
      {
        label: labels[name],
        theirs: describe(name, theirs[name]),
        mine: isOwn ? describe(name, mine[name]) : NOT_TOUCHED,
      },
    ];
  });
}

/** The person's changes on top of what somebody else has left. */
export function rebase<Values extends object>({
  base,
  mine,
  theirs,
}: {
  base: Values;
  mine: Values;
  theirs: Values;
}): Values {
  return { ...theirs, ...changedOnly(mine, base) };
}

/** Of a body only what is another than before: what was not touched may have been changed by others. */
export function changedOnly<Body extends object>(after: Body, before: Body): Partial<Body> {
  const known = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([name, value]) => !isSame(value, known.get(name)));
  const partial: Partial<Body> = {};
  return Object.assign(partial, Object.fromEntries(changed));
}
