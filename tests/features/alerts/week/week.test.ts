import { expect, test } from "bun:test";
import pino from "pino";
import { AlertWatch, createConditions } from "#features/alerts";
import { createOutbox, type Outbox } from "#platform/outbox/outbox";
import { SECRET_KEY } from "../../../support/app";
import { rounds } from "../../../support/rounds";
import { createVirtualDatabase, type VirtualTime } from "../../../support/virtual-database";
import { onDamage } from "../../monitoring/history/given";
import { FOR_MINUTES, momentsOf, planWeek, type Change, type Week } from "./plan";

/**
 * A week of outages, blips, maintenance, flaps and failures of whole branches, as the engine writes them, in virtual
 * time: two processes ask the rules, end in the middle of it and begin anew, and clocks are set. What is told is what
 * was planned, each once.
 */

const MINUTE_MS = 60_000;
const SEED = 20_261_126;
const WHOLE = rounds(5) > 1;
const SIZE = WHOLE ? { days: 7, devices: 2000 } : { days: 1, devices: 321 };
/** What waits for the minute of a storm to be over. */
const LATE_MIN = 3;

/** The same numbers each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const legible = createOutbox({ encryption: { encrypt: (text) => text, decrypt: (text) => text } });

/** Processes of the service, one of which ends now and then in the middle of what it writes. */
class Processes {
  readonly #time: VirtualTime;
  readonly #random: () => number;
  #watches: AlertWatch[];
  #isDying = false;

  constructor(time: VirtualTime, random: () => number) {
    this.#time = time;
    this.#random = random;
    this.#watches = [this.#open(), this.#open()];
  }

