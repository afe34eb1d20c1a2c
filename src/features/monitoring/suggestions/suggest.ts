import { eq, inArray } from "drizzle-orm";
import type { SnmpProfileRow } from "#features/snmp-profiles";
import { watchedAt } from "#features/topology";
import { refusalOfTarget, type ActiveTargetRule } from "#platform/active-targets";
import type { Db } from "#platform/database";
import { EchoInterruptedError, EchoOverloadError, type Reachability } from "#platform/echo/reachability";
import type { Encryption } from "#platform/encryption";
import { parseAddress } from "#platform/ip";
import { pickReachable } from "#platform/named-host";
import { createTurnstile } from "#platform/turnstile";
import { snmpProfiles } from "#tables/snmp-profiles";
import { deviceNameOf, devices } from "#tables/topology";
import { probeDevices } from "../engine/device-probe";
import { createHostFinder, type FindHost } from "../engine/host-names";
import { isName } from "../engine/named-devices";
import { probeCheck } from "../engine/service-probe";
import { createHttpProbe } from "../http/probe";
import { readExisting, type FindExisting } from "./existing";
import { lookForServices, type Ask, type Look } from "./look";
import type { CheckSuggestion, CheckSuggestionRequest, CheckSuggestions, DeviceSuggestions } from "./models";
import { SERVICES, type Service } from "./services";

/** Of one request, in all. */
const MAX_MS = 20_000;
/** Small devices take few connections at once. */
const AT_ONCE_EACH = 6;
const AT_ONCE = 200;

type Context = {
  db: Db;
  encryption: Encryption;
  reachability: Reachability;
  rule: ActiveTargetRule;
  services?: readonly Service[];
};

/**
 * Asks devices for the services that they usually have, by the very checks that it then suggests: each of them has just
 * succeeded. It writes nothing, and ends within 20 s, with what was found by then. The devices come by name.
 * @throws the signal's reason.
 */
export async function suggestChecks(
  ctx: Context,
  { device_ids: ids }: CheckSuggestionRequest,
  signal: AbortSignal,
): Promise<CheckSuggestions> {
  const rows = await readAsked(ctx.db, ids);
  const find = createHostFinder();
  const wanted = await Promise.all(rows.map((row) => locate(row, { find, rule: ctx.rule, signal })));
  const askable = wanted.flatMap(({ refusal, ...row }) => (refusal === null ? [row] : []));
  const until = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  const looks = await lookAt({ ...ctx, find }, askable, until);
  signal.throwIfAborted();
  const findExisting = await readExisting(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const known = new Set(rows.map(({ id }) => id));
  return {
    devices: wanted.map(({ id, name, address, refusal }) => ({
      device_id: id,
      name,
      address,
      ...(refusal === null ? tell(id, looks.get(id), findExisting) : notAsked(refusal)),
    })),
    unknown_device_ids: ids.filter((id) => !known.has(id)),
  };
}

/** An `address` that was read is a host name where the device has none. */
type Asked = { id: number; name: string; address: string | null; snmpProfile: SnmpProfileRow | null };

function readAsked(db: Db, ids: readonly number[]): Promise<Asked[]> {
  const { id, nameKey, snmpProfileId } = devices;
  return db
    .select({ id, name: deviceNameOf(), address: watchedAt, snmpProfile: snmpProfiles })
    .from(devices)
    .leftJoin(snmpProfiles, eq(snmpProfiles.id, snmpProfileId))
    .where(inArray(id, [...ids]))
    .orderBy(nameKey, id);
}

/** With the address that its name leads to; `refusal`: why it is not asked. */
async function locate(
  row: Asked,
  { find, rule, signal }: { find: FindHost; rule: ActiveTargetRule; signal: AbortSignal },
): Promise<Asked & { refusal: string | null }> {
  const { address } = row;
  if (address === null || !isName(address)) return { ...row, refusal: refusalOf(address, rule) };
  const found = await find(address, signal);
  if (!Array.isArray(found)) return { ...row, address: null, refusal: found.error };
  const reached = await pickReachable(found);
  return { ...row, address: reached, refusal: refusalOf(reached, rule) };
}

function refusalOf(text: string | null, rule: ActiveTargetRule): string | null {
  const address = parseAddress(text ?? "");
  if (address === undefined) return "The device has neither an address nor a host name";
  return refusalOfTarget(address, rule) ?? null;
}

/** By device. */
async function lookAt(
  ctx: Context & { find: FindHost },
  asked: readonly Asked[],
  signal: AbortSignal,
): Promise<Map<number, Told | Look>> {
  const { encryption, find, rule, services = SERVICES } = ctx;
  const probeHttp = createHttpProbe({ refusal: (address) => refusalOfTarget(address, rule) });
  const ask: Ask = (check, address, until) =>
    probeCheck({ probeHttp, encryption, find }, { check, address }, until);
  const ofAll = createTurnstile(AT_ONCE);
  const silences = await findSilent(ctx.reachability, asked, signal);
  const found = await Promise.all(
    asked.map(async ({ id, address, snmpProfile }, index): Promise<[number, Told | Look]> => {
      const silence = silences[index];
      if (silence !== undefined) return [id, silence];
      const places = [ofAll, createTurnstile(AT_ONCE_EACH)];
      const device = { address: address ?? "", snmpProfile };
      return [id, await lookForServices(device, services, { ask, places, signal })];
    }),
  );
  return new Map(found);
}

/**
 * What there is to say of those that need no look, at the index of each: a device that drops what it does not know
 * would cost a time-out for each port.
 */
async function findSilent(
  reachability: Reachability,
  asked: readonly Asked[],
  signal: AbortSignal,
): Promise<(Told | undefined)[]> {
  try {
    const addresses = asked.map(({ address }) => address ?? "");
    const outcomes = await probeDevices(reachability, addresses, signal);
    return outcomes.map(({ status, error }) => {
      if (status === "up") return undefined;
      return status === "down" ? SILENT : notAsked(error ?? "It could not be asked");
    });
  } catch (error) {
    // Without echoes it takes longer, and finds the same.
    if (error instanceof EchoInterruptedError || error instanceof EchoOverloadError) return [];
    throw error;
  }
}

type Told = Pick<DeviceSuggestions, "status" | "reason" | "suggestions">;

function notAsked(reason: string): Told {
  return { status: "not_asked", reason, suggestions: [] };
}

const SILENT: Told = { status: "silent", reason: "The device does not answer", suggestions: [] };

function tell(deviceId: number, look: Told | Look | undefined, findExisting: FindExisting): Told {
  if (look === undefined) throw new Error("our bug: a device was left out");
  if ("status" in look) return look;
  const suggestions = look.found.map(({ check, outcome }): CheckSuggestion => ({
    check,
    response_time_ms: outcome.latencyMs,
    status_code: outcome.statusCode,
    details: { ...outcome.details },
    existing_check_id: findExisting(deviceId, check.check_type, check.port),
  }));
  if (look.isComplete) return { status: "asked", reason: null, suggestions };
  return { status: "out_of_time", reason: "There was no time to ask for all services", suggestions };
}
