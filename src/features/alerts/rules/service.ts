import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import { requirePlaces } from "#features/monitoring";
import { checkPattern } from "#features/syslog";
import { requireDevice } from "#features/topology";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { conflict, forbidden, invalid, notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { toTimestamp } from "#platform/http/fields";
import { may, type Caller } from "#platform/http/guard";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { monitors, serviceChecks } from "#tables/monitoring";
import { devices } from "#tables/topology";
import { presentDeviceName } from "../device-name";
import { eventTypeOf, LOG_TYPES, QUERY_TYPES, type EventType } from "../event-types";
import { alertEvents, alertLogCounts, alertLogMatches, alertRules, alertTroubles } from "../tables";
import {
  problemOf,
  RULE_VERSION,
  toRuleColumns,
  toRuleFields,
  toRuleRead,
  type AlertRuleCreate,
  type AlertRuleRead,
  type AlertRuleUpdate,
  type RuleNames,
  type RuleRow,
} from "./models";

type Context = { db: Db; actor: Actor; caller: Caller };
type Target = { id: number; ifMatch?: EntityTags };

const NOT_FOUND = "Alert rule not found";
/** Each is asked at every turn. */
const MAX_RULES = 500;

type FoundRule = { rule: RuleRow; names: RuleNames };

const OLDEST_FIRST: Ordering<FoundRule> = {
  name: "alert rules",
  keys: [{ column: alertRules.id, type: "bigint", of: ({ rule }) => rule.id }],
};

/** All of them or a page, the oldest first. Throws 422 for a bad cursor. */
export async function listRules({ db }: { db: Db }, query: PageQuery): Promise<Page<AlertRuleRead>> {
  const page = await readPage(query, {
    order: OLDEST_FIRST,
    rows: ({ after, orderBy, limit }) =>
      select(db)
        .where(after)
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(alertRules),
  });
  const now = await databaseNow(db);
  return mapPage(page, ({ rule, names }) => toRuleRead(rule, names, now));
}

/** Throws 404. */
export async function getRule({ db }: { db: Db }, id: number): Promise<AlertRuleRead> {
  const [found] = await select(db).where(eq(alertRules.id, id));
  if (found === undefined) throw notFound(NOT_FOUND);
  return toRuleRead(found.rule, found.names, await databaseNow(db));
}

function select(db: Db) {
  const names = {
    device_name: presentDeviceName,
    port_target_label: sql<string | null>`${serviceChecks.label}`,
    monitor_name: sql<string | null>`${monitors.name}`,
  };
  return db
    .select({ rule: getTableColumns(alertRules), names })
    .from(alertRules)
    .leftJoin(devices, eq(devices.id, alertRules.deviceId))
    .leftJoin(serviceChecks, eq(serviceChecks.id, alertRules.serviceCheckId))
    .leftJoin(monitors, eq(monitors.id, alertRules.monitorId))
    .$dynamic();
}

/** Throws 404. */
export async function findRule(db: Db, id: number): Promise<RuleRow> {
  const [row] = await db.select().from(alertRules).where(eq(alertRules.id, id));
  if (row === undefined) throw notFound(NOT_FOUND);
  return row;
}

/**
 * Throws 403 where it is about log lines and the caller may not read them, 404 for what the rule names, 422 for its
 * query, 409 where there are too many rules.
 */
export async function createRule(ctx: Context, input: AlertRuleCreate): Promise<AlertRuleRead> {
  requireLogReader(ctx, input.event_type);
  requireQuery(input);
  return ctx.db.transaction(async (db) => {
    await requireNamed(db, input);
    await requireRuleRoom(db);
    const [row] = await db.insert(alertRules).values(toRuleColumns(input)).returning();
    if (row === undefined) throw new Error("our bug: an insert gave no row");
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "alerts.rule_created", target: targetOf(row), detail: row.name, after: toRuleFields(row) },
    );
    return getRule({ db }, row.id);
  });
}

/** Throws 409 where there are as many as there may be. */
export async function requireRuleRoom(db: Db): Promise<void> {
  if ((await db.$count(alertRules)) >= MAX_RULES)
    throw conflict(`There are ${MAX_RULES} alert rules at most`);
}

/** A notice of log lines is a way to read them. Throws 403. */
export function requireLogReader({ caller }: Pick<Context, "caller">, ...eventTypes: EventType[]): void {
  if (may(caller, "security_view") || !eventTypes.some((type) => LOG_TYPES.includes(type))) return;
  throw forbidden("Rules on log lines need the permission security_view");
}

/** Throws 422 where the query cannot be asked of lines as they come. */
export function requireQuery({ event_type: type, log_query: query }: AlertRuleCreate): void {
  if (query === null || !QUERY_TYPES.includes(type)) return;
  const { problem } = checkPattern(query);
  if (problem === null) return;
  throw invalid([
    { loc: ["body", "log_query"], msg: `Value error, ${problem.message}`, type: "value_error" },
  ]);
}

