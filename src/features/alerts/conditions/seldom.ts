import type { Condition, Found } from "./condition";

/**
 * Looks by one rule no more often than that; in between, what was found last is so. A rule that was changed is looked
 * at anew.
 */
export function seldom(condition: Condition, everyMs: number): Condition {
  const last = new Map<string, { atMs: number; found: Found[] | null }>();
  return async (ctx, rule) => {
    const nowMs = ctx.now.getTime();
    // The clock may have been set back.
    for (const [old, { atMs }] of last) if (Math.abs(nowMs - atMs) >= everyMs) last.delete(old);
    const key = `${rule.id} ${rule.updatedAt.getTime()}`;
    const known = last.get(key);
    if (known !== undefined) return known.found;
    const found = await condition(ctx, rule);
    last.set(key, { atMs: nowMs, found });
    return found;
  };
}
