import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#features/audit";
import { createDevice, DeviceCreate, DeviceUpdate, updateDevice } from "#features/topology";
import type { Db } from "#platform/database";
import { ApiError, badRequest, notFound } from "#platform/errors";
import { devices, everyDeviceAddress } from "#tables/topology";
import { hostnameOf, newDeviceFieldsOf } from "../inventory/host-fields";
import { noteKeysOf } from "../inventory/note-keys";
import { findAt } from "../scans/finds";
import { discoveryObservations, discoverySchedules } from "../tables";
import type { DiscoveryObservationRead } from "./models";
import { getObservation, lockObservation, type ObservationContext } from "./service";

type Row = typeof discoveryObservations.$inferSelect;

/** Fields that an observation may propose. */
const Proposed = z.object({
  ip_address: z.string(),
  hostname: z.string(),
  mac_address: z.string(),
  vendor: z.string(),
  os: z.string(),
  device_type: z.string(),
});
const Details = z.looseObject({ proposed_updates: z.record(z.string(), z.unknown()) });

const NO_VALUES = "Re-run the discovery schedule to generate a new observation with field values";
const NO_FIELDS = "No applicable fields in observation details — re-run the discovery schedule";

/**
 * Does in the inventory what an observation says, and resolves it. Throws 404, and 400 that says so where
 * there is nothing to be done.
 */
export async function applyObservation(
  ctx: ObservationContext,
  id: number,
): Promise<DiscoveryObservationRead> {
  return ctx.db.transaction(async (db) => {
    const row = await lockObservation(db, id);
    const deviceId = await carryOut({ ...ctx, db }, row);
    await db
      .update(discoveryObservations)
      .set({
        status: "resolved",
        isIgnored: false,
        ignoredUntil: null,
        deviceId,
        resolvedAt: sql`now()`,
        details: sql`${discoveryObservations.details} || '{"applied": true}'::jsonb`,
      })
      .where(eq(discoveryObservations.id, id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "discovery.observation_applied",
        target: `discovery_observation:${id}`,
        detail: `type=${row.observationType} device=${deviceId}`,
      },
    );
    return getObservation({ db }, id);
  });
}

/** Gives the device that it was done with. */
function carryOut(ctx: ObservationContext, row: Row): Promise<number> {
  switch (row.observationType) {
    case "new_device":
      return addDevice(ctx, row);
    case "ip_change":
    case "field_change":
      return changeDevice(ctx, row);
    default:
      throw badRequest("Cannot apply this observation type");
  }
}

/** Somebody may have added it since: that device is taken. */
async function addDevice(ctx: ObservationContext, row: Row): Promise<number> {
  if (row.ipAddress === null) throw badRequest("Observation has no IP address");
  const known = await deviceAt(ctx.db, row.ipAddress);
  if (known !== undefined) return known;
  const [schedule] = await ctx.db
    .select()
    .from(discoverySchedules)
    .where(eq(discoverySchedules.id, row.scheduleId));
  const find = row.scanId === null ? undefined : await findAt(ctx.db, row.scanId, row.ipAddress);
  const device = DeviceCreate.parse({
    ...(find === undefined ? fieldsOf(row) : newDeviceFieldsOf(find)),
    ip_address: row.ipAddress,
    device_type: "discovered",
    status: "online",
    topology_group_id: schedule?.topologyGroupId ?? null,
    site_id: schedule?.siteId ?? null,
    snmp_profile_id: schedule?.snmpProfileId ?? null,
  });
  const { id } = await createDevice(ctx, { device, userId: ctx.userId, isAddressUnique: false });
  if (find !== undefined) await noteKeysOf(ctx.db, { deviceId: id, find });
  return id;
}

/** What the observation itself has kept: its scan may be gone. */
function fieldsOf({ hostname, macAddress }: Row) {
  return {
    hostname: hostname === null ? null : (hostnameOf({ hostname }) ?? null),
    mac_address: macAddress,
  };
}

async function deviceAt(db: Db, address: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: everyDeviceAddress.deviceId })
    .from(everyDeviceAddress)
    .where(sql`${everyDeviceAddress.address} = ${address}::inet`)
    .orderBy(everyDeviceAddress.deviceId)
    .limit(1);
  return row?.id;
}

async function changeDevice(ctx: ObservationContext, { deviceId: id, details }: Row): Promise<number> {
  if (id === null) throw badRequest("Observation has no matched device");
  const known = await ctx.db.$count(devices, eq(devices.id, id));
  if (known === 0) throw notFound("Matched device not found");
  const given = Details.safeParse(details);
  if (!given.success) throw new ApiError(400, NO_VALUES, { cause: given.error });
  const changes = DeviceUpdate.safeParse(Proposed.partial().parse(textsOf(given.data.proposed_updates)));
  if (!changes.success || Object.keys(changes.data).length === 0) throw badRequest(NO_FIELDS);
  await updateDevice(ctx, {
    id,
    userId: ctx.userId,
    isAddressUnique: false,
    changes: changes.data,
    ifMatch: undefined,
  });
  return id;
}

function textsOf(proposed: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(proposed).flatMap(([field, value]) =>
    typeof value === "string" && value !== "" ? [[field, value] as const] : [],
  );
  return Object.fromEntries(texts);
}
