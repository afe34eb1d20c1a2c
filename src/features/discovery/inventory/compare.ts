import { readAddressClaims, type AddressClaim } from "#features/ipam";
import type { Db } from "#platform/database";
import { proposals, type Values } from "./differences";
import { clonedKeys, keysOf, nameOfKey, tellingNames, textOf } from "./keys";
import { readInventory } from "./known";
import { identities, Matcher, type Found, type Keys, type KnownDevice, type Match } from "./match";

/** Who else has an address, by what is known of it. */
export type Conflict = {
  /** `same_machine`: not of the address, but of what tells two devices: they may be one. */
  with: "device" | "reservation" | "lease" | "host" | "same_machine";
  text: string;
  deviceId: number | null;
};

/** A find, held against the inventory and the address plan. */
export type Compared = Found & {
  /** Its MAC address, where that tells the host. Lower case. */
  mac: string | undefined;
  match: Match | undefined;
  /** Another address of a device that answers where it belongs, or is known to have several. */
  isAlias: boolean;
  proposed: Values;
  conflict: Conflict | undefined;
  /** Why what it shows of itself was not gone by, in words. */
  ignored: string[];
};

/** Holds all finds of a scan against the inventory and the address plan as they are now. */
export async function compareFinds(db: Db, finds: readonly Found[]): Promise<Compared[]> {
  if (finds.length === 0) return [];
  const { devices, holders } = await readInventory(db, finds);
  const matcher = new Matcher(devices, holders);
  const claims = await readAddressClaims(
    db,
    finds.map(({ address }) => address),
  );
  return compare(finds, matcher, claims);
}

/** The same of what was read. */
export function compare(
  finds: readonly Found[],
  matcher: Matcher,
  claims: ReadonlyMap<string, readonly AddressClaim[]>,
): Compared[] {
  const keysFor = createKeys(finds);
  const matched = finds.map((found) => {
    const keys = keysFor(found);
    return { ...found, mac: keys.mac, keys, match: matcher.find(found, keys) };
  });
  const atHome = new Set(matched.filter(isAtHome).map(({ match }) => match?.device.id));
  return matched.map(({ keys, ...one }) => {
    const isOther = isAlias(one, atHome);
    const twin = sameMachineOf(keys, one.match, matcher);
    return {
      ...one,
      isAlias: isOther,
      proposed: proposedOf(one, isOther),
      conflict:
        conflictOf(one, matcher.othersAt(one.address, one.match), claims.get(one.address) ?? []) ?? twin,
      ignored: [...clonedOf(one.find, keys), ...sharedOf(keys, one.match, matcher)],
    };
  });
}

/** What each find of a scan is looked for by, as all of them tell. */
function createKeys(finds: readonly Found[]): (found: Found) => Keys {
  const identityOf = identities(finds);
  const cloned = clonedKeys(finds);
  const telling = tellingNames(finds);
  return ({ find }) => ({
    mac: identityOf(find),
    others: keysOf(find).filter((key) => !cloned.has(nameOfKey(key))),
    telling: telling(find),
  });
}

type Matched = Found & { mac: string | undefined; match: Match | undefined };

function isAtHome({ address, match }: Matched): boolean {
  return match?.device.addresses.includes(address) === true;
}

function isAlias({ address, match }: Matched, atHome: ReadonlySet<number | undefined>): boolean {
  return match !== undefined && match.device.ipAddress !== address && atHome.has(match.device.id);
}

/** A device that answers where it belongs has not moved, and another address of it need not show the same name. */
function proposedOf(one: Matched, isOther: boolean): Values {
  return one.match === undefined || isOther ? {} : proposals(one, one.match);
}

function conflictOf(
  { address, find, match }: Matched,
  others: readonly KnownDevice[],
  claims: readonly AddressClaim[],
): Conflict | undefined {
  if (find.otherMacAddresses.length > 0) {
    const all = [find.macAddress, ...find.otherMacAddresses].filter((text) => text !== null).join(", ");
    return { with: "host", text: `Several hosts answer for the address: ${all}`, deviceId: null };
  }
  const isElsewhere = match !== undefined && !match.device.addresses.includes(address);
  const [other] = isElsewhere && match.reason !== "hostname" ? others : [];
  if (other !== undefined)
    return {
      with: "device",
      text: `The inventory has it as the address of ${other.name}`,
      deviceId: other.id,
    };
  const seen = find.macAddress?.toLowerCase();
  if (seen === undefined) return undefined;
  const claim = claims.find(({ macAddress }) => macAddress !== seen);
  if (claim === undefined || claims.some(({ macAddress }) => macAddress === seen)) return undefined;
  const { kind, label, macAddress } = claim;
  const verb = kind === "reservation" ? "reserved for" : "leased to";
  return { with: kind, text: `It is ${verb} ${label} (${macAddress})`, deviceId: null };
}

/**
 * Another device that shows the same serial number or engine id at this time: they are one machine, or it was cloned.
 */
function sameMachineOf(keys: Keys, match: Match | undefined, matcher: Matcher): Conflict | undefined {
  const [other] = matcher.sharing(keys, match)?.devices ?? [];
  const [text] = sharedOf(keys, match, matcher);
  if (match === undefined || other === undefined || text === undefined) return undefined;
  return { with: "same_machine", text, deviceId: other.id };
}

function sharedOf(keys: Keys, match: Match | undefined, matcher: Matcher): string[] {
  const shared = matcher.sharing(keys, match);
  if (shared === undefined) return [];
  const names = [...(match === undefined ? [] : [match.device]), ...shared.devices].map(({ name }) => name);
  return [
    `${textOf(shared.key)} is that of ${names.join(" and ")}, so that it tells none: they are one machine, or it was cloned`,
  ];
}

function clonedOf(find: Found["find"], keys: Keys): string[] {
  const usable = new Set(keys.others.map(nameOfKey));
  return keysOf(find)
    .filter((key) => !usable.has(nameOfKey(key)))
    .map((key) => `${textOf(key)} is said by several hosts of the scan: it was cloned, and tells none`);
}
