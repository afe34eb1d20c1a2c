import { listLaterDetails, type StoredAuditEntry } from "#features/audit";
import {
  addLost,
  leavingSecrets,
  readRequest,
  settingsUndoers,
  statesOf,
  type Fields,
  type Undoer,
} from "#features/undo";
import type { Encryption } from "#platform/encryption";
import { NotificationSettingsBefore, SECRETS } from "./models";
import { readNotificationSettings, updateNotificationSettings } from "./service";

const ACTION = "admin.notification_settings_updated";
const TARGET = "settings:notifications";

/**
 * How changes of the channels' settings are taken back. A secret that was set where there was none goes again, unless
 * somebody has typed another since; one that was replaced or removed stays as it is, as the log holds none.
 */
export function channelSettingsUndoers({ encryption }: { encryption: Encryption }): Undoer[] {
  const undoers = settingsUndoers({
    action: ACTION,
    permission: "superadmin",
    target: TARGET,
    name: "Notification channels",
    comparable: (fields) => fields,
    read: (db) => readNotificationSettings({ db }),
    write: (run, fields) =>
      updateNotificationSettings({ ...run, encryption }, readRequest(NotificationSettingsBefore, fields)),
  });
  return leavingSecrets(undoers.map(removingAddedSecrets), (entry) => {
    const added = addedSecrets(entry);
    return secretsIn(entry.detail).filter((name) => !added.includes(name));
  });
}

function removingAddedSecrets(undoer: Undoer): Undoer {
  return {
    ...undoer,
    async undo(run, entry) {
      const later = await listLaterDetails(run.db, { id: entry.id, action: ACTION, target: TARGET });
      const typedSince = new Set(later.flatMap(secretsIn));
      const added = addedSecrets(entry);
      const staying = added.filter((name) => typedSince.has(name));
      const reason = `they stay as they are, as somebody has typed them since: ${staying.join(", ")}`;
      addLost(run, { kind: "secrets", keys: staying.map((name) => `${TARGET}:${name}`), reason });
      const going = new Set(added.filter((name) => !typedSince.has(name)));
      const isMeant = (name: string) => !SECRETS.has(name) || going.has(name);
      const { before, after } = statesOf(entry);
      await undoer.undo(run, { ...entry, before: only(before, isMeant), after: only(after, isMeant) });
    },
  };
}

/** What an entry says was set where nothing was. */
function addedSecrets(entry: StoredAuditEntry): string[] {
  const { before, after } = statesOf(entry);
  return [...SECRETS].filter((name) => before[name] === "" && (after[name] ?? "") !== "");
}

function secretsIn(detail: string | null): string[] {
  const names = /^fields=(.*)$/.exec(detail ?? "")?.[1] ?? "";
  return names.split(",").filter((name) => SECRETS.has(name));
}

function only(fields: Fields, isMeant: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isMeant(name)));
}
