import { readSystemSettings } from "#features/settings";
import type { Db } from "#platform/database";
import { systemSettingsOf } from "./network-rules";
import type { Settings } from "../settings/settings";

/** What people call this service, as the settings are when it is called. */
export function createAppNameReader(db: Db, settings: Settings): () => Promise<string> {
  const systemSettings = systemSettingsOf(db, settings);
  return async () => (await readSystemSettings(systemSettings)).app_name;
}
