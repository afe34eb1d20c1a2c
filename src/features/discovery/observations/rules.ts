import type { Compared } from "../inventory/compare";
import type { MatchReason } from "../inventory/match";
import { hostnameOf } from "../inventory/host-fields";
import type { ObservationType } from "./models";

/** A host that a schedule has seen, and how long it has not. */
export type Presence = {
  ipAddress: string;
  macAddress: string | null;
  hostname: string | null;
  deviceId: number | null;
  lastScanId: number;
  lastSeenAt: Date;
  missedScans: number;
  reportedKey: string | null;
  silentUntil: Date | null;
};

/** An observation that is to be open, or refreshed where there is one that is not resolved. */
export type Wanted = {
  type: ObservationType;
  key: string;
  deviceId: number | null;
  ipAddress: string | null;
  macAddress: string | null;
  hostname: string | null;
  summary: string;
  details: Record<string, unknown>;
  /** Not worth a new row: it only refreshes one that is there. */
  isRefreshOnly?: boolean;
};

/** Why observations resolve by themselves. */
export type Settled = "reappeared" | "in_inventory" | "in_line" | "no_conflict";

/** Observations that are not true any more, whether there are any or not. */
export type Cleared = { type: ObservationType; key: string; why: Settled };

export type Scan = {
  id: number;
  now: Date;
  /** Everything that was to be asked was asked: only then does silence mean anything. */
  isWhole: boolean;
  /** Whether the scan would have told of the host, had it been there. */
  isInTarget: (address: string, macAddress: string | null) => boolean;
};

export type Memory = {
  presences: readonly Presence[];
  /** MAC addresses that are new to nobody any more. */
  settledMacs: ReadonlySet<string>;
  /** When somebody last resolved a new device at an address. */
  settledAddresses: ReadonlyMap<string, Date>;
};

export type Noticed = {
  wanted: Wanted[];
  cleared: Cleared[];
  /** As they are now; those that are not among them are forgotten. */
  presences: Presence[];
};

/** Whole scans in a row without a host before it is said to be gone. */
export const MISSES_TO_DISAPPEAR = 3;
const DAY_MS = 86_400_000;
const LONGEST_SUMMARY = 255;
const SILENT_AFTER_RETURN_MS = 7 * DAY_MS;
export const SETTLED_ADDRESS_MS = 14 * DAY_MS;

/** What a scan's finds say, given what its schedule saw before. */
export function notice(scan: Scan, finds: readonly Compared[], memory: Memory): Noticed {
  const said = finds.map((one) => sayOf(one, scan, memory));
  const gone = followPresences(scan, finds, memory.presences);
  const wanted = [...said.flatMap((one) => one.wanted), ...gone.wanted];
  const isWanted = new Set(wanted.map(nameOf));
  // One address of a host may show what another does not.
  const cleared = [...said.flatMap((one) => one.cleared), ...gone.cleared].filter(
    (one) => !isWanted.has(nameOf(one)),
  );
  return { wanted, cleared, presences: gone.presences };
}

/** What tells an observation from the others of its schedule. */
export function nameOf({ type, key }: { type: string; key: string }): string {
  return `${type} ${key}`;
}

type Said = { wanted: Wanted[]; cleared: Cleared[] };

function sayOf(one: Compared, scan: Scan, memory: Memory): Said {
  const { match } = one;
  const conflict = sayConflict(one);
  const own = match === undefined ? sayNew(one, scan, memory) : sayKnown(one, match.device.id);
  return { wanted: [...conflict.wanted, ...own.wanted], cleared: [...conflict.cleared, ...own.cleared] };
}

function keyOf({ mac, address }: Pick<Compared, "mac" | "address">): string {
  return mac === undefined ? `ip:${address}` : `mac:${mac}`;
}

function seen(one: Compared) {
  return {
    deviceId: one.match?.device.id ?? null,
    ipAddress: one.address,
    macAddress: one.find.macAddress,
    hostname: one.find.hostname,
  };
}

