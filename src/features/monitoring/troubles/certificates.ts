import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { checkTargets, monitors } from "../tables";
import { isAsked, MAX_FOUND, NamedTarget, namedColumns, namedTargets, type OnlyTargets } from "./targets";

const ExpiringCertificate = NamedTarget.extend({ expiresAt: z.coerce.date() });
export type ExpiringCertificate = z.infer<typeof ExpiringCertificate>;

type CertificatesAsked = { now: Date; only: OnlyTargets };

const expiry = sql`(${checkTargets.result} ->> 'certificateExpiresAt')::timestamptz`;

/** Monitors whose certificate has no more days than they want to be told at, or none at all; at most 5,000. */
export function findExpiringMonitors(db: Db, asked: CertificatesAsked): Promise<ExpiringCertificate[]> {
  return findExpiring(db, asked, {
    which: sql`${checkTargets.kind} = 'monitor' AND ${monitors.certificateExpiryAlert}`,
    days: sql`${monitors.certificateExpiryDays}`,
  });
}

/** Service checks that have seen a certificate with no more days than that, or with none at all; at most 5,000. */
export function findExpiringServices(
  db: Db,
  { days, ...asked }: CertificatesAsked & { days: number },
): Promise<ExpiringCertificate[]> {
  return findExpiring(db, asked, { which: sql`${checkTargets.kind} = 'service'`, days: sql`${days}::int` });
}

async function findExpiring(
  db: Db,
  { now, only }: CertificatesAsked,
  { which, days }: { which: SQL; days: SQL },
): Promise<ExpiringCertificate[]> {
  const rows = await db.execute(sql`
    SELECT ${namedColumns}, ${expiry} AS "expiresAt" FROM ${namedTargets}
    WHERE ${which} AND ${checkTargets.state} <> 'paused' AND ${isAsked(only)}
      AND ${expiry} <= ${now.toISOString()}::timestamptz + make_interval(hours => 24 * ${days})
    ORDER BY ${checkTargets.id} LIMIT ${MAX_FOUND}`);
  return z.array(ExpiringCertificate).parse([...rows]);
}
