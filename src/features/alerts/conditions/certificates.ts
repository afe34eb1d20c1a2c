import { sql } from "drizzle-orm";
import { findExpiringMonitors, findExpiringServices, type ExpiringCertificate } from "#features/monitoring";
import { checkTargets } from "#tables/monitoring";
import type { Condition, Found } from "./condition";
import type { RuleRow } from "../rules/models";
import { findLasting, foundAt, onlyOf } from "./targets";
import { counted, labelOf } from "../words";

/** Of a rule that says nothing of days. */
const DAYS_BEFORE = 14;
const DAY_MS = 86_400_000;

/** What could not be reached has shown no other certificate. */
const isUnseen = sql`${checkTargets.state} <> 'paused' AND ${checkTargets.rawStatus} <> 'up'
  AND ${checkTargets.result} ->> 'certificateExpiresAt' IS NULL`;

/** Monitors that want to be told of their certificate, within the days that they say. */
export const monitorCertificateExpiry: Condition = async ({ db, now }, rule) => [
  ...toFound(await findExpiringMonitors(db, { now, only: onlyOf(rule) }), rule, now),
  ...(await findLasting(db, rule, isUnseen)),
];

/** Certificates that service checks have seen, within the days of the rule. */
export const certificateExpiry: Condition = async ({ db, now }, rule) => {
  const asked = { now, days: rule.daysBefore ?? DAYS_BEFORE, only: onlyOf(rule) };
  return [
    ...toFound(await findExpiringServices(db, asked), rule, now),
    ...(await findLasting(db, rule, isUnseen)),
  ];
};

function toFound(certificates: readonly ExpiringCertificate[], rule: RuleRow, now: Date): Found[] {
  return certificates.map((target) =>
    foundAt(target, rule, `${labelOf(target)} certificate ${expiryOf(target.expiresAt, now)}`),
  );
}

function expiryOf(expiresAt: Date, now: Date): string {
  const days = (expiresAt.getTime() - now.getTime()) / DAY_MS;
  if (days > 0) return `expires in ${counted(Math.floor(days), "day")}`;
  return `expired ${counted(Math.floor(-days), "day")} ago`;
}
