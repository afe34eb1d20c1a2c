import { offerSetup, type SetupTokenFile } from "#features/setup";
import { describeListeners, type SyslogEngine } from "#features/syslog";
import type { DataDirectory } from "#platform/data-directory";
import type { Database } from "#platform/database";
import type { DatabaseHost } from "#platform/database-host";
import { describeReachability, type Reachability } from "#platform/echo/reachability";
import type { Settings } from "../settings/settings";
import { urlOf } from "./own-address";
import { startBlock } from "./start-block";

type SetupDeps = {
  settings: Settings;
  database: Database;
  secretKey: string;
  setupTokenFile: SetupTokenFile;
  port: number;
};

/**
 * What opens the first-run page with the setup token in it, while there is no administrator. The token stands behind
 * the #, which browsers send to nobody: no log gets it.
 */
export async function findSetupLink(deps: SetupDeps): Promise<string | undefined> {
  const { settings, database, secretKey, setupTokenFile: file, port } = deps;
  const windowMinutes = settings.SETUP_WINDOW_MINUTES;
  const token = await offerSetup({ db: database.db, secretKey, windowMinutes, file });
  const base = settings.APP_URL.replace(/\/+$/, "") || urlOf(settings.APP_HOST, port);
  return token === undefined ? undefined : `${base}/first-run#setup-token=${token}`;
}

type Started = {
  settings: Settings;
  port: number;
  host: DatabaseHost;
  dataDirectory: DataDirectory;
  syslog: SyslogEngine;
  reachability: Reachability;
};

/** What runs here, in lines for a person. */
export function describeStart({
  settings,
  port,
  host,
  dataDirectory,
  syslog,
  reachability,
}: Started): string {
  const isWaiting = !host.isReady();
  const collector = syslog.state();
  return startBlock({
    url: urlOf(settings.APP_HOST, port),
    roles: settings.ROLES,
    database: host.description,
    dataDirectory: dataDirectory.path,
    listeners: describeReceiving(settings, syslog),
    reachability: describeReachability(reachability.status),
    limitations: [
      ...(isWaiting
        ? ["the database cannot be reached yet: requests are 503, syslog is received and waits"]
        : []),
      ...host.limitations,
      ...collector.limitations,
    ],
  });
}

function describeReceiving(settings: Settings, syslog: SyslogEngine): string[] {
  if (!settings.SYSLOG_ENABLED) return ["off (SYSLOG_ENABLED)"];
  if (!syslog.options.isReceiving) return ["off (ROLES)"];
  return describeListeners(syslog.state());
}
