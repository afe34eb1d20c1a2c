import pino from "pino";
import { MaintenanceWatch } from "#features/maintenance";
import { startEngine, type Engine } from "../../../../src/features/monitoring/engine/engine";
import { MaintainedTargets } from "../../../../src/features/monitoring/engine/maintenance";
import { openEngineStore, type EngineStore } from "../../../../src/features/monitoring/engine/store";
import { probeGroup } from "../../../../src/features/monitoring/group/read";
import { PushLimit } from "../../../../src/features/monitoring/push/limit";
import { takeReport } from "../../../../src/features/monitoring/push/report";
import { readPush } from "../../../../src/features/monitoring/push/silence";
import { maintenanceScopes, maintenanceWindows } from "../../../../src/features/maintenance/tables";
import { createVirtualDatabase, type VirtualTime } from "../../../support/virtual-database";
import { outcomeOf } from "../../../support/monitoring";
import {
  AGENTS,
  ALL_WELL,
  answers,
  askAgent,
  DEVICES,
  givenNetwork,
  INTERVAL_SECONDS,
  JOB_NAMES,
  JOBS,
  ROOT_ADDRESS,
  type DeviceName,
  type Ids,
  type JobName,
  type Network,
} from "./small-network";

const DAY_MS = 86_400_000;
const log = pino({ level: process.env["TEST_LOG_LEVEL"] ?? "silent" });

type Plans = Pick<Network, "maintained" | "paused">;
type Replica = { engine: Engine; kill: () => void };

/** The small network, watched by replicas of the service on a real database, in virtual time. */
export type SmallService = {
  time: VirtualTime;
  ids: Ids;
  replicas: Replica[];
  addReplica(): void;
  /** Announces maintenance, or its end, and pauses devices, as people do. */
  setPlans(plans: Plans): Promise<void>;
  /** From now on it is like that. */
  setNetwork(network: Network): void;
  close(): Promise<void>;
};