/** Throws 404 where something that the rule names is not there. */
export async function requireNamed(db: Db, rule: AlertRuleCreate): Promise<void> {
  const { device_id: deviceId, port_target_id: checkId, monitor_id: monitorId, scope } = rule;
  if (deviceId !== null) await requireDevice(db, deviceId, "key share");
  if (scope !== null) await requirePlaces(db, scope);
  if (checkId !== null && (await db.$count(serviceChecks, eq(serviceChecks.id, checkId))) === 0)
    throw notFound("Port target not found");
  if (monitorId !== null && (await db.$count(monitors, eq(monitors.id, monitorId))) === 0)
    throw notFound("Monitor not found");
}

function targetOf({ id }: { id: number }): string {
  return `alert_rule:${id}`;
}

/**
 * Changes the fields that are given. A rule that is about other things then forgets what lasts by it. Throws 404 for it
 * and for what it names, 412 where it has changed, 422 where it lacks a bound then.
 */
export async function updateRule(
  ctx: Context,
  { changes, ...target }: Target & { changes: AlertRuleUpdate },
): Promise<AlertRuleRead> {
  return ctx.db.transaction(async (db) => {
    const old = await lockRule(db, target);
    const { event_type: oldType, ...before } = toRuleFields(old);
    const next = { ...before, event_type: changes.event_type ?? eventTypeOf(oldType), ...changes };
    requireLogReader(ctx, eventTypeOf(oldType), next.event_type);
    const problem = problemOf(next);
    if (problem !== undefined)
      throw invalid([{ loc: ["body"], msg: `Value error, ${problem}`, type: "value_error" }]);
    requireQuery(next);
    await requireNamed(db, next);
    const [row = old] = await db
      .update(alertRules)
      .set({ ...toRuleColumns(next), updatedAt: sql`now()` })
      .where(eq(alertRules.id, old.id))
      .returning();
    if (isAboutOthers(old, row)) {
      await forget(db, row.id);
      await dropWaiting(db, row.id);
    }
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "alerts.rule_updated",
        target: targetOf(row),
        detail: row.name,
        ...changesOf(toRuleFields(old), toRuleFields(row)),
      },
    );
    return getRule({ db }, row.id);
  });
}

const WHAT_IT_IS_ABOUT = [
  "enabled",
  "eventType",
  "deviceId",
  "serviceCheckId",
  "monitorId",
  "scope",
  "thresholdMs",
  "lossPctThreshold",
  "lossWindowMinutes",
  "thresholdPercent",
  "daysBefore",
  "logQuery",
  "logLines",
  "logWindowMinutes",
  "logComparison",
  "perSender",
  "sender",
  "silentMinutes",
] as const;

function isAboutOthers(old: RuleRow, now: RuleRow): boolean {
  return WHAT_IT_IS_ABOUT.some((column) => JSON.stringify(old[column]) !== JSON.stringify(now[column]));
}

async function forget(db: Db, ruleId: number): Promise<void> {
  await db.delete(alertTroubles).where(eq(alertTroubles.ruleId, ruleId));
  await db.delete(alertLogMatches).where(eq(alertLogMatches.ruleId, ruleId));
  await db.delete(alertLogCounts).where(eq(alertLogCounts.ruleId, ruleId));
}

async function lockRule(db: Db, { id, ifMatch }: Target): Promise<RuleRow> {
  const [row] = await db.select().from(alertRules).where(eq(alertRules.id, id)).for("update");
  if (row === undefined) throw notFound(NOT_FOUND);
  requireUnchanged(ifMatch, { current: await getRule({ db }, id), versioned: RULE_VERSION });
  return row;
}

/** Removes a rule; its events stay. Throws 404, 412. */
export async function deleteRule(
  ctx: Omit<Context, "caller">,
  { isDryRun, ...target }: Target & { isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const row = await lockRule(db, target);
    if (isDryRun) return deletionPreview({ deleted: { alert_rules: [row.name] } });
    await dropWaiting(db, row.id);
    await db.delete(alertRules).where(eq(alertRules.id, row.id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "alerts.rule_deleted",
        target: targetOf(row),
        detail: row.name,
        before: { ...toRuleFields(row), created_at: toTimestamp(row.createdAt) },
      },
    );
    return undefined;
  });
}

/** What it has not told yet it does not tell any more. */
async function dropWaiting(db: Db, ruleId: number): Promise<void> {
  await db
    .update(alertEvents)
    .set({ notice: "dropped" })
    .where(and(eq(alertEvents.alertRuleId, ruleId), inArray(alertEvents.notice, ["waiting", "kept"])));
}
