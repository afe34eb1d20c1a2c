import { findLastApply, readApply, withoutDetails } from "./applies";
import type { ConfigurationDrift } from "./models";
import { prepare, tryPlan, turns, type ConfigurationContext } from "./service";

/**
 * What has changed against the bundle that was applied last and stands: what applying it again would do. Throws 403 for a kind of
 * it that the caller may not read, and 422 where it cannot be applied any more, such as for a device that is gone.
 */
export function findDrift(
  ctx: ConfigurationContext,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<ConfigurationDrift> {
  const work = async (): Promise<ConfigurationDrift> => {
    const last = await findLastApply(ctx.db);
    if (last === undefined) return { apply: null, plan: null };
    const { bundle: text, format, only, prune } = last;
    const received = { text, format, secrets: {} };
    const options = { only: only ?? undefined, prune };
    const prepared = await prepare(ctx, { received, options, signal });
    const apply = await readApply(ctx, last.id);
    // The history is a SuperAdmin's, and its sentences may name things of kinds that the caller may not read.
    const shown = ctx.caller.isSuperAdmin ? apply : withoutDetails(apply);
    return { apply: shown, plan: await tryPlan(ctx, { prepared, limit, signal }) };
  };
  return turns.run(ctx.caller.userId, work, signal);
}
