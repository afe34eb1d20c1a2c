import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { NamedTarget } from "#features/monitoring";
import { checkTargets } from "#tables/monitoring";
import type { Db } from "#platform/database";
import type { RuleRow } from "../rules/models";
import { alertTroubles } from "../tables";
import type { Found } from "./condition";

/** What a rule names of checks. */
export function onlyOf({
  deviceId,
  serviceCheckId,
  monitorId,
}: Pick<RuleRow, "deviceId" | "serviceCheckId" | "monitorId">) {
  return { deviceId, serviceCheckId, monitorId };
}

/** What is found at a check target; a part of its device's trouble, where there is a device. */
export function foundAt(
  target: NamedTarget,
  { eventType }: Pick<RuleRow, "eventType">,
  sentence: string,
): Found {
  const { targetId, deviceId, serviceCheckId, monitorId } = target;
  return {
    subject: `target:${targetId}:${eventType}`,
    cause: deviceId === null ? `target:${targetId}` : `device:${deviceId}`,
    targetId,
    deviceId,
    serviceCheckId,
    monitorId,
    sentence,
  };
}

const Lasting = z.object({
  subject: z.string(),
  cause: z.string(),
  sentence: z.string(),
  targetId: z.number(),
  deviceId: z.number().nullable(),
  serviceCheckId: z.number().nullable(),
  monitorId: z.number().nullable(),
});

/**
 * What lasts by a rule at targets of which that is so: where nothing could be found out, what was found before goes on.
 */
export async function findLasting(db: Db, { id }: RuleRow, isUntold: SQL): Promise<Found[]> {
  const rows = await db.execute(sql`
    SELECT ${alertTroubles.subject}, ${alertTroubles.cause}, ${alertTroubles.sentence}, ${checkTargets.id}::float8 AS "targetId",
      ${checkTargets.deviceId}::float8 AS "deviceId", ${checkTargets.serviceCheckId}::float8 AS "serviceCheckId",
      ${checkTargets.monitorId}::float8 AS "monitorId"
    FROM ${alertTroubles} JOIN ${checkTargets} ON ${checkTargets.id} = ${alertTroubles.targetId}
    WHERE ${alertTroubles.ruleId} = ${id} AND ${isUntold}`);
  return z.array(Lasting).parse([...rows]);
}
