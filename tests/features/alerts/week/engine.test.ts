import { expect, test } from "bun:test";
import pino from "pino";
import { AlertWatch } from "#features/alerts";
import { createOutbox } from "#platform/outbox/outbox";
import { SECRET_KEY } from "../../../support/app";
import { ALL_WELL } from "../../monitoring/engine/small-network";
import { createSmallService, type SmallService } from "../../monitoring/engine/small-service";

/**
 * Rules on top of what checks find, both in two processes, in virtual time: a parent that fails, a process that dies,
 * clocks that are set.
 */

/** Until all is up. */
const FIRST_MS = 45_000;
/** Long enough for every state to be confirmed. */
const PHASE_MS = 40_000;
const SHORT_MS = 15_000;
const TURN_MS = 5000;

const legible = createOutbox({ encryption: { encrypt: (text) => text, decrypt: (text) => text } });

/** A process that asks the rules, until it is told to stop. */
function startWatch({ time }: SmallService, signal: AbortSignal): Promise<void> {
  const { database, clock } = time;
  const watch = new AlertWatch({
    database,
    outbox: legible,
    log: pino({ level: "silent" }),
    conditions: new Map(),
    readAppName: () => Promise.resolve("Netatlas"),
    appUrl: "",
    secretKey: SECRET_KEY,
    clock: () => clock.nowMs(),
  });
  const run = async () => {
    while (!signal.aborted) {
      await time.during(() => watch.turn());
      await clock.sleep(TURN_MS, signal);
    }
  };
  return run();
}

async function givenRules({ time }: SmallService): Promise<void> {
  await time.during(async () => {
    await time.database.sql`
      INSERT INTO alert_rules (name, enabled, event_type, severity, channels, cooldown_minutes, for_minutes, notifies_recovery, loss_window_minutes)
      SELECT type, true, type, 'critical', '{ntfy}', 1, 0, true, 60
      FROM unnest(ARRAY['device_offline', 'service_down']) type`;
  });
}

type Payload = { events: { message: string; status: string }[] };

/** Everything that was told since it was asked last, sorted. */
function hearing({ time }: SmallService) {
  let last = 0;
  return async (): Promise<string[]> => {
    const rows = await time.during(
      () => time.database.sql<{ id: number; payload: string }[]>`
        SELECT id::int, payload FROM outbox WHERE id > ${last} ORDER BY id`,
    );
    last = rows.at(-1)?.id ?? last;
    return rows
      .flatMap(({ payload }) => (JSON.parse(payload) as Payload).events)
      .map(({ message, status }) => `${status}: ${nameIn(message)}`)
      .toSorted();
  };
}

/** Whom a message is about: `core (10.0.0.2) is now OFFLINE`. */
function nameIn(message: string): string {
  return message.replace(/ \(.*$/, "");
}

test("a parent that fails is told and what lies behind it is not; the death of a process and set clocks tell nothing", async () => {
  const service = await createSmallService();
  const { time, replicas } = service;
  const over = new AbortController();
  await givenRules(service);
  const watches = [startWatch(service, over.signal), startWatch(service, over.signal)];
  const hear = hearing(service);
  await time.clock.advance(FIRST_MS);
  expect(await hear()).toEqual([]);

  service.setNetwork({ ...ALL_WELL, broken: new Set(["core"]) });
  await time.clock.advance(PHASE_MS);
  expect(await hear()).toEqual(["firing: core"]);
  time.jump(3_600_000);
  await time.clock.advance(SHORT_MS);
  replicas.shift()?.kill();
  service.addReplica();
  time.jump(-3_600_000);
  await time.clock.advance(PHASE_MS);
  expect(await hear()).toEqual([]);

  service.setNetwork(ALL_WELL);
  await time.clock.advance(PHASE_MS);
  expect(await hear()).toEqual(["resolved: core"]);
  over.abort();
  await Promise.all(watches);
  await service.close();
}, 200_000);
