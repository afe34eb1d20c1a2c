import { getSnmpAccess } from "#features/snmp-profiles";
import { getGroup, isLocallyAdministered, loadVendorLookup } from "#features/topology";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { ProbeTrouble } from "#platform/probe/trouble";
import type { SnmpAccess } from "#platform/snmp/access";
import { readArpTable } from "#platform/snmp/arp-table";
import { readAgentIdentity } from "#platform/snmp/identity";
import { patienceOf, readText } from "#platform/snmp/read";
import { SnmpSession } from "#platform/snmp/session";
import { SYS_DESCR } from "#platform/snmp/system";
import type { WorkerPool } from "#platform/workers";
import type { Found } from "../inventory/match";
import { inParallel } from "../sweep/in-parallel";
import { keepFinds, readFindsOf } from "./finds";

/** Agents that are asked for what they know of the hosts. */
export type SnmpRequest = {
  profileId: number | null;
  community: string | null;
  port: number;
  timeoutSeconds: number;
  /** Routers, whose ARP tables are read. */
  targets: readonly string[];
  /** Its gateway is the router where no other is named. */
  groupId: number | null;
};

export type FillBySnmp = {
  /** Opens the way to the agents. @throws ApiError where there is none, as with a profile that is not there. */
  prepare(): Promise<Fill>;
};

/**
 * Adds to the finds of a scan, until the moment on the clock of `performance.now`. Agents that do not answer add
 * nothing.
 */
export type Fill = (scan: { scanId: number; endsAt: number; signal: AbortSignal }) => Promise<void>;

type Deps = { db: Db; encryption: Encryption; pool: WorkerPool };

const MAX_ROWS = 4096;
const RETRIES = 1;
/** Of the question for each host's description, which is asked once. */
const HOST_TIMEOUT_MS = 1000;
const HOSTS_AT_ONCE = 20;

/**
 * MAC addresses out of the ARP tables of routers, and what hosts say of their systems, engines and chassis. Undefined:
 * no agent is to be asked.
 */
export function createSnmpFill(deps: Deps, request: SnmpRequest): FillBySnmp | undefined {
  if (request.profileId === null && request.community === null) return undefined;
  return {
    async prepare() {
      const access = await openAccess(deps, request);
      const routers = await findRouters(deps.db, request);
      return async ({ scanId, ...limits }) => {
        const finds = await readFindsOf(deps.db, scanId);
        await addHardware(deps, finds, { access, routers, ...limits });
        await addDescriptions(finds, { access, ...limits });
        await keepFinds(deps.db, scanId, finds);
      };
    },
  };
}

async function openAccess(
  { db, encryption }: Deps,
  { profileId, community, port, timeoutSeconds }: SnmpRequest,
): Promise<SnmpAccess> {
  if (profileId !== null) return getSnmpAccess({ db, encryption }, profileId);
  const patience = { port, timeoutMs: timeoutSeconds * 1000, retries: RETRIES };
  return { ...patience, version: "v2c", community: community ?? "" };
}

async function findRouters(db: Db, { targets, groupId }: SnmpRequest): Promise<readonly string[]> {
  if (targets.length > 0 || groupId === null) return targets;
  const { gateway } = await getGroup({ db }, groupId);
  return gateway === null ? [] : [gateway];
}

type Limits = { access: SnmpAccess; endsAt: number; signal: AbortSignal };

/** Changes the finds in place. */
async function addHardware(
  { pool }: Deps,
  finds: readonly Found[],
  { routers, ...limits }: Limits & { routers: readonly string[] },
): Promise<void> {
  const open = finds.filter(({ find }) => find.macAddress === null);
  if (open.length === 0 || routers.length === 0) return;
  const tables = await Promise.all(routers.map((router) => readHardware(router, limits)));
  const known = new Map(tables.flat());
  const vendorOf = await loadVendorLookup(pool);
  for (const { address, find } of open) {
    const mac = known.get(address);
    if (mac === undefined) continue;
    find.macAddress = mac.toUpperCase();
    find.isRandomMac = isLocallyAdministered(mac);
    find.vendor ??= vendorOf(mac);
  }
}

/** Address to MAC address. Empty where the router does not answer. */
async function readHardware(
  router: string,
  { access, endsAt, signal }: Limits,
): Promise<(readonly [string, string])[]> {
  const limits = { timeoutMs: patienceOf(access, Infinity), signal, endsAt, mostRows: MAX_ROWS };
  const table = await asked(router, access, (session) => readArpTable(session, limits));
  return (table?.entries ?? []).map(({ address, macAddress }) => [address, macAddress] as const);
}

/** Changes the finds in place. */
async function addDescriptions(finds: readonly Found[], { access, endsAt, signal }: Limits): Promise<void> {
  const impatient = { ...access, timeoutMs: HOST_TIMEOUT_MS, retries: 0 };
  const limits = { timeoutMs: patienceOf(impatient, Infinity), signal };
  await inParallel(finds, HOSTS_AT_ONCE, async ({ address, find }) => {
    if (performance.now() >= endsAt) return;
    signal.throwIfAborted();
    const told = await asked(address, impatient, async (session) => {
      const text = await readText(session, SYS_DESCR, limits);
      return { text, ...(await readAgentIdentity(session, { ...limits, endsAt })) };
    });
    find.os = told?.text ?? find.os;
    find.engineId = told?.engineId ?? null;
    find.serialNumber = told?.serialNumber ?? null;
  });
}

/** What an agent answers; undefined where it does not, or not so that it could be used. */
async function asked<Answer>(
  address: string,
  access: SnmpAccess,
  ask: (session: SnmpSession) => Promise<Answer>,
): Promise<Answer | undefined> {
  let session: SnmpSession | undefined;
  try {
    session = await SnmpSession.open({ address, port: access.port, access });
    return await ask(session);
  } catch (error) {
    if (error instanceof ProbeTrouble) return undefined;
    throw error;
  } finally {
    session?.close();
  }
}
