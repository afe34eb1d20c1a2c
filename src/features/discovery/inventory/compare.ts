import { readAddressClaims, type AddressClaim } from "#features/ipam";
import type { Db } from "#platform/database";
import { proposals, type Values } from "./differences";
import { readKnownDevices } from "./known";
import { identities, Matcher, type Found, type KnownDevice, type Match } from "./match";

/** Who else has an address, by what is known of it. */
export type Conflict = {
  with: "device" | "reservation" | "lease" | "host";
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
};

/** Holds all finds of a scan against the inventory and the address plan as they are now. */
export async function compareFinds(db: Db, finds: readonly Found[]): Promise<Compared[]> {
  if (finds.length === 0) return [];
  const matcher = new Matcher(await readKnownDevices(db, finds));
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
  const identityOf = identities(finds);
  const matched = finds.map((found) => {
    const mac = identityOf(found.find);
    return { ...found, mac, match: matcher.find(found, mac) };
  });
  const atHome = new Set(matched.filter(isAtHome).map(({ match }) => match?.device.id));
  return matched.map((one) => {
    const isOther = isAlias(one, atHome);
    return {
      ...one,
      isAlias: isOther,
      proposed: proposedOf(one, isOther),
      conflict: conflictOf(one, matcher.othersAt(one.address, one.match), claims.get(one.address) ?? []),
    };
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
  { find, mac, match }: Matched,
  others: readonly KnownDevice[],
  claims: readonly AddressClaim[],
): Conflict | undefined {
  if (find.otherMacAddresses.length > 0) {
    const all = [find.macAddress, ...find.otherMacAddresses].filter((text) => text !== null).join(", ");
    return { with: "host", text: `Several hosts answer for the address: ${all}`, deviceId: null };
  }
  const seen = find.macAddress?.toLowerCase();
  if (seen === undefined) return undefined;
  const [other] = match?.reason === "mac_address" ? others : [];
  if (other !== undefined && mac !== undefined)
    return {
      with: "device",
      text: `The inventory has it as the address of ${other.name}`,
      deviceId: other.id,
    };
  const claim = claims.find(({ macAddress }) => macAddress !== seen);
  if (claim === undefined || claims.some(({ macAddress }) => macAddress === seen)) return undefined;
  const { kind, label, macAddress } = claim;
  const verb = kind === "reservation" ? "reserved for" : "leased to";
  return { with: kind, text: `It is ${verb} ${label} (${macAddress})`, deviceId: null };
}
