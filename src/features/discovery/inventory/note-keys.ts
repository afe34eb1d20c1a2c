import { noteIdentities, type SeenKey } from "#features/topology";
import type { Db } from "#platform/database";
import type { KeptFind } from "../tables";
import type { Compared } from "./compare";
import { keysOf } from "./keys";

/**
 * Keeps what the devices of finds have shown themselves to be told by, so that they are known by it elsewhere. What was
 * told by its address alone may be another that has the address now: it counts where no MAC address speaks against it.
 */
export async function noteKeys(db: Db, finds: readonly Compared[]): Promise<void> {
  await noteIdentities(db, finds.flatMap(seenKeys));
}

function seenKeys({ find, match }: Compared): SeenKey[] {
  if (match === undefined || match.reason === "hostname") return [];
  const { device, reason } = match;
  const isOther = find.macAddress !== null && device.macAddress !== null;
  if (reason === "address" && isOther && !device.macAddresses.includes(find.macAddress?.toLowerCase() ?? ""))
    return [];
  return keysOf(find).map((key) => ({ ...key, deviceId: device.id, source: "scan" }));
}

/** The same of a device that was made of a find. */
export async function noteKeysOf(
  db: Db,
  { deviceId, find }: { deviceId: number; find: KeptFind },
): Promise<void> {
  await noteIdentities(
    db,
    keysOf(find).map((key) => ({ ...key, deviceId, source: "scan" as const })),
  );
}

/** The same of those devices that an import has made, by the address of their finds. */
export async function noteNewKeys(
  db: Db,
  finds: readonly Compared[],
  rows: readonly { ip_address: string; action: string; device_id: number }[],
): Promise<void> {
  const made = new Map(
    rows.flatMap(({ ip_address: address, action, device_id: id }) =>
      action === "created" ? [[address, id] as const] : [],
    ),
  );
  await noteIdentities(
    db,
    finds.flatMap(({ address, find }) => {
      const deviceId = made.get(address);
      if (deviceId === undefined) return [];
      return keysOf(find).map((key) => ({ ...key, deviceId, source: "scan" as const }));
    }),
  );
}
