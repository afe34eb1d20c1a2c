import { ApiError } from "#platform/errors";
import { applyObservation } from "./apply";
import type { ObservationBulkRequest, ObservationBulkResult } from "./models";
import { updateObservation, type ObservationContext } from "./service";

/** Does the same with several; what is refused of one does not stop the others. */
export async function updateObservations(
  ctx: ObservationContext,
  request: ObservationBulkRequest,
): Promise<ObservationBulkResult> {
  const rows: ObservationBulkResult["rows"] = [];
  await ctx.db.transaction(async (db) => {
    rows.length = 0;
    for (const id of request.observation_ids.toSorted((left, right) => left - right))
      rows.push({ observation_id: id, error: await refusalOf(() => carryOut({ ...ctx, db }, id, request)) });
  });
  const failed = rows.filter(({ error }) => error !== null).length;
  return { done: rows.length - failed, failed, rows };
}

const STATUSES = {
  acknowledge: "acknowledged",
  ignore: "acknowledged",
  resolve: "resolved",
  reopen: "open",
} as const;

async function carryOut(
  ctx: ObservationContext,
  id: number,
  { action, ignored_until: until, reason }: ObservationBulkRequest,
): Promise<unknown> {
  if (action === "apply") return applyObservation(ctx, id);
  const ignore = action === "ignore";
  const ignoring = { ignore, ignored_until: ignore ? until : null, reason: ignore ? reason : null };
  return updateObservation(ctx, { id, update: { status: STATUSES[action], ...ignoring } });
}

/** Each verb has a transaction of its own inside: what is refused leaves nothing. */
async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof ApiError && typeof error.detail === "string") return error.detail;
    throw error;
  }
}
