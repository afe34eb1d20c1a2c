import { isForeignKeyViolation } from "#platform/database";
import { ApiError } from "#platform/errors";
import type { ImportAction } from "../kinds";
import type { NeutralRow } from "../read/read-import";
import { toFaults } from "./read-model";
import { RowFaults, type Fault, type ImportRun, type KindRules } from "./rules";

/** What became of a row. */
export type Outcome = { action: ImportAction; id?: number; fields?: string[]; errors?: readonly Fault[] };

export function refused(errors: readonly Fault[]): Outcome {
  return { action: "refused", errors };
}

/** What stands against a row before its fields are looked at: its reader, or the caller's rights. */
export function refusalOfRow(
  run: Pick<ImportRun, "may">,
  permission: KindRules["permission"],
  { fault, reason }: Pick<NeutralRow, "fault" | "reason">,
): Outcome | undefined {
  if (reason !== undefined) return { action: "not_taken", errors: [{ field: "", msg: reason }] };
  if (fault !== undefined) return refused([{ field: "", msg: fault }]);
  if (!run.may(permission))
    return refused([{ field: "", msg: `You may not change such things: ${permission} is needed` }]);
  return undefined;
}

/** What the work gives, or the refusal that it throws. */
export async function rowOutcome<Result>(work: () => Promise<Result>): Promise<Result | Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RowFaults) return refused(error.faults);
    if (isForeignKeyViolation(error)) return GONE_MEANWHILE;
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    // Not there: it was when the import looked.
    const isMeanwhile = error.status === 409 || error.status === 404;
    return { action: isMeanwhile ? "conflict" : "refused", errors: faultsOf(error) };
  }
}

const GONE_MEANWHILE: Outcome = {
  action: "conflict",
  errors: [{ field: "", msg: "What it belongs to was deleted meanwhile" }],
};

function faultsOf({ detail }: ApiError): Fault[] {
  if (typeof detail === "string") return [{ field: "", msg: detail }];
  return toFaults(detail);
}

/** Where the work is refused nothing of it stays: in the database, in the audit log, or among the places made for it. */
export async function writeOrForget<Result>(
  run: ImportRun,
  work: (run: ImportRun) => Promise<Result>,
): Promise<Result> {
  const forgets = [run.mark(), run.sites.mark(), run.groups.mark(), run.hosts.mark()];
  try {
    return await run.db.transaction((db) => work({ ...run, db }));
  } catch (error) {
    for (const forget of forgets) forget();
    throw error;
  }
}
