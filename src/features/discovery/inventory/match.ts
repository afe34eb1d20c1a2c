import type { KeptFind } from "../tables";

/** A device as far as a find can be told to be it. MAC addresses are in lower case. */
export type KnownDevice = {
  id: number;
  /** The primary one. */
  ipAddress: string | null;
  /** All of them, the primary one among them. */
  addresses: readonly string[];
  macAddress: string | null;
  macAddresses: readonly string[];
  hostname: string | null;
  name: string;
  vendor: string | null;
  /** Nobody typed the vendor. */
  isVendorDerived: boolean;
  os: string | null;
  topologyGroupId: number | null;
  siteId: number | null;
};

export type MatchReason = "mac_address_and_address" | "mac_address" | "hostname_and_address" | "address";

export type Match = { device: KnownDevice; reason: MatchReason };

/** What was found at an address. */
export type Found = { address: string; find: KeptFind };

/** More addresses than a host has: one that answers for others, as routers do (proxy ARP). */
const MOST_ADDRESSES_OF_A_HOST = 8;

/** A MAC address that tells its host: registered, and not one that answers for others. Lower case; undefined: none. */
export type IdentityOf = (find: KeptFind) => string | undefined;

/** Tells by all finds of a scan which MAC addresses are identities. */
export function identities(finds: readonly Found[]): IdentityOf {
  const counts = new Map<string, number>();
  for (const { find } of finds) {
    const mac = find.macAddress?.toLowerCase();
    if (mac !== undefined) counts.set(mac, (counts.get(mac) ?? 0) + 1);
  }
  return ({ macAddress, isRandomMac }) => {
    const mac = macAddress?.toLowerCase();
    if (mac === undefined || isRandomMac) return undefined;
    return (counts.get(mac) ?? 0) > MOST_ADDRESSES_OF_A_HOST ? undefined : mac;
  };
}

/** Finds the device of each find. */
export class Matcher {
  readonly #byMac: Map<string, KnownDevice[]>;
  readonly #byAddress: Map<string, KnownDevice[]>;

  constructor(devices: readonly KnownDevice[]) {
    this.#byMac = indexed(devices, ({ macAddresses }) => macAddresses);
    this.#byAddress = indexed(devices, ({ addresses }) => addresses);
  }

  /**
   * By ranked keys: a MAC address that is an identity, then host name and address together, then the address alone. Of several devices that
   * a key names, the one that the address names as well, else the oldest.
   */
  find({ address, find }: Found, mac: string | undefined): Match | undefined {
    const there = this.#byAddress.get(address) ?? [];
    const same = mac === undefined ? [] : (this.#byMac.get(mac) ?? []);
    const both = same.find((device) => there.includes(device));
    if (both !== undefined) return { device: both, reason: "mac_address_and_address" };
    const [known] = same;
    if (known !== undefined) return { device: known, reason: "mac_address" };
    const named = there.find(({ hostname }) => isSameHostname(hostname, find.hostname));
    if (named !== undefined) return { device: named, reason: "hostname_and_address" };
    const [first] = there;
    return first === undefined ? undefined : { device: first, reason: "address" };
  }

  /** Devices that have the address, and are not the one. */
  othersAt(address: string, match: Match | undefined): KnownDevice[] {
    return (this.#byAddress.get(address) ?? []).filter(({ id }) => id !== match?.device.id);
  }
}

function indexed(
  devices: readonly KnownDevice[],
  keysOf: (device: KnownDevice) => readonly string[],
): Map<string, KnownDevice[]> {
  const index = new Map<string, KnownDevice[]>();
  for (const device of devices) {
    for (const key of new Set(keysOf(device))) {
      const list = index.get(key);
      if (list === undefined) index.set(key, [device]);
      else list.push(device);
    }
  }
  return index;
}

/** True where the names are the same, or one is the other without its domain; case does not matter. */
export function isSameHostname(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [left, right] = [one, other].map((name) => name.toLowerCase().replace(/\.$/, ""));
  if (left === undefined || right === undefined) return false;
  return left === right || left.startsWith(`${right}.`) || right.startsWith(`${left}.`);
}
