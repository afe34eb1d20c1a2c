import { createConditions } from "#features/alerts";
import type { CollectorReport } from "#features/syslog";
import { databaseNow } from "#platform/database-clock";
import type { Found } from "../../../../src/features/alerts/conditions/condition";
import type { EventType } from "../../../../src/features/alerts/event-types";
import { alertRules } from "../../../../src/features/alerts/tables";
import { uniqueName } from "../../../support/app";
import type { TestDatabase } from "../../../support/database";
import { onDamage } from "../../monitoring/history/given";

type RuleFields = Partial<typeof alertRules.$inferInsert>;
type Reports = (CollectorReport & { at?: Date })[];

const USUAL = {
  enabled: true,
  severity: "warning",
  channels: [],
  cooldownMinutes: 30,
  forMinutes: 0,
  notifiesRecovery: true,
  lossWindowMinutes: 60,
};

/** What conditions find on a database, as the service has them. */
export function conditionsOf({ db }: TestDatabase, reports: Reports = []) {
  const readCollectors = () => Promise.resolve(reports);
  const conditions = () => createConditions({ readCollectors, onDamage });

  async function givenRule(eventType: EventType, fields: RuleFields = {}) {
    const [row] = await db
      .insert(alertRules)
      .values({ ...USUAL, name: uniqueName("rule"), eventType, ...fields })
      .returning();
    if (row === undefined) throw new Error("no rule was made");
    return row;
  }

  /** By a new rule, looked at for the first time. `now` absent: the database's. */
  async function find(eventType: EventType, fields: RuleFields = {}, now?: Date): Promise<Found[]> {
    const condition = conditions().get(eventType);
    if (condition === undefined) throw new Error(`there is no condition for ${eventType}`);
    const found = await condition(
      { db, now: now ?? (await databaseNow(db)) },
      await givenRule(eventType, fields),
    );
    return found ?? [];
  }

  return {
    conditions,
    givenRule,
    find,
    sentences: async (...asked: Parameters<typeof find>) =>
      (await find(...asked)).map(({ sentence }) => sentence),
  };
}
