import { changesOf, recordAudit, recordAudits, type Actor, type AuditEntry } from "#features/audit";
import type { Db } from "#platform/database";
import type { Written } from "./write";

const ACTION = "topology.devices_bulk_imported";

/** More would make one audit row too big to be read with its neighbours. */
const DEVICES_PER_ENTRY = 250;

export type WriteRecord = {
  /** Notes what was written of some devices. */
  add(written: readonly Written[]): Promise<void>;
  /** Adds the import's own row. */
  close(detail: string): Promise<void>;
};

/**
 * What an import writes as audit rows, in its own transaction: one, which holds it all up to 250 devices; else the
 * import's row names the action of entries of 250 devices each, which have the same request and target.
 */
export function createWriteRecord(
  ctx: { db: Db; actor: Actor },
  { target, count }: { target: string; count: number },
): WriteRecord {
  const entries = `${ACTION}.rows`;
  let noted = 0;
  let whole: Pick<AuditEntry, "before" | "after"> = statesOf([]);
  return {
    async add(written) {
      if (count <= DEVICES_PER_ENTRY) {
        whole = statesOf(written);
        return;
      }
      const parts: AuditEntry[] = [];
      for (let start = 0; start < written.length; start += DEVICES_PER_ENTRY) {
        const part = written.slice(start, start + DEVICES_PER_ENTRY);
        const detail = `devices ${noted + 1} to ${noted + part.length} of ${count}`;
        noted += part.length;
        parts.push({ action: entries, target, detail, ...statesOf(part) });
      }
      await recordAudits(ctx, parts);
    },
    async close(detail) {
      const states = count <= DEVICES_PER_ENTRY ? whole : { after: { written: { count, entries } } };
      await recordAudit(ctx, { action: ACTION, target, detail, ...states });
    },
  };
}

/** The fields that differ, by device; of new ones the ids. */
function statesOf(written: readonly Written[]): Required<Pick<AuditEntry, "before" | "after">> {
  const created: number[] = [];
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const { id, before: old, after: next, interfaces } of written) {
    if (old === undefined) created.push(id);
    else {
      const changes = changesOf(
        { ...old, ...(interfaces && { interfaces: interfaces.before }) },
        { ...next, ...(interfaces && { interfaces: interfaces.after }) },
      );
      before[id] = changes.before;
      after[id] = changes.after;
    }
  }
  return { before: { updated: before }, after: { created, updated: after } };
}
