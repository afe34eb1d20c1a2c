import { readSystemSettings } from "#features/settings";
import type { Db } from "#platform/database";

/** What only has to do with active tools and sessions plays no part here. */
const DEFAULTS = { idleTimeoutMinutes: 60, mayTargetPublicNetworks: false };

const MINUTE_SECONDS = 60;

/** The same for large tables, of MAC and ARP addresses, which have an interval of their own. */
export function createTablesInterval(db: Db): () => Promise<number | null> {
  return async () => {
    const settings = await readSystemSettings({ db, defaults: DEFAULTS });
    return settings.snmp_polling_enabled ? settings.snmp_tables_interval_minutes * MINUTE_SECONDS : null;
  };
}

/**
 * How often devices are asked, as the system settings are at the moment (s); null: they are not. For pollers without an
 * interval of their own.
 */
export function createPollInterval(db: Db): () => Promise<number | null> {
  return async () => {
    const settings = await readSystemSettings({ db, defaults: DEFAULTS });
    return settings.snmp_polling_enabled ? settings.snmp_poll_interval_seconds : null;
  };
}
