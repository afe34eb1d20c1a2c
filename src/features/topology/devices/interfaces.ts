import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "#platform/database";
import { deviceAddresses, deviceInterfaces } from "../tables";
import type { DeviceInterfaceWrite } from "./interface-models";

type Wanted = {
  interfaces?: readonly DeviceInterfaceWrite[] | undefined;
  additional_addresses?: readonly string[] | undefined;
};

/** Makes a device's interfaces and further addresses the wanted ones; what is undefined stays. */
export async function replaceInterfaces(db: Db, deviceId: number, wanted: Wanted): Promise<void> {
  if (wanted.interfaces !== undefined) await writeInterfaces(db, deviceId, wanted.interfaces);
  if (wanted.additional_addresses === undefined) return;
  await db
    .delete(deviceAddresses)
    .where(and(eq(deviceAddresses.deviceId, deviceId), isNull(deviceAddresses.interfaceId)));
  await addAddresses(db, deviceId, { interfaceId: null, texts: wanted.additional_addresses });
}

async function writeInterfaces(
  db: Db,
  deviceId: number,
  wanted: readonly DeviceInterfaceWrite[],
): Promise<void> {
  const known = await db.select().from(deviceInterfaces).where(eq(deviceInterfaces.deviceId, deviceId));
  const idsByName = new Map(known.map(({ id, name }) => [name.toLowerCase(), id]));
  await removeInterfaces(db, { known: [...idsByName], wanted });
  for (const { name, mac_address: macAddress, description, ip_addresses: texts } of wanted) {
    const columns = { name, macAddress, description };
    const interfaceId = await writeInterface(db, {
      deviceId,
      id: idsByName.get(name.toLowerCase()),
      columns,
    });
    await addAddresses(db, deviceId, { interfaceId, texts });
  }
}

/** Removes the interfaces that are not wanted, and the addresses of all. */
async function removeInterfaces(
  db: Db,
  { known, wanted }: { known: [string, number][]; wanted: readonly DeviceInterfaceWrite[] },
): Promise<void> {
  if (known.length === 0) return;
  const ids = known.map(([, id]) => id);
  await db.delete(deviceAddresses).where(inArray(deviceAddresses.interfaceId, ids));
  const names = new Set(wanted.map(({ name }) => name.toLowerCase()));
  const gone = known.filter(([name]) => !names.has(name)).map(([, id]) => id);
  if (gone.length > 0) await db.delete(deviceInterfaces).where(inArray(deviceInterfaces.id, gone));
}

/** Rows that are added by one statement. */
const ROWS_AT_ONCE = 2000;

/** Adds the interfaces and further addresses of devices that have none yet, in few statements. */
export async function addInterfaces(
  db: Db,
  devices: readonly { deviceId: number; wanted: Wanted }[],
): Promise<void> {
  const given = devices.flatMap(({ deviceId, wanted }) =>
    (wanted.interfaces ?? []).map((one) => ({ deviceId, ...one })),
  );
  const addresses = devices.flatMap(({ deviceId, wanted }) =>
    (wanted.additional_addresses ?? []).map((ipAddress) => ({ deviceId, interfaceId: null, ipAddress })),
  );
  const rows: (typeof deviceAddresses.$inferInsert)[] = addresses;
  for (let start = 0; start < given.length; start += ROWS_AT_ONCE) {
    const some = given.slice(start, start + ROWS_AT_ONCE);
    const made = await db
      .insert(deviceInterfaces)
      .values(
        some.map(({ deviceId, name, mac_address: macAddress, description }) => ({
          deviceId,
          name,
          macAddress,
          description,
        })),
      )
      .returning({ id: deviceInterfaces.id });
    for (const [place, { deviceId, ip_addresses: texts }] of some.entries()) {
      const interfaceId = made[place]?.id ?? null;
      rows.push(...texts.map((ipAddress) => ({ deviceId, interfaceId, ipAddress })));
    }
  }
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await db.insert(deviceAddresses).values(rows.slice(start, start + ROWS_AT_ONCE));
}

type InterfaceColumns = { name: string; macAddress: string | null; description: string | null };

async function writeInterface(
  db: Db,
  given: { deviceId: number; id: number | undefined; columns: InterfaceColumns },
): Promise<number> {
  const { deviceId, id, columns } = given;
  if (id !== undefined) {
    await db.update(deviceInterfaces).set(columns).where(eq(deviceInterfaces.id, id));
    return id;
  }
  const [made] = await db
    .insert(deviceInterfaces)
    .values({ deviceId, ...columns })
    .returning({ id: deviceInterfaces.id });
  if (made === undefined) throw new Error("our bug: an insert gave no row");
  return made.id;
}

async function addAddresses(
  db: Db,
  deviceId: number,
  { interfaceId, texts }: { interfaceId: number | null; texts: readonly string[] },
): Promise<void> {
  if (texts.length === 0) return;
  await db.insert(deviceAddresses).values(texts.map((ipAddress) => ({ deviceId, interfaceId, ipAddress })));
}
