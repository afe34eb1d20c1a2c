import { eq, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { alertEvents, alertIncidents, alertRules, alertTroubles } from "#tables/alerts";
import { checkTargets, monitors, serviceChecks } from "#tables/monitoring";
import { outbox } from "#platform/tables/outbox";
import { devices } from "#tables/topology";
import { PEOPLE } from "../people";
import { RULE_NAMES } from "../seed-alerts";
import type { Outage, Subject } from "./course";
import type { FillContext } from "./past";

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;
/** The second try of one notice went well. */
const FAILED = "HTTP 503";
const REPEATED = 2;

type Rule = typeof alertRules.$inferSelect;
type Target = Awaited<ReturnType<typeof readTargets>>[number];
/** An outage that a rule tells of. */
type Told = { outage: Outage; rule: Rule; target: Target; label: string; subject: string };

/** The alerts and incidents of the last week, as the outages of the past would have caused them; two of them last. */
export async function fillAlerts({ db, past }: FillContext): Promise<void> {
  const [before] = await db
    .select({ id: alertIncidents.id })
    .from(alertIncidents)
    .where(sql`${alertIncidents.openedAt} < ${new Date(past.untilMs).toISOString()}`)
    .limit(1);
  if (before !== undefined) return;
  const rules = await db.select().from(alertRules);
  const targets = await readTargets(db);
  const told = past.outages
    .filter(({ fromMs, isOpen }) => isOpen || fromMs > past.untilMs - WEEK_MS)
    .toSorted((one, other) => one.fromMs - other.fromMs)
    .flatMap((outage) => tell(outage, { rules, targets }));
  await db.transaction(async (tx) => {
    for (const [place, one] of told.entries()) await write(tx, one, place);
  });
}

function readTargets(db: Db) {
  return db
    .select({
      id: checkTargets.id,
      kind: checkTargets.kind,
      deviceId: checkTargets.deviceId,
      device: devices.hostname,
      address: devices.ipAddress,
      check: serviceChecks.label,
      monitor: monitors.name,
    })
    .from(checkTargets)
    .leftJoin(devices, eq(devices.id, checkTargets.deviceId))
    .leftJoin(serviceChecks, eq(serviceChecks.id, checkTargets.serviceCheckId))
    .leftJoin(monitors, eq(monitors.id, checkTargets.monitorId));
}

function tell(outage: Outage, known: { rules: readonly Rule[]; targets: readonly Target[] }): Told[] {
  const target = known.targets.find((one) => isOf(one, outage.subject));
  const rule = known.rules.find(({ name }) => name === ruleOf(outage.subject));
  if (rule === undefined || target === undefined) return [];
  const place = `${target.device} (${target.address})`;
  const label =
    target.monitor !== null
      ? `Monitor "${target.monitor}"`
      : target.check === null
        ? place
        : `${target.check} on ${place}`;
  const subject = target.kind === "device" ? `device:${target.deviceId}` : `target:${target.id}`;
  return [{ outage, rule, target, label, subject }];
}

/** The name of the rule of the demo that tells of it; undefined: none does. */
function ruleOf(subject: Subject): string | undefined {
  if ("monitor" in subject) return RULE_NAMES.monitor;
  if ("check" in subject) return RULE_NAMES.service;
  if (subject.device.startsWith("fra-")) return RULE_NAMES.device;
  return subject.device.includes("-fw-") ? RULE_NAMES.firewall : undefined;
}

function isOf({ kind, device, check, monitor }: Target, subject: Subject): boolean {
  if ("monitor" in subject) return subject.monitor === monitor;
  if (subject.device !== device) return false;
  return "check" in subject ? subject.check === check : kind === "device";
}

async function write(tx: Db, one: Told, place: number): Promise<void> {
  const { outage, rule, target, label, subject } = one;
  const isDevice = target.kind === "device";
  const began = new Date(outage.fromMs);
  const dueAt = new Date(outage.fromMs + rule.forMinutes * MINUTE_MS);
  const over = outage.isOpen ? null : new Date(Math.max(outage.toMs, dueAt.getTime()));
  const title = `${label} is ${isDevice ? "now OFFLINE" : "DOWN"}: ${outage.error}`;
  const minutes = Math.round((outage.toMs - outage.fromMs) / MINUTE_MS);
  const recovery = `${label} is ${isDevice ? "back ONLINE" : "UP again"} after ${minutes} min`;
  const { severity } = rule;
  const [incident] = await tx
    .insert(alertIncidents)
    .values({
      subject,
      deviceId: target.deviceId,
      severity,
      title,
      openedAt: began,
      resolvedAt: over,
      resolution: over === null ? null : recovery,
      ...acknowledgementOf(outage),
    })
    .onConflictDoNothing()
    .returning({ id: alertIncidents.id });
  if (incident === undefined) return;
  const event = {
    alertRuleId: rule.id,
    ruleName: rule.name,
    eventType: rule.eventType,
    severity,
    subject,
    deviceId: target.deviceId,
    incidentId: incident.id,
    notice: "sent",
  };
  const [fired] = await tx
    .insert(alertEvents)
    .values({ ...event, status: "firing", firedAt: dueAt, message: title })
    .returning({ id: alertEvents.id });
  await tx
    .update(alertRules)
    .set({
      lastTriggeredAt: sql`greatest(${alertRules.lastTriggeredAt}, ${dueAt.toISOString()}::timestamptz)`,
    })
    .where(eq(alertRules.id, rule.id));
  await tx
    .insert(outbox)
    .values(noticeOf(one, { at: dueAt, subject: title, isRepeated: place === REPEATED }));
  if (over !== null) {
    await tx.insert(alertEvents).values({ ...event, status: "resolved", firedAt: over, message: recovery });
    await tx.insert(outbox).values(noticeOf(one, { at: over, subject: recovery, isRepeated: false }));
    return;
  }
  await tx
    .insert(alertTroubles)
    .values({
      ruleId: rule.id,
      subject,
      cause: subject,
      deviceId: target.deviceId,
      targetId: target.id,
      sentence: title,
      startedAt: began,
      dueAt,
      eventId: fired?.id ?? null,
      incidentId: incident.id,
    })
    .onConflictDoNothing();
}

function acknowledgementOf({ note, fromMs }: Outage) {
  if (note === undefined) return {};
  return {
    acknowledgedAt: new Date(fromMs + note.afterMinutes * MINUTE_MS),
    acknowledgedBy: PEOPLE[note.who]?.username ?? null,
    note: note.text,
  };
}

/** A notice that went out; `isRepeated`: at the second try. */
function noticeOf(
  { rule, target, subject: groupKey }: Told,
  { at, subject, isRepeated }: { at: Date; subject: string; isRepeated: boolean },
): typeof outbox.$inferInsert {
  const triedAt = new Date(at.getTime() + (isRepeated ? 61_000 : 1000));
  const sent = { at: triedAt.getTime() / 1000, milliseconds: 240, detail: "" };
  const failed = { at: at.getTime() / 1000, milliseconds: 5020, detail: FAILED };
  return {
    kind: "alert",
    destination: "ntfy",
    subject,
    ruleName: rule.name,
    groupKey,
    deviceId: target.deviceId,
    state: "sent",
    attempts: isRepeated ? 2 : 1,
    attemptLog: isRepeated ? [failed, sent] : [sent],
    createdAt: at,
    triedFrom: at,
    triedAt,
    dueAt: at,
  };
}
