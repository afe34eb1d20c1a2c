import { eq, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { conflict, invalid, notFound } from "#platform/errors";
import type { Outside } from "#platform/http/dry-run";
import { toTimestamp } from "#platform/http/fields";
import { deviceNameOf, devices } from "#tables/topology";
import { createPollInterval } from "./interval";
import type { DevicePolls } from "./models";
import { IS_POLLED } from "./schedule/plan";
import type { SnmpPolling } from "./schedule/polling";
import { snmpPolls } from "./tables";

const NOT_FOUND = "Device not found.";
const NO_PROFILE = "Device has no SNMP credential profile assigned.";
const BUSY = "Device is being asked at this moment";

/** What a device was asked and is to be asked by SNMP. Throws 404. */
export async function readDevicePolls({ db }: { db: Db }, deviceId: number): Promise<DevicePolls> {
  const { isPolled } = await getDevice(db, deviceId);
  const rows = await db
    .select()
    .from(snmpPolls)
    .where(eq(snmpPolls.deviceId, deviceId))
    .orderBy(snmpPolls.poller);
  return {
    device_id: deviceId,
    is_polled: isPolled && (await createPollInterval(db)()) !== null,
    polls: rows.map(({ poller, polledAt, error, dueAt }) => ({
      poller,
      polled_at: toTimestamp(polledAt),
      error,
      due_at: isPolled ? toTimestamp(dueAt) : null,
    })),
  };
}

type Asked = { deviceId: number; signal: AbortSignal };

/**
 * Asks a device all that there is to know of it now. What goes wrong at the device is `error` of a poll. Throws 404,
 * 409 where it is being asked already, 422 where it has no SNMP profile; the signal's reason.
 */
export async function pollDevice(
  { db, actor, polling, outside }: { db: Db; actor: Actor; polling: SnmpPolling; outside: Outside },
  { deviceId, signal }: Asked,
): Promise<DevicePolls> {
  const device = await getDevice(db, deviceId);
  if (device.profileId === null)
    throw invalid([{ loc: ["path", "device_id"], msg: NO_PROFILE, type: "value_error" }]);
  await recordAudit({ db, actor }, { action: "snmp.device_polled", target: `device:${deviceId}` });
  const { id, name } = device;
  const isPolled = await outside(`ask ${name} by SNMP`, () => polling.pollNow({ id, name }, signal));
  if (!isPolled) throw conflict(BUSY);
  return readDevicePolls({ db }, deviceId);
}

async function getDevice(db: Db, deviceId: number) {
  const [device] = await db
    .select({
      id: devices.id,
      name: deviceNameOf(),
      profileId: devices.snmpProfileId,
      isPolled: sql<boolean>`${IS_POLLED}`,
    })
    .from(devices)
    .where(eq(devices.id, deviceId));
  if (device === undefined) throw notFound(NOT_FOUND);
  return device;
}
