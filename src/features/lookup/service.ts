import { findAddressesHeldBy, findHolders } from "#features/bindings";
import { findAttachments } from "#features/forwarding";
import type { SyslogEngine } from "#features/syslog";
import {
  listDevices,
  listRelationships,
  readDevices,
  type DeviceRead,
  type RelationshipRead,
} from "#features/topology";
import type { Db } from "#platform/database";
import { may, type Caller } from "#platform/http/guard";
import type { Logger } from "#platform/log";
import { findLastEvents, withoutEvents, type LastEvents } from "./events";
import type { LookupList, LookupResult } from "./models";
import {
  findChanges,
  findDeviceIds,
  findLeases,
  findNeighbours,
  findReservations,
  findSubnets,
  type Wanted,
} from "./queries";
import { readTerm, type Term } from "./term";

export type LookupContext = { db: Db; syslog: SyslogEngine; log: Logger };

const MOST = 50;
const MAX_LINKS = 500;
/** Of all devices that were found. */
const MAX_ADDRESSES = 500;
/** Of which it is said who had them. */
const MAX_HELD = 20;
/** MAC addresses of which it is said where they hang. */
const MAX_ATTACHED = 20;

/** The whole answer is promised within 200 ms; events have to be found by then. */
const EVENTS_LIMIT_MS = 120;

/** Everything that is known of an address, a network, a MAC address or a name, as far as the caller may know it. */
export async function lookUp(
  ctx: LookupContext,
  request: { term: string; caller: Caller; now: Date; at?: Date | undefined },
  signal: AbortSignal,
): Promise<LookupResult> {
  const { caller } = request;
  const until = AbortSignal.any([signal, AbortSignal.timeout(EVENTS_LIMIT_MS)]);
  const term = readTerm(request.term);
  const { devices, isExact } = await findDevices(ctx.db, term, caller.userId);
  const ownAddresses = addressesOf(term, devices);
  const assigned = await findAssigned(ctx.db, { term, addresses: ownAddresses, limit: MOST + 1 });
  const addresses = withAssigned(term, ownAddresses, assigned);
  const [records, events, holders] = await Promise.all([
    findRecords(ctx.db, { term, addresses, devices, assigned, isSuperAdmin: caller.isSuperAdmin }),
    findEvents(ctx, { ...request, addresses }, until),
    mayKnowEvents(caller) ? findHoldersOf(ctx.db, { term, addresses, at: request.at ?? request.now }) : null,
  ]);
  const attachments = may(caller, "tools_passive")
    ? await findAttachments(ctx.db, macAddressesOf({ term, devices, holders }))
    : null;
  return {
    term: term.value,
    kind: term.kind,
    is_exact: isExact,
    ...records,
    ...events,
    holders,
    attachments,
  };
}

/** They come out of logs, and tell where people were. */
function mayKnowEvents(caller: Caller): boolean {
  return may(caller, "security_view");
}

type Known = { term: Term; devices: readonly DeviceRead[]; holders: LookupResult["holders"] };

/** The one of the question, those of the devices, and those that have its address now. */
function macAddressesOf({ term, devices, holders }: Known): string[] {
  const ofDevices = devices.flatMap(({ mac_address: own, interfaces }) => [
    own,
    ...interfaces.map(({ mac_address: macAddress }) => macAddress),
  ]);
  const ofHolders = (holders ?? []).flatMap((found) =>
    found.holders.flatMap(({ certainty, mac_address: own }) => (certainty === "before" ? [] : own)),
  );
  const asked = term.kind === "mac_address" ? [term.value] : [];
  const all = [...asked, ...ofDevices, ...ofHolders].flatMap((macAddress) => macAddress ?? []);
  return [...new Set(all)].slice(0, MAX_ATTACHED);
}

async function findHoldersOf(
  db: Db,
  { term, addresses, at }: { term: Term; addresses: readonly string[]; at: Date },
) {
  const held =
    term.kind === "mac_address" ? await findAddressesHeldBy(db, { macAddress: term.value, at }) : addresses;
  return held.length === 0 ? [] : findHolders(db, { addresses: held.slice(0, MAX_HELD), at });
}

type Assigned = Pick<LookupResult, "reservations" | "leases">;

async function findAssigned(db: Db, wanted: Wanted): Promise<Assigned> {
  const [reservations, leases] = await Promise.all([findReservations(db, wanted), findLeases(db, wanted)]);
  return { reservations, leases };
}