function sayConflict(one: Compared): Said {
  const { conflict, address, match } = one;
  const key = `ip:${address}`;
  if (conflict === undefined) return { wanted: [], cleared: [{ type: "conflict", key, why: "no_conflict" }] };
  const { with: other, text, deviceId } = conflict;
  const details = { conflict_with: other, reason: text, other_device_id: deviceId };
  const summary =
    other === "same_machine"
      ? `${match?.device.name ?? address} may be the same machine as another device`.slice(0, LONGEST_SUMMARY)
      : `Address conflict at ${address}`;
  return { wanted: [{ type: "conflict", key, ...seen(one), summary, details }], cleared: [] };
}

function sayNew(one: Compared, { now }: Scan, memory: Memory): Said {
  if (isSettled(one, now, memory)) return { wanted: [], cleared: [] };
  const { find, address } = one;
  const details = {
    open_ports: find.openPorts,
    is_random_mac: find.isRandomMac,
    vendor: find.vendor,
    os: find.os,
    device_type_guess: find.deviceTypeGuess,
  };
  const summary = `New device found at ${address}`;
  return { wanted: [{ type: "new_device", key: keyOf(one), ...seen(one), summary, details }], cleared: [] };
}

function isSettled({ mac, address }: Compared, now: Date, memory: Memory): boolean {
  if (mac !== undefined) return memory.settledMacs.has(mac);
  const settledAt = memory.settledAddresses.get(address);
  return settledAt !== undefined && now.getTime() - settledAt.getTime() < SETTLED_ADDRESS_MS;
}

/** At most one of the two: a device that has moved shows its other changes with it. */
function sayKnown(one: Compared, deviceId: number): Said {
  const { address, mac, proposed, match, ignored } = one;
  const key = `device:${deviceId}`;
  const noLongerNew: Cleared[] = [...new Set([`ip:${address}`, keyOf({ mac, address })])].map((old) => ({
    type: "new_device",
    key: old,
    why: "in_inventory",
  }));
  const type = "ip_address" in proposed ? "ip_change" : "field_change";
  const isChanged = Object.keys(proposed).length > 0;
  const others = (["ip_change", "field_change"] as const).filter((other) => !isChanged || other !== type);
  const cleared = [...noLongerNew, ...others.map((other): Cleared => ({ type: other, key, why: "in_line" }))];
  if (!isChanged) return { wanted: [], cleared };
  const summary =
    type === "ip_change"
      ? `Device appears to have moved to ${address}`
      : `Device details changed at ${address}`;
  const details = {
    proposed_updates: proposed,
    match_reason: match?.reason,
    match_text: match?.text,
    ...(ignored.length > 0 && { ignored_keys: ignored }),
  };
  return { wanted: [{ type, key, ...seen(one), summary, details }], cleared };
}

/** Who is there again, who is missed once more, and who is gone. */
function followPresences(
  scan: Scan,
  finds: readonly Compared[],
  presences: readonly Presence[],
): Said & { presences: Presence[] } {
  const register = new Register(presences);
  const said: Said = { wanted: [], cleared: [] };
  const next: Presence[] = [];
  for (const one of finds) {
    const before = register.take(one);
    if (before === undefined && !scan.isWhole) continue;
    const reportedKey = before?.reportedKey ?? null;
    if (reportedKey !== null) said.cleared.push({ type: "disappeared", key: reportedKey, why: "reappeared" });
    next.push(presentAgain(scan, one, before));
  }
  if (!scan.isWhole) return { ...said, presences: [...next, ...register.rest()] };
  const here = new Set(finds.map(({ address }) => address));
  const elsewhere = seenElsewhere(finds);
  for (const presence of register.rest()) {
    // Another host has its address now: the change of hardware is said of the device, where it is one.
    const { ipAddress, macAddress, deviceId } = presence;
    if (here.has(ipAddress) || !scan.isInTarget(ipAddress, macAddress)) continue;
    if (macAddress === null && elsewhere.has(deviceId)) continue;
    const missed = missedOnce(scan, presence);
    next.push(missed.presence);
    if (missed.wanted !== undefined) said.wanted.push(missed.wanted);
  }
  return { ...said, presences: next };
}

