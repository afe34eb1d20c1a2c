import { sql } from "drizzle-orm";
import {
  findExpiringMonitors,
  findExpiringServices,
  type ExpiringCertificate,
  type NamedTarget,
} from "#features/monitoring";
import { checkTargets } from "#tables/monitoring";
import type { Condition, Found } from "./condition";
import type { RuleRow } from "../rules/models";
import { findLasting, foundAt, onlyOf } from "./targets";
import { expiryOf, labelOf } from "../words";

/** Of a rule that says nothing of days. */
export const CERTIFICATE_DAYS_BEFORE = 14;

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
  const asked = { now, days: rule.daysBefore ?? CERTIFICATE_DAYS_BEFORE, only: onlyOf(rule) };
  return [
    ...toFound(await findExpiringServices(db, asked), rule, now),
    ...(await findLasting(db, rule, isUnseen)),
  ];
};

function toFound(certificates: readonly ExpiringCertificate[], rule: RuleRow, now: Date): Found[] {
  return certificates.map((target) =>
    foundAt(target, rule, certificateWords(target, { expiresAt: target.expiresAt, now })),
  );
}

/** When a target's certificate expires, for people. */
export function certificateWords(
  target: NamedTarget,
  { expiresAt, now }: { expiresAt: Date; now: Date },
): string {
  return `${labelOf(target)} certificate ${expiryOf(expiresAt, now)}`;
}