/** A client that is no device has the addresses that are leased to it or kept for it: by its MAC address or name. */
function withAssigned(term: Term, own: readonly string[], { reservations, leases }: Assigned): string[] {
  if (term.kind !== "mac_address" && term.kind !== "name") return [...own];
  const reserved = reservations.filter(({ state }) => state === "active");
  const leased = leases.filter(({ is_active: isActive }) => isActive);
  const all = [...own, ...[...leased, ...reserved].map(({ ip_address: address }) => address)];
  return [...new Set(all)].slice(0, MAX_ADDRESSES);
}

type Found = {
  term: Term;
  addresses: readonly string[];
  devices: DeviceRead[];
  assigned: Assigned;
  isSuperAdmin: boolean;
};

async function findRecords(db: Db, { term, addresses, devices, assigned, isSuperAdmin }: Found) {
  const wanted: Wanted = { term, addresses, limit: MOST + 1 };
  const shownDevices = devices.slice(0, MOST);
  const deviceIds = shownDevices.map(({ id }) => id);
  const { reservations, leases } = assigned;
  const [subnets, relationships] = await Promise.all([
    findSubnets(db, wanted),
    listRelationships({ db }, { deviceIds, limit: MAX_LINKS + 1 }),
  ]);
  const lists = { devices, subnets, reservations, leases };
  const truncated: LookupList[] = [
    ...(["devices", "subnets", "reservations", "leases"] as const).filter(
      (name) => lists[name].length > MOST,
    ),
    ...(relationships.length > MAX_LINKS ? (["relationships"] as const) : []),
  ];
  const shown = {
    devices: shownDevices,
    subnets: subnets.slice(0, MOST),
    reservations: reservations.slice(0, MOST),
    leases: leases.slice(0, MOST),
    relationships: relationships.slice(0, MAX_LINKS),
  };
  const [neighbours, changes] = await Promise.all([
    findNeighbours(db, neighboursOf(shown)),
    isSuperAdmin ? findChanges(db, targetsOf(shown)) : null,
  ]);
  return { ...shown, neighbours, changes, truncated };
}

async function findDevices(
  db: Db,
  term: Term,
  userId: number,
): Promise<{ devices: DeviceRead[]; isExact: boolean }> {
  const ids = await findDeviceIds(db, term, MOST + 1);
  if (ids.length > 0 || term.kind !== "name" || term.value === "")
    return { devices: await readDevices({ db }, { ids, userId }), isExact: true };
  const page = await listDevices({ db }, userId, { search: term.value, sort: "name", limit: MOST + 1 });
  return { devices: page.rows, isExact: page.rows.length === 0 };
}

/**
 * The address of the question, else those of the devices that were found. Of a network it is the network that counts.
 */
function addressesOf(term: Term, devices: readonly DeviceRead[]): string[] {
  if (term.kind === "network") return [];
  const own = term.kind === "address" ? [term.value] : devices.flatMap(addressesOfDevice);
  return [...new Set(own)].slice(0, MAX_ADDRESSES);
}

function addressesOfDevice(device: DeviceRead): string[] {
  const others = device.interfaces.flatMap((given) => given.ip_addresses);
  return [device.ip_address, ...device.additional_addresses, ...others].filter((address) => address !== "");
}

type EventsRequest = { addresses: readonly string[]; caller: Caller; now: Date; at?: Date | undefined };

async function findEvents(
  ctx: LookupContext,
  { addresses, caller, now, at }: EventsRequest,
  until: AbortSignal,
): Promise<LastEvents> {
  if (!mayKnowEvents(caller)) return withoutEvents("permission");
  if (at !== undefined) return withoutEvents("past");
  return addresses.length === 0
    ? withoutEvents("no_address")
    : findLastEvents(ctx, { addresses, now, userId: caller.userId }, until);
}

type Shown = Pick<LookupResult, "devices" | "subnets" | "reservations" | "relationships">;

function neighboursOf({ devices, relationships }: Shown): number[] {
  const own = new Set(devices.map(({ id }) => id));
  const ends = relationships.flatMap((link: RelationshipRead) => [
    link.source_device_id,
    link.target_device_id,
  ]);
  return [...new Set(ends)].filter((id) => !own.has(id));
}

/** As the audit log names them. */
function targetsOf({ devices, subnets, reservations, relationships }: Shown): string[] {
  const name = (kind: string, things: readonly { id: number }[]) => things.map(({ id }) => `${kind}:${id}`);
  return [
    ...name("device", devices),
    ...name("subnet", subnets),
    ...name("reservation", reservations),
    ...name("relationship", relationships),
  ];
}
