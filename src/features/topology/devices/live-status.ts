import { asc, inArray } from "drizzle-orm";
import type { Db } from "#platform/database";
import { badRequest } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { type ActiveTargetRule, refusalOfTarget } from "#platform/active-targets";
import { parseAddress } from "#platform/ip";
import { probeAddress } from "#platform/reachability";
import { devices } from "../tables";
import type { DeviceLiveStatus, DeviceLiveStatusRequest } from "./bulk-models";

const MOST_DEVICES = 64;
const AT_ONCE = 12;

type Probed = { id: number; ipAddress: string | null };

/** Whether devices answer now, by id, where the rule lets them be asked; nothing is stored. No ids: the first 64 devices. Throws 400 for more than 64. */
export async function probeDevices(
  { db, rule }: { db: Db; rule: ActiveTargetRule },
  { device_ids: ids, timeout_seconds: timeoutSeconds }: DeviceLiveStatusRequest,
  signal: AbortSignal,
): Promise<{ statuses: DeviceLiveStatus[] }> {
  if (ids.length > MOST_DEVICES)
    throw badRequest(`Live status checks are limited to ${MOST_DEVICES} devices per request`);
  const waiting: Probed[] = await db
    .select({ id: devices.id, ipAddress: devices.ipAddress })
    .from(devices)
    .where(ids.length === 0 ? undefined : inArray(devices.id, ids))
    .orderBy(asc(devices.id))
    .limit(MOST_DEVICES);
  const statuses: DeviceLiveStatus[] = [];
  const probeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      statuses.push(await probeDevice(next, { timeoutSeconds, signal, rule }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, probeNext));
  return { statuses: statuses.sort((left, right) => left.device_id - right.device_id) };
}

async function probeDevice(
  { id, ipAddress }: Probed,
  { rule, ...limits }: { timeoutSeconds: number; signal: AbortSignal; rule: ActiveTargetRule },
): Promise<DeviceLiveStatus> {
  const address = parseAddress(ipAddress ?? "");
  const refusal = address === undefined ? "Device has no IP address" : refusalOfTarget(address, rule);
  const probed =
    address === undefined || refusal !== undefined
      ? { isReachable: false, latencyMs: null, note: refusal ?? null }
      : await probeAddress(address.toString(), limits);
  return {
    device_id: id,
    status: probed.isReachable ? "online" : "offline",
    latency_ms: probed.latencyMs,
    last_checked_at: toTimestamp(new Date()),
    error: probed.note,
  };
}
