import type { ImportEntry } from "./entry";
import type { Match } from "./match";

/**
 * The places of rows that came before, by what tells a device from others: of several with one address the first by
 * the address, the others by address and id. `idAt`: the id that an export has written, by the place of such a first.
 */
export type Seen = {
  byId: Map<number, number>;
  byMac: Map<string, number>;
  byAddress: Map<string, number>;
  idAt: Map<number, number>;
  /** The first row that has an address, whatever tells its device from others. */
  holders: Map<string, Holder>;
};

/** `isStored`: its device has the address already. */
type Holder = { place: number; id: number | undefined; isStored: boolean };

type Row = { match: Match; entry: ImportEntry };

export function nothingSeen(): Seen {
  return { byId: new Map(), byMac: new Map(), byAddress: new Map(), idAt: new Map(), holders: new Map() };
}

/** The place of an earlier row of the same device. */
export function findTwin({ match, entry }: Row, seen: Seen): number | undefined {
  if (match.kind === "one") return seen.byId.get(match.id);
  const { mac_address: mac, ip_address: address, id } = entry;
  if (typeof mac === "string") return seen.byMac.get(mac);
  if (typeof address !== "string") return undefined;
  const first = seen.byAddress.get(address);
  // Two devices may share an address: an export tells them apart by their ids.
  const isAnother = first !== undefined && id !== undefined && (seen.idAt.get(first) ?? id) !== id;
  return isAnother ? seen.byAddress.get(`${address} ${id}`) : first;
}

export function remember({ match, entry }: Row, place: number, seen: Seen): void {
  const { mac_address: mac, ip_address: address, id } = entry;
  if (match.kind === "one") seen.byId.set(match.id, place);
  else if (typeof mac === "string") seen.byMac.set(mac, place);
  else if (typeof address !== "string") return;
  else if (seen.byAddress.has(address)) seen.byAddress.set(`${address} ${id}`, place);
  else {
    seen.byAddress.set(address, place);
    if (id !== undefined) seen.idAt.set(place, id);
  }
}

/**
 * The place of an earlier row that gives its device the same address. Not where the address was both devices' before,
 * or where an export tells by their ids that they are two.
 */
export function findHolder(
  { ip_address: address, id }: ImportEntry,
  { seen, isStored }: { seen: Seen; isStored: boolean },
): number | undefined {
  const holder = seen.holders.get(address ?? "");
  if (holder === undefined) return undefined;
  const areTwo = id !== undefined && holder.id !== undefined && id !== holder.id;
  return areTwo || (isStored && holder.isStored) ? undefined : holder.place;
}

export function holdAddress(
  { ip_address: address, id }: ImportEntry,
  { seen, place, isStored }: { seen: Seen; place: number; isStored: boolean },
): void {
  if (typeof address !== "string" || seen.holders.has(address)) return;
  seen.holders.set(address, { place, id, isStored });
}
