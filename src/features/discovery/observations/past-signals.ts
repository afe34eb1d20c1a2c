import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { deviceNameOf, devices } from "#tables/topology";
import { discoveryObservations } from "../tables";
import type { DiscoveryEvent } from "./events";
import { sentenceOf } from "./signals";

const TYPES: Record<DiscoveryEvent["event"], string> = {
  new_device: "new_device",
  address_moved: "ip_change",
};

const Row = z.object({
  subject: z.string(),
  deviceId: z.number().nullable(),
  ipAddress: z.string().nullable(),
  macAddress: z.string().nullable(),
  hostname: z.string().nullable(),
  label: z.string().nullable(),
  at: z.coerce.date(),
});

export type PastSignal = { subject: string; deviceId: number | null; sentence: string; at: Date };

type Asked = { eventType: DiscoveryEvent["event"]; from: Date; to: Date; limit: number };

/**
 * What alert rules of that type have been told of in that time, subject by subject, the oldest first; as the devices
 * are called now.
 */
export async function findPastSignals(db: Db, asked: Asked): Promise<PastSignal[]> {
  const { eventType, from, to, limit } = asked;
  const { subjectKey, deviceId, ipAddress, macAddress, hostname, firstSeenAt, observationType, id } =
    discoveryObservations;
  const rows = await db.execute(sql`
    SELECT ${subjectKey} AS subject, ${deviceId}::float8 AS "deviceId", ${ipAddress} AS "ipAddress", ${macAddress} AS "macAddress",
      ${hostname} AS hostname, CASE WHEN ${devices.id} IS NOT NULL THEN ${deviceNameOf()} END AS label, ${firstSeenAt} AS at
    FROM ${discoveryObservations} LEFT JOIN ${devices} ON ${devices.id} = ${deviceId}
    WHERE ${observationType} = ${TYPES[eventType]} AND ${firstSeenAt} >= ${from.toISOString()} AND ${firstSeenAt} < ${to.toISOString()}
    ORDER BY ${subjectKey}, ${firstSeenAt}, ${id} LIMIT ${limit}`);
  return z
    .array(Row)
    .parse([...rows])
    .map(({ subject, deviceId: device, at, label, ...seen }) => ({
      subject,
      deviceId: device,
      sentence: sentenceOf(eventType, { ...seen, label: label ?? undefined }),
      at,
    }));
}
