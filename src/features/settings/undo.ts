import { readRequest, settingsUndoers, type Undoer } from "#features/undo";
import { SystemSettingsUpdate } from "./models";
import { readSystemSettings, updateSystemSettings, type EnvironmentDefaults } from "./service";

/** How changes of the general settings are taken back, backup schedule and reminders among them. */
export function systemSettingsUndoers({ defaults }: { defaults: EnvironmentDefaults }): Undoer[] {
  return settingsUndoers({
    action: "admin.settings_updated",
    permission: "superadmin",
    target: "settings",
    name: "Settings",
    comparable: (fields) => fields,
    read: (db) => readSystemSettings({ db, defaults }),
    write: ({ db, actor }, fields) =>
      updateSystemSettings({ db, actor, defaults }, readRequest(SystemSettingsUpdate, fields)),
  });
}
