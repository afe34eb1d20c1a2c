import { isLocallyAdministered, keysOfAgent } from "#features/topology";
import type { KeptFind } from "../tables";
import type { Found } from "./match";
import { firstLabelOf, isSameHostname } from "./same-host";

/** What a host is told by, beside its MAC address and its address. */
export type FoundKey = { kind: "serial_number" | "engine_id"; value: string };

/** Of one that does not say which chassis it is. */
const MAX_ADDRESSES_OF_A_MACHINE = 8;

/** The serial number and the engine id of a find, as they are compared; the better one first. */
export function keysOf({ serialNumber, engineId }: KeptFind): FoundKey[] {
  return keysOfAgent({ serialNumber: serialNumber ?? null, engineId: engineId ?? null });
}

export function textOf({ kind, value }: FoundKey): string {
  return `${kind === "engine_id" ? "engine id" : "serial number"} ${value}`;
}

export function nameOfKey({ kind, value }: FoundKey): string {
  return `${kind} ${value}`;
}

/**
 * The keys that tell no host of a scan, by `nameOfKey`: an engine id that chassis of several serial numbers say, or
 * that is said at more addresses than a machine has by hosts that say none.
 */
export function clonedKeys(finds: readonly Found[]): ReadonlySet<string> {
  const said = finds.flatMap(({ find }) =>
    keysOf(find).map((key) => ({ name: nameOfKey(key), serial: find.serialNumber?.toLowerCase() })),
  );
  const cloned = [...Map.groupBy(said, ({ name }) => name)].filter(([, list]) => {
    const serials = new Set(list.flatMap(({ serial }) => serial ?? []));
    return serials.size > 1 || (serials.size === 0 && list.length > MAX_ADDRESSES_OF_A_MACHINE);
  });
  return new Set(cloned.map(([name]) => name));
}

/** Names that hosts have without anybody having given them. */
const NAMES_OF_ALL = new Set(["localhost", "localhost.localdomain"]);

/** The host name of a find whose MAC address may be another tomorrow, where no other find of the scan has it. */
export function tellingNames(finds: readonly Found[]): (find: KeptFind) => string | undefined {
  const names = finds.flatMap(({ find }) => find.hostname ?? []);
  const firstLabels = Map.groupBy(names, (name) => firstLabelOf(name));
  return ({ isRandomMac: isRandom, hostname }) => {
    if (!isRandom || hostname === null || NAMES_OF_ALL.has(hostname.toLowerCase())) return undefined;
    const alike = firstLabels.get(firstLabelOf(hostname)) ?? [];
    const isSame = (name: string) => isSameHostname(name, hostname);
    // Its own name is among them; another ends the search.
    return alike.findIndex(isSame) === alike.findLastIndex(isSame) ? hostname : undefined;
  };
}

/** A device that may have such a find's MAC address: it has none, or one that changes, too. */
export function mayHaveAnyMac({ macAddress }: { macAddress: string | null }): boolean {
  return macAddress === null || isLocallyAdministered(macAddress);
}
