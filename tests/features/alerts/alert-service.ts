import pino from "pino";
import { AlertWatch } from "#features/alerts";
import { AlertEventRead } from "../../../src/features/alerts/events/models";
import { AlertIncidentRead } from "../../../src/features/alerts/incidents/models";
import { AlertRuleRead } from "../../../src/features/alerts/rules/models";
import type { Condition } from "../../../src/features/alerts/conditions/condition";
import { TARGET_STATES, type TargetState } from "../../../src/features/monitoring/state";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { createEncryption } from "#platform/encryption";
import { MASTER_KEY, SECRET_KEY, uniqueName } from "../../support/app";
import { createMonitoringService } from "../monitoring/monitoring-service";

export const RULES = "/api/v1/alerts/rules";
export const EVENTS = "/api/v1/alerts/events";
export const INCIDENTS = "/api/v1/alerts/incidents";
export const SILENCES = "/api/v1/alerts/silences";

export type Notice = {
  /** Those that were written later have a higher one. */
  id: number;
  target: string;
  title: string;
  text: string;
  severity: string;
  status: string;
  groupKey?: string;
  link?: string;
  events: { message: string }[];
};

/** A service with what asks the rules, which only looks when a test says so. */
export async function createAlertService() {
  const service = await createMonitoringService();
  const { database, notifications } = service;
  const { db, sql } = database;
  const encryption = createEncryption(MASTER_KEY);
  const conditions = new Map<string, Condition>();
  const options = {
    database,
    outbox: notifications.outbox,
    log: pino({ level: "silent" }),
    conditions,
    readAppName: () => Promise.resolve("Netatlas"),
    appUrl: "https://atlas.example.com/",
    secretKey: SECRET_KEY,
    readNow: (reader: Db) => (hoursNow === undefined ? databaseNow(reader) : Promise.resolve(hoursNow)),
  };
  /** By which the hours of rules are looked at, where a test has set it. */
  let hoursNow: Date | undefined;
  const watch = new AlertWatch(options);

  async function givenRule(fields: Record<string, unknown> = {}): Promise<AlertRuleRead> {
    const body = { name: uniqueName("rule"), event_type: "device_offline", channels: ["ntfy"], ...fields };
    const answer = await service.send(`POST ${RULES}`, body);
    if (answer.status !== 201) throw new Error(`no rule: ${answer.text}`);
    return AlertRuleRead.parse(answer.body);
  }

  /** A device, with the target that is it. */
  async function givenWatched(fields: Parameters<typeof service.givenDevice>[0] = {}) {
    const device = await service.givenDevice(fields);
    const target = await service.givenTarget({ kind: "device", deviceId: device, state: "up" });
    await becomes(target, "up");
    return { device, target };
  }

  /** As the engine writes it. */
  async function becomes(target: number, state: TargetState, reason: string | null = null): Promise<void> {
    if (!TARGET_STATES.includes(state)) throw new Error(`no state: ${state}`);
    await sql.begin(async (tx) => {
      await tx`UPDATE check_targets SET state = ${state}, state_since = now() WHERE id = ${target}`;
      await tx`INSERT INTO state_changes (target_id, at, state, reason) VALUES (${target}, now(), ${state}, ${reason})`;
      if (state === "down")
        await tx`INSERT INTO incidents (target_id, started_at) VALUES (${target}, now()) ON CONFLICT DO NOTHING`;
      if (state === "up")
        await tx`UPDATE incidents SET ended_at = now() WHERE target_id = ${target} AND ended_at IS NULL`;
    });
  }

  /** As if so much time had gone by for the alerts. */
  async function passes(seconds: number): Promise<void> {
    const back = sql`make_interval(secs => ${seconds})`;
    await sql`UPDATE alert_troubles SET started_at = started_at - ${back}, due_at = due_at - ${back}`;
    await sql`UPDATE alert_pauses SET fired_at = fired_at - ${back}`;
    await sql`UPDATE alert_rules SET burst_started_at = burst_started_at - ${back}`;
    await sql`UPDATE alert_events SET fired_at = fired_at - ${back} WHERE notice = 'waiting'`;
    await sql`UPDATE alert_escalations SET told_at = told_at - ${back}`;
    await sql`UPDATE alert_silences SET starts_at = starts_at - ${back}, ends_at = ends_at - ${back}`;
  }

  /** What has been put into the outbox for a rule, the oldest first. */
  async function noticesOf(rule: { name: string }): Promise<Notice[]> {
    const rows = await sql<{ id: number; destination: string; payload: string }[]>`
      SELECT id::float8 AS id, destination, payload FROM outbox WHERE rule_name = ${rule.name} ORDER BY id`;
    return rows.map(({ id, destination, payload }) => ({
      id,
      target: destination,
      ...(JSON.parse(encryption.decrypt(payload)) as Omit<Notice, "id" | "target">),
    }));
  }

  const list = async <Item>(path: string, parse: (item: unknown) => Item): Promise<Item[]> => {
    const answer = await service.send(`GET ${path}`);
    return (answer.body as unknown[]).map(parse);
  };

  return {
    ...service,
    db,
    sql,
    conditions,
    watch,
    /** As another process has it. */
    otherWatch: () => new AlertWatch(options),
    turn: () => watch.turn(),
    givenRule,
    givenWatched,
    becomes,
    passes,
    /** Sets the time by which the hours of rules are looked at; undefined: the database's. */
    setHours: (now: string | undefined) => {
      hoursNow = now === undefined ? undefined : new Date(now);
    },
    noticesOf,
    textsOf: async (rule: { name: string }) =>
      (await noticesOf(rule)).map(({ text }) => text.split("\n").slice(2).join("\n")),
    eventsOf: (rule: { id: number }) =>
      list(`${EVENTS}?rule_id=${rule.id}`, (item) => AlertEventRead.parse(item)),
    incidentsOf: (device: number) =>
      list(`${INCIDENTS}?device_id=${device}`, (item) => AlertIncidentRead.parse(item)),
  };
}
