import pino from "pino";
import { MaintenanceWatch } from "#features/maintenance";
import type { Database } from "#platform/database";
import { startEngine, type Engine } from "../../src/features/monitoring/engine/engine";
import type { CheckOutcome } from "../../src/features/monitoring/engine/decide";
import { MaintainedTargets } from "../../src/features/monitoring/engine/maintenance";
import type { Probes } from "../../src/features/monitoring/engine/probes";
import { openEngineStore } from "../../src/features/monitoring/engine/store";
import type { RawStatus } from "../../src/features/monitoring/state";
import { devices, relationships } from "../../src/features/topology/tables";
import { checkTargets, incidents, serviceChecks, stateChanges } from "../../src/features/monitoring/tables";
import { asc, eq } from "drizzle-orm";

const log = pino({ level: process.env["TEST_LOG_LEVEL"] ?? "silent" });

/** What is found with nothing to say about it. */
export function outcomeOf(status: RawStatus): CheckOutcome {
  const error = status === "up" ? null : "No answer";
  return { status, latencyMs: status === "up" ? 1.5 : null, error, statusCode: null, details: {} };
}

/** Probes whose answers a test sets: addresses that are down, everything else is up. */
export function createScriptedProbes() {
  const answers = new Map<string, RawStatus>();
  const asked: { address: string; atMs: number }[] = [];
  let hold: Promise<void> | undefined;
  const answer = async (address: string, signal: AbortSignal) => {
    asked.push({ address, atMs: performance.now() });
    await hold;
    signal.throwIfAborted();
    return outcomeOf(answers.get(address) ?? "up");
  };
  const probes: Probes = {
    devices: (addresses, signal) => Promise.all(addresses.map((address) => answer(address, signal))),
    service: (check, address, signal) => answer(`${address}:${check.port}`, signal),
    push: () => Promise.reject(new Error("nobody reports here")),
    group: () => Promise.reject(new Error("there are no groups here")),
    monitor: ({ url }, signal) => answer(url, signal),
  };
  return {
    probes,
    asked,
    set: (status: RawStatus, ...addresses: string[]) => {
      for (const address of addresses) answers.set(address, status);
    },
    /** Nobody answers before the promise is kept. */
    hold: (until: Promise<void> | undefined) => {
      hold = until;
    },
  };
}

type EngineParts = { probes: Probes; roots?: string[]; intervalSeconds?: number; isEnabled?: () => boolean };

/** An engine as a replica starts it, which checks every second and counts what it does. */
export function startTestEngine(database: Database, parts: EngineParts) {
  const { probes, roots = [], intervalSeconds = 1, isEnabled = () => true } = parts;
  const counts = { checks: 0, dropped: 0, lags: [] as number[] };
  const engine: Engine = startEngine({
    store: openEngineStore(database),
    probes,
    network: {
      ownAddresses: () => ["192.0.2.1"],
      askGateway: () => Promise.resolve(null),
      rootAddresses: () => Promise.resolve(roots),
    },
    settings: () => Promise.resolve({ isEnabled: isEnabled(), intervalSeconds }),
    maintenance: new MaintainedTargets({
      sql: database.sql,
      watch: new MaintenanceWatch({ db: database.db }),
    }),
    observer: {
      onCheck: () => (counts.checks += 1),
      onLag: (seconds) => counts.lags.push(seconds),
      onDropped: (count) => (counts.dropped += count),
    },
    log,
  });
  return { engine, counts };
}

/** What a test does to a database that is monitored. */
export function monitored({ db }: Database) {
  return {
    givenDevice: async (
      ipAddress: string,
      fields: Partial<typeof devices.$inferInsert> = {},
    ): Promise<number> => {
      const [row] = await db
        .insert(devices)
        .values({
          ipAddress,
          status: "active",
          lifecycle: "active",
          monitoringPaused: false,
          expectedStatus: "online",
          icon: "server",
          ...fields,
        })
        .returning({ id: devices.id });
      return row?.id ?? 0;
    },
    givenServiceCheck: async (
      port: number,
      fields: Partial<typeof serviceChecks.$inferInsert> = {},
    ): Promise<number> => {
      const [row] = await db
        .insert(serviceChecks)
        .values({
          port,
          label: `port ${port}`,
          checkType: "tcp",
          httpMethod: "GET",
          expectedStatusMin: 200,
          expectedStatusMax: 399,
          verifyTls: true,
          followRedirects: true,
          enabled: true,
          failuresToDown: 2,
          successesToUp: 1,
          ...fields,
        })
        .returning({ id: serviceChecks.id });
      return row?.id ?? 0;
    },
    link: async (source: number, target: number): Promise<void> => {
      await db.insert(relationships).values({
        sourceDeviceId: source,
        targetDeviceId: target,
        relationshipType: "ethernet",
        allowOutbound: true,
        allowInbound: true,
      });
    },
    /** The device's own target. */
    targetOf: async (deviceId: number) => {
      const rows = await db.select().from(checkTargets).where(eq(checkTargets.deviceId, deviceId));
      return rows.find(({ kind }) => kind === "device");
    },
    serviceTargetOf: async (deviceId: number) => {
      const rows = await db.select().from(checkTargets).where(eq(checkTargets.deviceId, deviceId));
      return rows.find(({ kind }) => kind === "service");
    },
    /** States in the order in which they came. */
    statesOf: async (targetId: number): Promise<string[]> => {
      const rows = await db
        .select({ state: stateChanges.state })
        .from(stateChanges)
        .where(eq(stateChanges.targetId, targetId))
        .orderBy(asc(stateChanges.id));
      return rows.map(({ state }) => state);
    },
    incidentsOf: (targetId: number) =>
      db.select().from(incidents).where(eq(incidents.targetId, targetId)).orderBy(asc(incidents.id)),
  };
}