export async function createSmallService(): Promise<SmallService> {
  const time = await createVirtualDatabase();
  const { database, clock } = time;
  const during: VirtualTime["during"] = (work) => time.during(work);
  const { db, sql } = database;
  const ids = await givenNetwork(database);
  let network: Network = ALL_WELL;
  const deviceBy = new Map(DEVICES.map((name, index) => [`10.0.0.${index + 1}`, name]));
  const over = new AbortController();
  const replicas: Replica[] = [];

  async function report(job: JobName): Promise<void> {
    const { every } = JOBS[job];
    while (!over.signal.aborted) {
      const state = network.jobs[job];
      if (state !== "is silent") {
        const isFailure = state === "reports failure";
        const told = { status: isFailure ? "down" : "up", message: null, pingMs: null } as const;
        const given = { token: ids.tokens.get(job) ?? "", address: "192.0.2.9", report: told };
        await during(() => takeReport({ db, limit: new PushLimit() }, given));
      }
      await clock.sleep(every * 1000, over.signal);
    }
  }

  function addReplica(): void {
    let isDead = false;
    const forever = new Promise<never>(() => undefined);
    /** Nothing that a dead process asks for ever happens. */
    const alive = <Result>(ask: () => Promise<Result>): Promise<Result> =>
      isDead ? forever : during(ask).then((result) => (isDead ? forever : result));
    const maintained = new MaintainedTargets({
      sql,
      watch: new MaintenanceWatch({ db, monotonicMs: () => clock.nowMs() }),
    });
    const engine = startEngine({
      store: guarded(openEngineStore(database), alive),
      clock: {
        nowMs: () => clock.nowMs(),
        turn: () => clock.turn(),
        sleep: (milliseconds, signal) =>
          clock.sleep(milliseconds, signal).then(() => (isDead ? forever : undefined)),
      },
      probes: {
        async devices(addresses, signal) {
          const found = addresses.map((address) => {
            const name = deviceBy.get(address);
            return outcomeOf(name !== undefined && answers(network, name) ? "up" : "down");
          });
          await clock.sleep(found.every(({ status }) => status === "up") ? 5 : 3500, signal);
          return found;
        },
        service: (check, address) => {
          const agent = AGENTS.find((name) => name === deviceBy.get(address));
          if (agent === undefined) throw new Error("it has no agent");
          return Promise.resolve(askAgent(network, agent, check));
        },
        monitor: () => Promise.resolve(outcomeOf(network.isPageUp ? "up" : "down")),
        push: (monitor, sinceMs) => alive(() => readPush(sql, monitor, sinceMs)),
        group: (monitor) => alive(() => probeGroup(db, monitor)),
      },
      maintenance: {
        get ids() {
          return maintained.ids;
        },
        look: (now) => alive(() => maintained.look(now)),
        forget: () => maintained.forget(),
      },
      network: {
        ownAddresses: () => ["192.0.2.1"],
        askGateway: () => Promise.resolve(true),
        rootAddresses: () => Promise.resolve([ROOT_ADDRESS]),
      },
      settings: () => Promise.resolve({ isEnabled: true, intervalSeconds: INTERVAL_SECONDS }),
      observer: { onCheck: () => undefined, onLag: () => undefined, onDropped: () => undefined },
      log,
    });
    replicas.push({ engine, kill: () => (isDead = true) });
  }

  async function setPlans({ maintained, paused }: Plans): Promise<void> {
    const idOf = (name: DeviceName) => ids.devices.get(name) ?? 0;
    await during(async () => {
      await db.delete(maintenanceWindows);
      if (maintained.size > 0) {
        const [window] = await db
          .insert(maintenanceWindows)
          .values({
            title: "Work",
            isEnabled: true,
            coversEverything: false,
            // Whatever is done to the clock.
            startsAt: new Date(time.nowMs() - DAY_MS),
            endsAt: new Date(time.nowMs() + DAY_MS),
          })
          .returning();
        await db
          .insert(maintenanceScopes)
          .values([...maintained].map((name) => ({ maintenanceId: window?.id ?? 0, deviceId: idOf(name) })));
      }
      await sql`UPDATE devices SET monitoring_paused = id IN (
        SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify([...paused].map(idOf))}::text::jsonb))`;
    });
    replicas[0]?.engine.wake();
  }

  addReplica();
  addReplica();
  for (const job of JOB_NAMES) void report(job);
  return {
    time,
    ids,
    replicas,
    addReplica,
    setPlans,
    setNetwork: (next) => {
      network = next;
    },
    async close() {
      over.abort();
      await Promise.all(replicas.map(({ engine }) => engine.stop()));
      await time.drop();
    },
  };
}

function guarded(
  store: EngineStore,
  alive: <Result>(ask: () => Promise<Result>) => Promise<Result>,
): EngineStore {
  return {
    clockMs: () => alive(() => store.clockMs()),
    look: (aheadMs) => alive(() => store.look(aheadMs)),
    claim: (...given) => alive(() => store.claim(...given)),
    renew: (claims) => alive(() => store.renew(claims)),
    release: (claims) => alive(() => store.release(claims)),
    describe: (...given) => alive(() => store.describe(...given)),
    callGroups: () => alive(() => store.callGroups()),
    postpone: (...given) => alive(() => store.postpone(...given)),
    record: (...given) => alive(() => store.record(...given)),
    reconcile: (settings) => alive(() => store.reconcile(settings)),
    spreadOverdue: () => alive(() => store.spreadOverdue()),
    readDependencies: (addresses) => alive(() => store.readDependencies(addresses)),
    readChoicesVersion: () => alive(() => store.readChoicesVersion()),
    readDeviceStates: () => alive(() => store.readDeviceStates()),
    sweep: (...given) => alive(() => store.sweep(...given)),
    countStates: () => alive(() => store.countStates()),
    check: () => alive(() => store.check()),
  };
}