const TELLS_WITHOUT_MAC: ReadonlySet<MatchReason> = new Set(["serial_number", "engine_id", "hostname"]);

/**
 * Devices that are known at another address without their MAC address: what was seen at the former one is nothing that
 * is missed.
 */
function seenElsewhere(finds: readonly Compared[]): ReadonlySet<number | null> {
  return new Set(
    finds.flatMap(({ match }) =>
      match !== undefined && TELLS_WITHOUT_MAC.has(match.reason) ? [match.device.id] : [],
    ),
  );
}

/** Presences by what they are told by; each is somebody's once. */
class Register {
  readonly #left: Set<Presence>;
  readonly #byMac: Map<string, Presence>;
  readonly #byAddress: Map<string, Presence>;

  constructor(presences: readonly Presence[]) {
    this.#left = new Set(presences);
    this.#byMac = new Map(
      presences.flatMap((one) => (one.macAddress === null ? [] : [[one.macAddress, one]])),
    );
    this.#byAddress = new Map(presences.map((one) => [one.ipAddress, one]));
  }

  take({ mac, address }: Compared): Presence | undefined {
    const found = [mac === undefined ? undefined : this.#byMac.get(mac), this.#byAddress.get(address)].find(
      (one) => one !== undefined && this.#left.has(one) && isSameHost(one, mac),
    );
    if (found !== undefined) this.#left.delete(found);
    return found;
  }

  rest(): Presence[] {
    return [...this.#left];
  }
}

/** Where both show their hardware, it decides. */
function isSameHost({ macAddress }: Presence, mac: string | undefined): boolean {
  return macAddress === null || mac === undefined || macAddress === mac;
}

function presentAgain({ id, now }: Scan, one: Compared, before: Presence | undefined): Presence {
  const hasReturned = (before?.reportedKey ?? null) !== null;
  return {
    ipAddress: one.address,
    macAddress: one.mac ?? before?.macAddress ?? null,
    hostname: hostnameOf(one.find) ?? before?.hostname ?? null,
    deviceId: one.match?.device.id ?? null,
    lastScanId: id,
    lastSeenAt: now,
    missedScans: 0,
    reportedKey: null,
    silentUntil: hasReturned
      ? new Date(now.getTime() + SILENT_AFTER_RETURN_MS)
      : (before?.silentUntil ?? null),
  };
}

function missedOnce({ now }: Scan, presence: Presence): { presence: Presence; wanted?: Wanted } {
  const missed = { ...presence, missedScans: presence.missedScans + 1 };
  const isSilent = presence.silentUntil !== null && presence.silentUntil > now;
  if (missed.missedScans < MISSES_TO_DISAPPEAR || isSilent) return { presence: missed };
  const key = presence.reportedKey ?? goneKeyOf(presence);
  return { presence: { ...missed, reportedKey: key }, wanted: sayGone(missed, key) };
}

function goneKeyOf({ deviceId, macAddress, ipAddress }: Presence): string {
  if (deviceId !== null) return `device:${deviceId}`;
  return keyOf({ mac: macAddress ?? undefined, address: ipAddress });
}

function sayGone(presence: Presence, key: string): Wanted {
  const { deviceId, ipAddress, macAddress, hostname, lastScanId, missedScans, reportedKey } = presence;
  return {
    type: "disappeared",
    key,
    deviceId,
    ipAddress,
    macAddress: macAddress?.toUpperCase() ?? null,
    hostname,
    summary: `Previously discovered device no longer responds at ${ipAddress}`,
    details: { previous_scan_id: lastScanId, missed_scans: missedScans },
    // Somebody may have resolved it: that host is not told of twice.
    isRefreshOnly: reportedKey !== null,
  };
}
