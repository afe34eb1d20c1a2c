import type { StoredAuditEntry } from "#features/audit";
import { leavingSecrets, readRequest, settingsUndoers, type Fields, type Undoer } from "#features/undo";
import type { SettingsContext } from "./configuration";
import { OidcSettingsUpdate } from "./models";
import { readOidcSettings, updateOidcSettings } from "./service";

/** That of other fields, of the environment, and of the secret. */
const ONLY_SAID = new Set(["client_secret_set", "effective_redirect_url", "env_configured"]);

/** How changes of single sign-on are taken back, but for the client secret, which the log does not hold. */
export function oidcUndoers(deps: Omit<SettingsContext, "db">): Undoer[] {
  const undoers = settingsUndoers({
    action: "admin.oidc_settings_updated",
    permission: "superadmin",
    target: "settings:oidc",
    name: "Single sign-on",
    comparable,
    read: (db) => readOidcSettings({ ...deps, db }),
    write: ({ db, actor }, fields) =>
      updateOidcSettings({ ...deps, db, actor }, readRequest(OidcSettingsUpdate, fields)),
  });
  return leavingSecrets(undoers, secretsOf, ONLY_SAID);
}

function comparable(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ONLY_SAID.has(name)));
}

function secretsOf({ detail }: StoredAuditEntry): string[] {
  return /\bclient_secret\b/.test(detail ?? "") ? ["client_secret"] : [];
}
