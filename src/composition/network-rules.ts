import { readSystemSettings } from "#features/settings";
import type { ActiveTargetRule } from "#platform/active-targets";
import type { Db } from "#platform/database";
import type { Settings } from "../settings/settings";

/** Where the settings of the service are kept, and what they are until an administrator sets them. */
export function systemSettingsOf(db: Db, settings: Settings) {
  return { db, defaults: settingDefaultsOf(settings) };
}

/** Settings of the service whose defaults the environment gives. */
export function settingDefaultsOf(settings: Settings) {
  return {
    idleTimeoutMinutes: settings.IDLE_TIMEOUT_MINUTES,
    mayTargetPublicNetworks: settings.ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED,
  };
}

/** Which addresses may be asked on behalf of a user, as the settings are when it is called. */
export function createTargetRule(db: Db, settings: Settings): () => Promise<ActiveTargetRule> {
  const systemSettings = systemSettingsOf(db, settings);
  return async () => ({
    mayBePublic: (await readSystemSettings(systemSettings)).active_network_public_targets_enabled,
  });
}
