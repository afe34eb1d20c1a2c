import type { StoredAuditEntry } from "#features/audit";
import { leavingSecrets, readRequest, settingsUndoers, type Fields, type Undoer } from "#features/undo";
import { BackupTargetUpdate } from "./models";
import { describeTarget, updateTarget, type TargetContext } from "./service";

const SECRETS = ["secret_access_key", "passphrase"];
/** The folder is the environment's. */
const ONLY_SAID = new Set(["folder", "secret_access_key_set", "passphrase_set"]);

/** How changes of where backups go are taken back, but for key and passphrase, which the log does not hold. */
export function backupTargetUndoers(deps: Omit<TargetContext, "db">): Undoer[] {
  const undoers = settingsUndoers({
    action: "backup.target_updated",
    permission: "superadmin",
    target: "backup-target",
    name: "Place of backups",
    comparable,
    read: (db) => describeTarget({ ...deps, db }),
    write: ({ db, actor }, fields) =>
      updateTarget({ ...deps, db, actor }, readRequest(BackupTargetUpdate, fields)),
  });
  return leavingSecrets(undoers, secretsOf, ONLY_SAID);
}

function comparable(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ONLY_SAID.has(name)));
}

function secretsOf({ detail }: StoredAuditEntry): string[] {
  const changed = new Set((detail ?? "").split(" "));
  return SECRETS.filter((name) => changed.has(name));
}
