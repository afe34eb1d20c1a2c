import type { Wishes } from "#features/diagnostics";
import type { Settings } from "../settings/settings";

/** What the settings want of the machine. */
export function wishesOf(settings: Settings): Wishes {
  return {
    dataFolder: settings.DATA_DIR,
    minFreeBytes: settings.SYSLOG_MIN_FREE_BYTES,
    searchMemoryBytes: settings.DUCKDB_MEMORY_MB * 1024 ** 2,
    mostTcpConnections: settings.SYSLOG_TCP_ENABLED ? settings.SYSLOG_MAX_TCP_CONNECTIONS : 0,
    appUrl: settings.APP_URL,
  };
}
