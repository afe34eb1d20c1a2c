import { resolve } from "node:path";
import {
  judge,
  lookAround,
  type FeatureVerdict,
  type Findings,
  type ListenerFinding,
} from "#features/diagnostics";
import { examineClickHouse, tryDatagramPort, tryStreamPort } from "#features/syslog";
import { asUnavailable, connectDatabase } from "#platform/database";
import { describeUrl, findPlace, type DatabasePlace } from "#platform/database-place";
import { openReachability } from "#platform/echo/reachability";
import { createLogger, type Logger } from "#platform/log";
import { withinTime } from "#platform/pause";
import { locateBinaries } from "#platform/postgres/binaries";
import type { Settings } from "../settings/settings";
import { openClickHouse } from "../composition/event-place";
import { wishesOf } from "../composition/wishes";
import { askHealth } from "./ask-health";

const PATIENCE_MS = 3000;

/** A verdict on each feature, by a process beside the service or before its first start. It leaves nothing behind. */
export async function examine(settings: Settings): Promise<FeatureVerdict[]> {
  const log = createLogger({ level: "critical", format: "pretty" });
  const reachability = await openReachability({ log });
  try {
    const [ports, around, database] = await Promise.all([
      tryPorts(settings),
      lookAround(wishesOf(settings)),
      findDatabase(settings, log),
    ]);
    const verdicts = judge({ ...around, ...ports, database, ping: reachability.status });
    return [...verdicts, ...(await examineEventStore(settings, log))];
  } finally {
    await reachability.close();
  }
}

/** Of a ClickHouse that keeps events; nothing where there is none. */
async function examineEventStore(settings: Settings, log: Logger): Promise<FeatureVerdict[]> {
  const store = openClickHouse(settings.EVENTS_URL, log);
  if (store === undefined) return [];
  const findings = await examineClickHouse(store, log);
  return findings.map(({ isRight, message, remedy }) => ({
    feature: "Event store",
    verdict: isRight ? "works" : "broken",
    message,
    remedy,
  }));
}

async function tryPorts(settings: Settings): Promise<Pick<Findings, "listeners" | "receiveBuffer">> {
  const isRunning = await isServiceThere(settings);
  const { SYSLOG_HOST: host, SYSLOG_RECEIVE_BUFFER_BYTES: receiveBufferBytes } = settings;
  // Any port tells what buffer is granted.
  const { granted } = await tryDatagramPort({ host, port: 0, receiveBufferBytes });
  const listeners = await Promise.all(
    wantedListeners(settings).map(async ({ address, isStream, ...listener }): Promise<ListenerFinding> => {
      const { port } = listener;
      if (port === null) return { ...listener, error: null };
      const error = isStream
        ? tryStreamPort({ host: address, port })
        : (await tryDatagramPort({ host: address, port, receiveBufferBytes })).error;
      return { ...listener, error: isRunning && error === "EADDRINUSE" ? null : error };
    }),
  );
  const hasUdp = settings.SYSLOG_ENABLED && settings.SYSLOG_UDP_ENABLED;
  return { listeners, receiveBuffer: hasUdp ? { wanted: receiveBufferBytes, granted } : undefined };
}

function wantedListeners(settings: Settings) {
  const { SYSLOG_ENABLED: isOn, SYSLOG_HOST: host } = settings;
  const portOf = (isWanted: boolean, port: number) => (isOn && isWanted ? port : null);
  return [
    {
      feature: "Web",
      setting: "APP_PORT",
      switch: "APP_PORT",
      port: settings.APP_PORT,
      address: settings.APP_HOST || "::",
      isStream: true,
    },
    {
      feature: "Syslog UDP",
      setting: "SYSLOG_UDP_PORT",
      switch: "SYSLOG_UDP_ENABLED",
      port: portOf(settings.SYSLOG_UDP_ENABLED, settings.SYSLOG_UDP_PORT),
      address: host,
      isStream: false,
    },
    {
      feature: "Syslog TCP",
      setting: "SYSLOG_TCP_PORT",
      switch: "SYSLOG_TCP_ENABLED",
      port: portOf(settings.SYSLOG_TCP_ENABLED, settings.SYSLOG_TCP_PORT),
      address: host,
      isStream: true,
    },
    {
      feature: "Syslog TLS",
      setting: "SYSLOG_TLS_PORT",
      switch: "SYSLOG_TLS_ENABLED",
      port: portOf(settings.SYSLOG_TLS_ENABLED, settings.SYSLOG_TLS_PORT),
      address: host,
      isStream: true,
    },
    {
      feature: "SNMP traps",
      setting: "SNMP_TRAP_PORT",
      switch: "SNMP_TRAP_PORT",
      port: portOf(settings.SNMP_TRAP_PORT !== 0, settings.SNMP_TRAP_PORT),
      address: settings.SNMP_TRAP_HOST,
      isStream: false,
    },
  ];
}

/** Then its ports are in use, as they should be. */
async function isServiceThere(settings: Settings): Promise<boolean> {
  try {
    const answer = await askHealth(settings);
    await answer.body?.cancel();
    return true;
  } catch {
    // Nobody answers, or something that is no web service.
    return false;
  }
}

async function findDatabase(settings: Settings, log: Logger): Promise<Findings["database"]> {
  const { POSTGRES_BIN_DIR: folder } = settings;
  const place = tryPlace(settings);
  if ("problem" in place) return { description: "PostgreSQL", problem: place.problem, limitations: [] };
  const { url, doubt } = place;
  if (url !== undefined)
    return {
      description: describeUrl(url),
      problem: await tryDatabase(url, log),
      limitations: doubt === undefined ? [] : [doubt],
    };
  const description = "PostgreSQL, run by the service";
  try {
    locateBinaries(folder);
    return { description, problem: null, limitations: [] };
  } catch (error) {
    return { description, problem: error instanceof Error ? error.message : String(error), limitations: [] };
  }
}

/** Where the database is, or why a service would not start on it. */
function tryPlace(settings: Settings): DatabasePlace | { problem: string } {
  try {
    return findPlace(resolve(settings.DATA_DIR), settings.DATABASE_URL);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Why it does not answer; null: it does. */
async function tryDatabase(url: string, log: Logger): Promise<string | null> {
  const database = connectDatabase({ url }, { log, maxConnections: 1 });
  try {
    await withinTime(PATIENCE_MS, database.sql`SELECT 1`, () => new Error("it does not answer"));
    return null;
  } catch (error) {
    if (asUnavailable(error) !== undefined) return "it cannot be reached";
    return error instanceof Error ? error.message : String(error);
  } finally {
    await database.close(0);
  }
}
