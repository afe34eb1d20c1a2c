import type { KeptFind } from "../tables";
import { mayHaveAnyMac, nameOfKey, textOf, type FoundKey } from "./keys";
import { firstLabelOf, isSameHostname } from "./same-host";

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

export const MATCH_REASONS = [
  "mac_address_and_address",
  "mac_address",
  "serial_number",
  "engine_id",
  "hostname_and_address",
  "hostname",
  "address",
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

export type Match = {
  device: KnownDevice;
  reason: MatchReason;
  /** The same for people. */
  text: string;
};

/** Devices that have a key, by the key (`nameOfKey`). */
export type Holders = ReadonlyMap<string, readonly KnownDevice[]>;

/** What a host is looked for by. */
export type Keys = {
  /** Its MAC address, where that tells the host. Lower case. */
  mac: string | undefined;
  /** The best first; those that were cloned are not among them. */
  others: readonly FoundKey[];
  /** Of a host whose MAC address tells nothing. */
  telling: string | undefined;
};

/** What was found at an address. */
export type Found = { address: string; find: KeptFind };

/** More addresses than a host has: one that answers for others, as routers do (proxy ARP). */
const MAX_ADDRESSES_OF_A_HOST = 8;

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
    return (counts.get(mac) ?? 0) > MAX_ADDRESSES_OF_A_HOST ? undefined : mac;
  };
}

/** Finds the device of each find. */
export class Matcher {
  readonly #holders: Holders;
  readonly #byMac: Map<string, KnownDevice[]>;
  readonly #byAddress: Map<string, KnownDevice[]>;
  /** By the first label of the host name: names that are the same have the same. */
  readonly #byLabel: Map<string, KnownDevice[]>;

  constructor(devices: readonly KnownDevice[], holders: Holders = new Map()) {
    this.#holders = holders;
    this.#byMac = indexed(devices, ({ macAddresses }) => macAddresses);
    this.#byAddress = indexed(devices, ({ addresses }) => addresses);
    this.#byLabel = indexed(devices, ({ hostname }) => (hostname === null ? [] : [firstLabelOf(hostname)]));
  }

  /**
   * By ranked keys: a MAC address that is an identity, a serial number, an SNMP engine id, host name and address
   * together, the host name alone where the MAC address changes, then the address alone. Of several devices that a MAC
   * address or an address names, the one that both name, else the oldest; another key of several devices tells none.
   */
  find(found: Found, keys: Keys): Match | undefined {
    return this.#byHardware(found, keys) ?? this.#byKey(keys) ?? this.#byName(found, keys);
  }

  #byHardware({ address }: Found, { mac }: Keys): Match | undefined {
    const same = mac === undefined ? [] : (this.#byMac.get(mac) ?? []);
    const both = same.find((device) => device.addresses.includes(address));
    const device = both ?? same[0];
    if (device === undefined) return undefined;
    const reason = both === undefined ? "mac_address" : "mac_address_and_address";
    return { device, reason, text: `MAC address ${mac} is that of ${device.name}` };
  }

  #byKey({ others }: Keys): Match | undefined {
    for (const key of others) {
      const [device, ...more] = this.#holders.get(nameOfKey(key)) ?? [];
      if (device !== undefined && more.length === 0)
        return { device, reason: key.kind, text: `${textOf(key)} is that of ${device.name}` };
    }
    return undefined;
  }

  #byName({ address, find }: Found, { telling }: Keys): Match | undefined {
    const there = this.#byAddress.get(address) ?? [];
    const named = there.find(({ hostname }) => isSameHostname(hostname, find.hostname));
    if (named !== undefined) {
      const text = `host name ${find.hostname} and address ${address} are those of ${named.name}`;
      return { device: named, reason: "hostname_and_address", text };
    }
    const labelled = telling === undefined ? [] : (this.#byLabel.get(firstLabelOf(telling)) ?? []);
    const alike = labelled.filter(({ hostname }) => isSameHostname(hostname, telling ?? null));
    const [same, ...more] = alike;
    if (same !== undefined && more.length === 0 && mayHaveAnyMac(same)) {
      const text = `host name ${telling} is that of ${same.name}; its MAC address is a random one, which changes`;
      return { device: same, reason: "hostname", text };
    }
    const [first] = there;
    if (first === undefined) return undefined;
    return { device: first, reason: "address", text: `address ${address} is that of ${first.name}` };
  }

  /** The first key of a find that other devices have, and these: then it tells none of them. */
  sharing(keys: Keys, match: Match | undefined): { key: FoundKey; devices: KnownDevice[] } | undefined {
    for (const key of keys.others) {
      const devices = (this.#holders.get(nameOfKey(key)) ?? []).filter(({ id }) => id !== match?.device.id);
      if (devices.length > 0) return { key, devices };
    }
    return undefined;
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
