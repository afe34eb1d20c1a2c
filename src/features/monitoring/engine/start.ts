import { readSystemSettings } from "#features/settings";
import type { Database } from "#platform/database";
import type { Reachability } from "#platform/echo/reachability";
import type { Encryption } from "#platform/encryption";
import type { Logger } from "#platform/log";
import type { Writes } from "#platform/write-watch";
import { createHttpProbe } from "../http/probe";
import { probeGroup } from "../group/read";
import { probeDevices } from "./device-probe";
import { startEngine, type Engine } from "./engine";
import { MaintainedTargets } from "./maintenance";
import type { MaintenanceLook } from "../maintenance";
import { createHostFinder } from "./host-names";
import { probeDevicesAt } from "./named-devices";
import type { Probes } from "./probes";
import type { EngineObserver } from "./runs";
import { probeStoredMonitor } from "../monitors/probe";
import { toCheckOutcome } from "./http-probe";
import { readPush } from "../push/silence";
import { notAsked, probeCheck, refusedOutcome } from "./service-probe";
import { openEngineStore } from "./store";
import { findGateway, findRootAddresses, ownAddresses } from "./topology";

export type MonitoringOptions = {
  database: Database;
  reachability: Reachability;
  /** Of the secrets of monitors. */
  encryption: Encryption;
  maintenance: MaintenanceLook;
  /** Absent: it is looked again and again what there is to check. */
  writes?: Writes;
  observer: EngineObserver;
  log: Logger;
  /** Of devices that this service is at, beside those with an address of its own or of its gateway. */
  rootAddresses: readonly string[];
};

const GATEWAY_ECHO = {
  count: 2,
  timeoutMs: 1000,
  spacingMs: 200,
  tcp: { ports: [53, 80, 443], timeoutMs: 500 },
};
/** What only has to do with active tools and sessions plays no part here. */
const DEFAULTS = { idleTimeoutMinutes: 60, mayTargetPublicNetworks: false };

/** Begins to check all that is to be watched, by real probes. */
export function startMonitoring(options: MonitoringOptions): Engine {
  const { database, reachability, maintenance, observer, log, rootAddresses } = options;
  const { db } = database;
  return startEngine({
    store: openEngineStore(database),
    probes: openProbes(options),
    network: {
      ownAddresses,
      askGateway: () => askGateway(reachability),
      rootAddresses: () => findRootAddresses(rootAddresses),
    },
    async settings() {
      const settings = await readSystemSettings({ db, defaults: DEFAULTS });
      return { isEnabled: settings.live_ping_enabled, intervalSeconds: settings.monitor_interval_seconds };
    },
    maintenance: new MaintainedTargets({ sql: database.sql, watch: maintenance }),
    observer,
    log,
    ...(options.writes !== undefined && { writes: options.writes }),
  });
}

async function askGateway(reachability: Reachability): Promise<boolean | null> {
  const gateway = await findGateway();
  if (gateway === undefined) return null;
  const [answer] = await reachability.echo([gateway], { ...GATEWAY_ECHO, signal: AbortSignal.timeout(5000) });
  return (answer?.received ?? 0) > 0;
}

function openProbes({ database, reachability, encryption }: MonitoringOptions): Probes {
  const probeHttp = createHttpProbe();
  const find = createHostFinder();
  const ask = async (addresses: readonly string[], signal: AbortSignal) => {
    const refused = addresses.map(refusedOutcome);
    const asked = addresses.filter((_, index) => refused[index] === undefined);
    const found = (await probeDevices(reachability, asked, signal)).values();
    return refused.map((outcome) => outcome ?? found.next().value ?? notAsked("It was not asked"));
  };
  return {
    devices: (places, signal) => probeDevicesAt({ find, ask }, places, signal),
    service: (check, address, signal) =>
      probeCheck({ probeHttp, encryption, find }, { check, address }, signal),
    push: (monitor, watchesSinceMs) => readPush(database.sql, monitor, watchesSinceMs),
    group: (monitor) => probeGroup(database.db, monitor),
    async monitor(monitor, signal) {
      const found = await probeStoredMonitor({ probeHttp, encryption }, monitor, signal);
      return toCheckOutcome(found, found.assertionDetail);
    },
  };
}
