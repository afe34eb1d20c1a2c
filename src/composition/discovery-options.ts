import type { DiscoveryOptions } from "#features/discovery";
import { readSystemSettings } from "#features/settings";
import type { Db } from "#platform/database";
import type { Settings } from "../settings/settings";

/** What the environment and the system settings say of scans. */
export function discoveryOptions(
  settings: Settings,
  db: Db,
): Pick<DiscoveryOptions, "limits" | "targetRule"> {
  const defaults = {
    idleTimeoutMinutes: settings.IDLE_TIMEOUT_MINUTES,
    mayTargetPublicNetworks: settings.ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED,
  };
  return {
    targetRule: async () => ({
      mayBePublic: (await readSystemSettings({ db, defaults })).active_network_public_targets_enabled,
    }),
    limits: {
      baseSeconds: settings.DISCOVERY_SCAN_TIMEOUT_SECONDS,
      gapSeconds: settings.DISCOVERY_RATE_LIMIT_SECONDS,
      mostUnconfirmed: settings.DISCOVERY_MAX_HOSTS_WITHOUT_CONFIRMATION,
      mostHosts: settings.DISCOVERY_MAX_HOSTS,
    },
  };
}
