import { sql } from "drizzle-orm";
import { devicesInScopes } from "#features/monitoring";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import type { RuleRow } from "../rules/models";

/** What a rule or a silence may name, beside the type of the event. */
type Named = Pick<RuleRow, "id" | "deviceId" | "serviceCheckId" | "monitorId" | "scope">;

/** What something is about, as far as rules name it. */
export type About = {
  deviceId?: number | null;
  serviceCheckId?: number | null;
  monitorId?: number | null;
};

/** Says whether a rule is about a thing. */
export type Coverage = (rule: Named, about: About) => boolean;

/** Looks up which of these devices the scopes of rules fit now. */
export async function readCoverage(
  db: Db,
  rules: readonly Named[],
  deviceIds: readonly number[],
): Promise<Coverage> {
  const fits = await readFits(db, rules, deviceIds);
  return (rule, about) => isAbout(rule, about, (deviceId) => fits.has(`${rule.id} ${deviceId}`));
}

/** `isInScope` says of a device whether the rule's scope fits it. */
export function isAbout(
  rule: Omit<Named, "id">,
  { deviceId = null, serviceCheckId = null, monitorId = null }: About,
  isInScope: (deviceId: number) => boolean,
): boolean {
  if (rule.deviceId !== null && rule.deviceId !== deviceId) return false;
  if (rule.serviceCheckId !== null && rule.serviceCheckId !== serviceCheckId) return false;
  if (rule.monitorId !== null && rule.monitorId !== monitorId) return false;
  return rule.scope === null || (deviceId !== null && isInScope(deviceId));
}

async function readFits(
  db: Db,
  rules: readonly Named[],
  deviceIds: readonly number[],
): Promise<ReadonlySet<string>> {
  if (deviceIds.length === 0 || rules.every(({ scope }) => scope === null)) return new Set();
  const rows = await db.execute<{ pair: string }>(sql`
    SELECT scope_id || ' ' || device_id AS pair FROM (${sql.raw(devicesInScopes("alert_rules"))}) fits
    WHERE device_id = ${anyOf([...new Set(deviceIds)])}`);
  return new Set(rows.map(({ pair }) => pair));
}
