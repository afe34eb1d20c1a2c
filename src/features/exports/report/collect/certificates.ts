import { sql } from "drizzle-orm";
import { z } from "zod";
import { namedTargets } from "#features/monitoring";
import type { Db } from "#platform/database";
import { checkTargets, monitors, serviceChecks } from "#tables/monitoring";
import { deviceNameOf, devices } from "#tables/topology";
import type { Certificate, Listed } from "../data";
import { toListed } from "./listed";

const MAX_CERTIFICATES = 30;
const DAYS = 60;

const Found = z.object({
  name: z.string(),
  subject: z.string().nullable(),
  expiresMs: z.number(),
});

/** Certificates that checks have seen and that have no more than 60 days left, or none, the first to expire first. */
export async function collectCertificates(db: Db, now: Date): Promise<Listed<Certificate>> {
  const expiry = sql`(${checkTargets.result} ->> 'certificateExpiresAt')::timestamptz`;
  const rows = await db.execute(sql`
    SELECT coalesce(${monitors.name}, ${serviceChecks.label}, '') AS name,
      coalesce(${monitors.url}, ${deviceNameOf()} || ' (' || ${devices.ipAddress} || ')', ${deviceNameOf()}) AS subject,
      (extract(epoch FROM ${expiry}) * 1000)::float8 AS "expiresMs", (count(*) OVER ())::int AS total
    FROM ${namedTargets}
    WHERE ${checkTargets.state} <> 'paused'
      AND ${expiry} <= ${now.toISOString()}::timestamptz + make_interval(hours => 24 * ${DAYS})
    ORDER BY ${expiry}, ${checkTargets.id} LIMIT ${MAX_CERTIFICATES}`);
  return toListed(Found, [...rows]);
}
