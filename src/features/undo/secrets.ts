import type { StoredAuditEntry } from "#features/audit";
import { statesOf } from "./objects";
import { addLost, type Undoer, type UndoRun } from "./run";

/** Notes which secrets somebody has to type anew: the log holds none. `of`: whose they are, as audit rows name it. */
export function addLostSecrets(run: UndoRun, of: string | null, names: readonly string[]): void {
  if (names.length === 0) return;
  const keys = names.map((name) => `${of}:${name}`);
  addLost(run, {
    kind: "secrets",
    keys,
    reason: `to be typed anew, as the log holds none: ${names.join(", ")}`,
  });
}

const TIMES: ReadonlySet<string> = new Set(["updated_at"]);

/**
 * The same undoers, which leave secrets as they are and say which ones an entry has changed, too. `said`: fields of its
 * states that nobody sets.
 */
export function leavingSecrets(
  undoers: readonly Undoer[],
  secretsOf: (entry: StoredAuditEntry) => readonly string[],
  said = TIMES,
): Undoer[] {
  return undoers.map((undoer) => ({
    ...undoer,
    refusalOf: (entry) =>
      undoer.refusalOf?.(entry) ??
      (secretsOf(entry).length > 0 && isEmpty(entry, said)
        ? `it changed ${secretsOf(entry).join(", ")}, and the log holds no secrets`
        : undefined),
    async undo(run, entry) {
      const names = secretsOf(entry);
      const reason = `they stay as they are, as the log holds none: ${names.join(", ")}`;
      addLost(run, { kind: "secrets", keys: names.map((name) => `${entry.target}:${name}`), reason });
      await undoer.undo(run, entry);
    },
  }));
}

function isEmpty(entry: StoredAuditEntry, said: ReadonlySet<string>): boolean {
  const { before, after } = statesOf(entry);
  return Object.keys({ ...before, ...after }).every((name) => said.has(name));
}
