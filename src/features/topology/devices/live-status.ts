import { asc, inArray } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { EchoAnswer } from "#platform/echo/answer";
import {
  EchoInterruptedError,
  EchoOverloadError,
  type EchoRequest,
  type Reachability,
} from "#platform/echo/reachability";
import { badRequest, unavailable } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { type ActiveTargetRule, refusalOfTarget } from "#platform/active-targets";
import { parseAddress } from "#platform/ip";
import { devices } from "../tables";
import type { DeviceLiveStatus, DeviceLiveStatusRequest } from "./bulk-models";

const MAX_DEVICES = 64;
const RETRY_SECONDS = 5;
/** Ports that are tried where no echo request can be sent. */
const USUAL_PORTS = [22, 80, 443, 53];

type Context = { db: Db; rule: ActiveTargetRule; reachability: Reachability };

/**
 * Whether devices answer now, by id, where the rule lets them be asked; nothing is stored. No ids: the first 64
 * devices. Throws 400 for more than 64.
 */
export async function probeDevices(
  { db, rule, reachability }: Context,
  { device_ids: ids, timeout_seconds: timeoutSeconds }: DeviceLiveStatusRequest,
  signal: AbortSignal,
): Promise<{ statuses: DeviceLiveStatus[] }> {
  if (ids.length > MAX_DEVICES)
    throw badRequest(`Live status checks are limited to ${MAX_DEVICES} devices per request`);
  const rows = await db
    .select({ id: devices.id, ipAddress: devices.ipAddress })
    .from(devices)
    .where(ids.length === 0 ? undefined : inArray(devices.id, ids))
    .orderBy(asc(devices.id))
    .limit(MAX_DEVICES);
  const wanted = rows.map(({ id, ipAddress }) => ({ id, ...targetOf(ipAddress, rule) }));
  const addresses = wanted.flatMap(({ address }) => address ?? []);
  const answers = (
    await askTwice(reachability, addresses, {
      count: 1,
      timeoutMs: Math.max(2, timeoutSeconds) * 1000,
      spacingMs: 0,
      tcp: { ports: USUAL_PORTS, timeoutMs: Math.max(500, timeoutSeconds * 1000) },
      signal,
    })
  ).values();
  const now = toTimestamp(new Date());
  const statuses = wanted.map(({ id, address, refusal }): DeviceLiveStatus => {
    const answer = address === undefined ? undefined : answers.next().value;
    return {
      device_id: id,
      status: answer !== undefined && answer.received > 0 ? "online" : "offline",
      latency_ms: answer?.averageMs ?? null,
      last_checked_at: now,
      error: answer === undefined ? (refusal ?? null) : noteOf(answer),
    };
  });
  return { statuses };
}

/** The address to ask, or why none is asked. */
function targetOf(text: string | null, rule: ActiveTargetRule): { address?: string; refusal?: string } {
  const address = parseAddress(text ?? "");
  if (address === undefined) return { refusal: "Device has no IP address" };
  const refusal = refusalOfTarget(address, rule);
  return refusal === undefined ? { address: address.toString() } : { refusal };
}

/** A call that broke off with the thread that made it is worth another, which goes another way. */
async function askTwice(
  reachability: Reachability,
  addresses: readonly string[],
  request: EchoRequest,
): Promise<EchoAnswer[]> {
  try {
    return await reachability.echo(addresses, request);
  } catch (error) {
    if (error instanceof EchoOverloadError)
      throw unavailable("Too many addresses are being asked at the same time", RETRY_SECONDS, error);
    if (!(error instanceof EchoInterruptedError)) throw error;
    return reachability.echo(addresses, request);
  }
}

/** What the answer rests on instead of an echo reply, or what stood in the way of one. */
function noteOf({ method, received, tcpPort, trouble }: EchoAnswer): string | null {
  if (tcpPort !== null) return `icmp unavailable, tcp:${tcpPort} reachable`;
  if (received > 0) return null;
  if (trouble !== null) return trouble.message;
  return method === "tcp" ? `icmp unavailable, tcp ports ${USUAL_PORTS.join(", ")} not reachable` : null;
}
