import { loadVendorLookup, type VendorLookup } from "#features/topology";
import { canonicalMacAddress } from "#platform/mac-address";
import { canonicalAddress } from "#platform/ip";
import type { SnmpAccess } from "#platform/snmp/access";
import { patienceOf, readScalar, readText, valueOf } from "#platform/snmp/read";
import { SnmpSession } from "#platform/snmp/session";
import { SYS_DESCR, SYS_NAME, SYS_UPTIME } from "#platform/snmp/system";
import { describeValue } from "#platform/snmp/value";
import { type Row, type Walk, walkColumn } from "#platform/snmp/walk";
import { asSnmpRefusal, describeBrokenOff } from "#platform/snmp/words";
import type { WorkerPool } from "#platform/workers";
import type { SnmpArpEntry, SnmpInterface, SnmpProbeFinding } from "./models";
import type { Target } from "../desk";

/** RFC 1213. */
const IF_DESCR = "1.3.6.1.2.1.2.2.1.2";
const IF_OPER_STATUS = "1.3.6.1.2.1.2.2.1.8";
const IP_NET_TO_MEDIA_PHYS_ADDRESS = "1.3.6.1.2.1.4.22.1.2";

const MAX_ROWS = 512;
const LONGEST_MS = 30_000;
const HUNDREDTHS = 100;

/** ifOperStatus; unknown, dormant, notPresent and lowerLayerDown are one here. */
const OPER_STATUSES: Record<string, SnmpInterface["oper_status"]> = { 1: "up", 2: "down", 3: "testing" };
const OTHER_STATUS = /^[4-7]$/;

/**
 * What an agent says of itself, of its interfaces, and of its neighbours on IPv4. Tables that it breaks off are given
 * as far as they came.
 * @throws ApiError 400 with what is wrong, 504 where it is silent; the signal's reason.
 */
export async function probeSnmpAgent(
  { pool }: { pool: WorkerPool },
  { host, address, signal }: Target,
  access: SnmpAccess,
): Promise<SnmpProbeFinding> {
  const startedAt = performance.now();
  const endsAt = startedAt + LONGEST_MS;
  const limits = { timeoutMs: patienceOf(access, LONGEST_MS), signal };
  let session: SnmpSession | undefined;
  try {
    session = await SnmpSession.open({ address, port: access.port, access });
    const opened = session;
    const walk = (column: string) => walkColumn(opened, column, { ...limits, endsAt, mostRows: MAX_ROWS });
    // The first alone: it says whether anybody is there, and of v3 who.
    const sysDescr = await readText(opened, SYS_DESCR, limits);
    const [sysName, uptime, names, statuses, neighbours] = await Promise.all([
      readText(opened, SYS_NAME, limits),
      uptimeOf(opened, limits),
      walk(IF_DESCR),
      walk(IF_OPER_STATUS),
      walk(IP_NET_TO_MEDIA_PHYS_ADDRESS),
    ]);
    const findVendor = neighbours.rows.length === 0 ? () => null : await loadVendorLookup(pool);
    return {
      host,
      address,
      version: access.version,
      sys_name: sysName,
      sys_descr: sysDescr,
      sys_uptime_seconds: uptime,
      interfaces: interfacesOf(names.rows, statuses.rows),
      arp_entries: neighbours.rows.flatMap((row) => arpEntryOf(row, findVendor) ?? []),
      notes: [
        ...noteOf("Interfaces", names),
        ...noteOf("Status of interfaces", statuses),
        ...noteOf("ARP table", neighbours),
      ],
      duration_ms: Math.round(performance.now() - startedAt),
    };
  } catch (error) {
    signal.throwIfAborted();
    throw asSnmpRefusal(error, host);
  } finally {
    session?.close();
  }
}

type Limits = { timeoutMs: number; signal: AbortSignal };

async function uptimeOf(session: SnmpSession, limits: Limits): Promise<number | null> {
  const value = await readScalar(session, SYS_UPTIME, limits);
  return value?.number === null || value === null ? null : Number(value.number) / HUNDREDTHS;
}

function interfacesOf(names: readonly Row[], statuses: readonly Row[]): SnmpInterface[] {
  const byIndex = new Map<number, SnmpInterface>();
  const entryOf = ({ index: [index, ...more] }: Row): SnmpInterface | undefined => {
    if (index === undefined || more.length > 0) return undefined;
    const entry = byIndex.get(index) ?? { index, name: null, oper_status: null };
    byIndex.set(index, entry);
    return entry;
  };
  for (const row of names) {
    const [entry, value] = [entryOf(row), valueOf(row.variable)];
    if (entry !== undefined && value !== null) entry.name = describeValue(value);
  }
  for (const row of statuses) {
    const [entry, value] = [entryOf(row), valueOf(row.variable)];
    if (entry !== undefined && value !== null) entry.oper_status = operStatusOf(value.text);
  }
  return [...byIndex.values()].sort((left, right) => left.index - right.index);
}

function operStatusOf(text: string): SnmpInterface["oper_status"] {
  return OPER_STATUSES[text] ?? (OTHER_STATUS.test(text) ? "unknown" : null);
}

/** Its index is the interface's, and the address (RFC 1213, ipNetToMediaTable). */
function arpEntryOf({ index, variable }: Row, findVendor: VendorLookup): SnmpArpEntry | undefined {
  const [interfaceIndex, ...octets] = index;
  const address = octets.length === 4 ? canonicalAddress(octets.join(".")) : undefined;
  const hex = Buffer.isBuffer(variable.value) ? variable.value.toString("hex") : "";
  const mac = canonicalMacAddress(hex);
  if (address === undefined || mac === undefined) return undefined;
  return {
    ip_address: address,
    mac_address: mac.toUpperCase(),
    vendor: findVendor(mac),
    interface_index: interfaceIndex ?? null,
  };
}

function noteOf(table: string, { brokenOff }: Walk): string[] {
  return brokenOff === null ? [] : [`${table}: ${describeBrokenOff(brokenOff, MAX_ROWS)}`];
}
