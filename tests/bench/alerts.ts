import pino from "pino";
import { AlertWatch } from "#features/alerts";
import { createEncryption } from "#platform/encryption";
import { makeFernetKey } from "#platform/secrets";
import { createOutbox } from "#platform/outbox/outbox";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { percentile, printFigure } from "./report";

const DEVICES = 5_000;
const RULES = 20;
/** A storm comes as the checks come round: so much of it in each turn. */
const TURNS = 10;
const IDLE_TURNS = 50;

/** 5,000 devices fail together by 20 rules: what a turn takes, and how many messages come of it. */
export async function benchAlerts(): Promise<void> {
  const database = await createTestDatabase();
  await givenDevices(database);
  const watch = new AlertWatch({
    database,
    outbox: createOutbox({ encryption: createEncryption(makeFernetKey()) }),
    log: pino({ level: "silent" }),
    conditions: new Map(),
    readAppName: () => Promise.resolve("Netatlas"),
    appUrl: "",
    secretKey: "",
  });
  await watch.turn();
  const idle = await timesOf(IDLE_TURNS, () => watch.turn());
  printFigure({
    name: `a turn of ${RULES} rules in which nothing happens, median`,
    value: percentile(idle, 0.5),
    unit: "ms",
  });
  for (const state of ["down", "up"]) {
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      await change(database, { state, turn });
      times.push(...(await timesOf(1, () => watch.turn())));
    }
    const total = times.reduce((sum, time) => sum + time, 0);
    printFigure({ name: `${DEVICES} devices go ${state}: all turns together`, value: total, unit: "ms" });
    printFigure({ name: "  the longest of them", value: Math.max(...times), unit: "ms" });
  }
  await printCounts(database);
  await database.drop();
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}

async function givenDevices({ sql }: TestDatabase): Promise<void> {
  await sql`
    INSERT INTO devices (display_name, ip_address, status, lifecycle, monitoring_paused, expected_status, icon)
    SELECT 'sw' || n, '10.0.' || n / 256 || '.' || n % 256, 'online', 'active', false, 'online', 'switch'
    FROM generate_series(1, ${DEVICES}) n`;
  await sql`
    INSERT INTO check_targets (kind, device_id, subject, interval_seconds, retry_seconds, failures_to_down, successes_to_up, state)
    SELECT 'device', id, ip_address, 60, 20, 2, 1, 'up' FROM devices`;
  await sql`INSERT INTO state_changes (target_id, at, state) SELECT id, now() - interval '1 hour', 'up' FROM check_targets`;
  await sql`
    INSERT INTO alert_rules (name, enabled, event_type, severity, channels, cooldown_minutes, for_minutes, notifies_recovery,
      loss_window_minutes)
    SELECT 'rule ' || n, true, CASE WHEN n <= ${RULES / 2} THEN 'device_offline' ELSE 'service_down' END, 'warning', '{ntfy}', 30, 0, true, 60
    FROM generate_series(1, ${RULES}) n`;
}

async function change(
  { sql }: TestDatabase,
  { state, turn }: { state: string; turn: number },
): Promise<void> {
  await sql`
    WITH changed AS (
      UPDATE check_targets SET state = ${state} WHERE mod(id, ${TURNS}) = ${turn} RETURNING id)
    INSERT INTO state_changes (target_id, at, state, reason) SELECT id, now(), ${state}, 'No answer' FROM changed`;
}

async function printCounts({ sql }: TestDatabase): Promise<void> {
  const [row] = await sql<{ events: number; incidents: number; notices: number }[]>`
    SELECT (SELECT count(*)::int FROM alert_events) AS events, (SELECT count(*)::int FROM alert_incidents) AS incidents,
      (SELECT max(count)::int FROM (SELECT count(*) FROM outbox GROUP BY rule_name) each) AS notices`;
  printFigure({
    name: "events, of ten rules that each tell of every device",
    value: row?.events ?? 0,
    unit: "",
  });
  printFigure({ name: "incidents", value: row?.incidents ?? 0, unit: "" });
  printFigure({
    name: "messages of a rule to a channel, before the first minute is over",
    value: row?.notices ?? 0,
    unit: "",
    target: "<= 20",
    holds: (row?.notices ?? 0) <= 20,
  });
}
