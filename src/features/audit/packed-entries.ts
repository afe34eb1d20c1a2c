import { z } from "zod";
import type { Db } from "#platform/database";
import { recordAudits, type Actor, type AuditEntry } from "./service";
import type { StoredAuditEntry } from "./undone";

/** More would make one row too big to be read with its neighbours. */
const PER_ROW = 250;

type PackedRecord = {
  /** What it does is collected. */
  actor: Actor;
  /** Before work that may be taken back: gives what forgets the entries since. */
  mark: () => () => void;
  /** Writes what was collected: full rows only, or all of it. */
  flush(ctx: { db: Db }, amount: "full rows" | "all"): Promise<void>;
};

/**
 * Packs the entries of work on many things into few rows of the log. A row each would make the commit take minutes, and
 * all others wait for it, as each row is chained to the one before. `action` ends in `.rows`.
 */
export function createPackedRecord(
  actor: Actor,
  { action, target }: { action: string; target: string },
): PackedRecord {
  const collected: AuditEntry[] = [];
  return {
    actor: { ...actor, collect: (entry) => void collected.push(entry) },
    mark() {
      const { length } = collected;
      return () => void collected.splice(length);
    },
    async flush({ db }, amount) {
      const rows: AuditEntry[] = [];
      const least = amount === "all" ? 1 : PER_ROW;
      while (collected.length >= least) {
        const entries = collected.splice(0, PER_ROW);
        const targets = [...new Set(entries.flatMap((entry) => entry.target ?? []))];
        rows.push({ action, target, detail: `entries=${entries.length}`, after: { targets, entries } });
      }
      await recordAudits({ db, actor }, rows);
    },
  };
}

const Packed = z.object({
  entries: z.array(
    z.object({
      action: z.string(),
      target: z.string().optional(),
      detail: z.string().nullish(),
      before: z.unknown().optional(),
      after: z.unknown().optional(),
    }),
  ),
});

/** The entries that are packed in one, in their order, as if each had a row of its own. */
export function unpackEntry(row: StoredAuditEntry): StoredAuditEntry[] {
  return Packed.parse(row.after).entries.map(({ action, target, detail, before, after }) => ({
    ...row,
    action,
    target: target ?? null,
    detail: detail ?? null,
    before: before ?? null,
    after: after ?? null,
  }));
}
