import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, statementsOf } from "#platform/database";
import { wasWithin } from "#platform/database-clock";
import type { PeerKey } from "#platform/peers/key";
import { missingRoles, ROLES, type Role } from "#platform/roles";

/** One that has not been seen for so long is gone, until it is seen again. */
export const GONE_SECONDS = 30;
/** Then nobody asks any more what became of it. */
const FORGOTTEN_HOURS = 24;

/** What a process says of itself. */
export type InstanceEntry = {
  id: string;
  /** `http://host:port`, without a slash at its end. */
  address: string;
  roles: readonly Role[];
  version: string;
  /** The journal that it writes; null: it receives nothing. */
  collector: string | null;
  keyCheck: string;
};

const InstanceRow = z.object({
  id: z.string(),
  address: z.string(),
  roles: z.array(z.enum(ROLES)),
  version: z.string(),
  collector: z.string().nullable(),
  keyCheck: z.string(),
  /** Null: of version 0.8, which writes none. */
  proof: z.string().nullable(),
  startedAt: z.coerce.date(),
  seenAt: z.coerce.date(),
  isLive: z.boolean(),
  unseenSeconds: z.number(),
});
export type Instance = z.infer<typeof InstanceRow>;

/** Tells two keys apart without telling anything of either. */
export function keyCheckOf(masterKey: string): string {
  return createHmac("sha256", masterKey).update("netatlas instance key check").digest("hex").slice(0, 16);
}

/** What a process is to others of its database: its id, and by what it knows them. */
export type InstanceSelf = { id: string; keyCheck: string; key: PeerKey };

/** Shows that who wrote a row has the MASTER_KEY: nobody else can point the others to an address. */
export function proveEntry(key: PeerKey, entry: InstanceEntry): string {
  return key.sign(partsOf(entry));
}

/** Whether a row was written by a process with the same MASTER_KEY. */
export function hasSameKey(instance: Instance, { key, keyCheck }: Omit<InstanceSelf, "id">): boolean {
  return instance.keyCheck === keyCheck && key.accepts(instance.proof ?? "", partsOf(instance));
}

function partsOf({ id, address, roles, version, collector, keyCheck }: InstanceEntry) {
  return ["instance", id, address, roles.join(" "), version, collector, keyCheck];
}

/** Says that the process is there. Who has been at its address before has gone; who was long gone is forgotten. */
export async function announce(db: Db, entry: InstanceEntry & { proof: string }): Promise<void> {
  const { id, address, version, collector, keyCheck, proof } = entry;
  const roles = JSON.stringify(entry.roles);
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      DELETE FROM instances WHERE id <> ${id}
        AND (address = ${address} OR seen_at < now() - make_interval(hours => ${FORGOTTEN_HOURS}))`);
    await tx.execute(sql`
      INSERT INTO instances (id, address, roles, version, collector, key_check, proof)
      VALUES (${id}, ${address}, ARRAY(SELECT jsonb_array_elements_text(${roles}::text::jsonb)), ${version}, ${collector},
        ${keyCheck}, ${proof})
      ON CONFLICT (id) DO UPDATE SET seen_at = now()`);
  });
}

/** Says that it is there still. Gives the transaction; undefined: it is not listed, or forgotten. */
export async function noteSeen(db: Db, id: string): Promise<string | undefined> {
  // By the driver, which prepares it.
  const [row] = await statementsOf(db)<{ transaction: string }[]>`
    UPDATE instances SET seen_at = now() WHERE id = ${id} RETURNING pg_current_xact_id()::text AS transaction`;
  return row?.transaction;
}

/** An orderly stop: nobody has to wait until it counts as gone. */
export async function withdraw(db: Db, id: string): Promise<void> {
  await db.execute(sql`DELETE FROM instances WHERE id = ${id}`);
}

/** All that were there within a day, by address. */
export async function listInstances(db: Db): Promise<Instance[]> {
  const rows = await db.execute(sql`
    SELECT id, address, roles, version, collector, key_check AS "keyCheck", proof, started_at AS "startedAt", seen_at AS "seenAt",
      ${wasWithin(sql`seen_at`, GONE_SECONDS)} AS "isLive",
      greatest(0, extract(epoch FROM clock_timestamp() - seen_at))::float8 AS "unseenSeconds"
    FROM instances ORDER BY address`);
  return z.array(InstanceRow).parse([...rows]);
}

/** What no live process does. */
export function rolesWithoutInstance(instances: readonly Instance[]): Role[] {
  return missingRoles(instances.filter(({ isLive }) => isLive).map(({ roles }) => roles));
}