  #open(): AlertWatch {
    const outbox: Outbox = {
      put: (db, notice) =>
        this.#isDying ? Promise.reject(new Error("the process ends")) : legible.put(db, notice),
    };
    const conditions = createConditions({ readCollectors: () => Promise.resolve([]), onDamage });
    const { database, clock } = this.#time;
    return new AlertWatch({
      database,
      outbox,
      log: pino({ level: "silent" }),
      conditions,
      readAppName: () => Promise.resolve("Netatlas"),
      appUrl: "",
      secretKey: SECRET_KEY,
      clock: () => clock.nowMs(),
    });
  }

  async turn(): Promise<void> {
    this.#isDying = this.#random() < 0.2;
    await this.#turnAll();
    if (!this.#isDying) return;
    this.#isDying = false;
    this.#watches = [this.#open(), this.#open()];
    await this.#turnAll();
  }

  async #turnAll(): Promise<void> {
    const turns = await Promise.allSettled(this.#watches.map((watch) => watch.turn()));
    for (const turn of turns) if (turn.status === "rejected" && !this.#isDying) throw turn.reason;
  }
}

async function given({ database: { sql } }: VirtualTime, { devices }: Week): Promise<void> {
  await sql`
    INSERT INTO devices (id, display_name, ip_address, status, lifecycle, monitoring_paused, expected_status, icon)
    OVERRIDING SYSTEM VALUE
    SELECT n, 'd' || n, '10.0.' || n / 256 || '.' || n % 256, 'online', 'active', false, 'online', 'switch'
    FROM generate_series(0, ${devices - 1}) n`;
  await sql`
    INSERT INTO check_targets (id, kind, device_id, subject, interval_seconds, retry_seconds, failures_to_down, successes_to_up, state)
    OVERRIDING SYSTEM VALUE SELECT id, 'device', id, ip_address, 60, 20, 2, 1, 'up' FROM devices`;
  await sql`
    INSERT INTO state_changes (target_id, at, state, is_evaluated) SELECT id, now() - interval '1 day', 'up', true FROM check_targets`;
  await sql`
    INSERT INTO alert_rules (name, enabled, event_type, severity, channels, cooldown_minutes, for_minutes, notifies_recovery, loss_window_minutes)
    VALUES ('offline', true, 'device_offline', 'critical', '{ntfy}', 60, ${FOR_MINUTES}, true, 60),
      ('flapping', true, 'device_flapping', 'warning', '{ntfy}', 60, 0, true, 60)`;
}

/** As the engine writes it. */
async function write({ database: { sql } }: VirtualTime, changes: readonly Change[]): Promise<void> {
  const given = JSON.stringify(changes.map(({ device, state }) => ({ device, state })));
  await sql`
    WITH given AS (SELECT * FROM jsonb_to_recordset(${given}::text::jsonb) AS given (device bigint, state text)),
    changed AS (UPDATE check_targets SET state = given.state, state_since = now() FROM given WHERE id = given.device)
    INSERT INTO state_changes (target_id, at, state) SELECT device, now(), state FROM given`;
}

type Told = { rule: string; device: number; status: string; atMin: number };
type Payload = { events: { subject: string; device_id: number; status: string }[] };

/** What has been put into the outbox since then, event by event. */
async function readTold(
  { database: { sql } }: VirtualTime,
  { after, atMin }: { after: number; atMin: number },
): Promise<{ told: Told[]; last: number }> {
  const rows = await sql<{ id: number; rule: string; payload: string }[]>`
    SELECT id::int, rule_name AS rule, payload FROM outbox WHERE id > ${after} ORDER BY id`;
  const told = rows.flatMap(({ rule, payload }) => {
    const { events } = JSON.parse(payload) as Payload;
    return events.map(({ device_id: device, status }) => ({ rule, device, status, atMin }));
  });
  return { told, last: rows.at(-1)?.id ?? after };
}

async function live(time: VirtualTime, week: Week, random: () => number): Promise<Told[]> {
  const processes = new Processes(time, random);
  const told: Told[] = [];
  const jumps = [...week.jumps];
  let last = 0;
  let nowMin = 0;
  for (const atMin of momentsOf(week)) {
    time.clock.skip((atMin - nowMin) * MINUTE_MS);
    nowMin = atMin;
    const [jump] = jumps;
    if (jump !== undefined && jump.atMin <= atMin) {
      time.jump(jump.hours * 60 * MINUTE_MS);
      jumps.shift();
    }
    await time.during(async () => {
      const now = week.changes.filter((change) => change.atMin === atMin);
      if (now.length > 0) await write(time, now);
      await processes.turn();
      const news = await readTold(time, { after: last, atMin });
      told.push(...news.told);
      last = news.last;
    });
  }
  return told;
}

const nameOf = ({ rule, device, status }: Omit<Told, "atMin">) => `${rule} ${device} ${status}`;

test("what is told of a week is each outage and its end, once and in time, and nothing else", async () => {
  const random = createRandom(SEED);
  const time = await createVirtualDatabase();
  const week = planWeek({ ...SIZE, random });
  await time.during(() => given(time, week));
  const told = await live(time, week, random);
  expect(told.map(nameOf).toSorted()).toEqual(week.expected.map(nameOf).toSorted());
  const due = new Map(week.expected.map((one) => [nameOf(one), one.atMin]));
  const late = told.filter((one) => {
    const minutes = one.atMin - (due.get(nameOf(one)) ?? 0);
    return minutes < 0 || minutes > LATE_MIN;
  });
  expect(late).toEqual([]);
  const { sql } = time.database;
  const incidents = await sql<{ device: number; count: number }[]>`
    SELECT device_id::int AS device, count(*)::int AS count FROM alert_incidents GROUP BY 1 ORDER BY 1`;
  expect(incidents.map(({ device, count }) => [device, count])).toEqual(
    [...week.incidents].toSorted(([one], [other]) => one - other),
  );
  const [open] = await sql`SELECT count(*)::int AS count FROM alert_incidents WHERE resolved_at IS NULL`;
  expect(open?.["count"]).toBe(0);
  const [sent] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM outbox`;
  // Whole branches are told together.
  expect(sent?.count).toBeLessThan(told.length / 2);
  await time.drop();
}, 900_000);
