import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { isOf } from "./names";
import { listNoted } from "./runs";
import type { KeptBackup } from "./store";

/**
 * Names an installation in a place that others may use as well: 8 hexadecimal digits, the same for all replicas, before
 * and behind a restore and a move of the database.
 */
export async function readInstallation(db: Db): Promise<string> {
  const [found] = await db.execute<{ digits: string }>(sql`
    SELECT left(encode(sha256(convert_to((extract(epoch FROM created_at) * 1000)::bigint::text, 'UTF8')), 'hex'), 8) AS digits
    FROM installation`);
  if (found === undefined) throw new Error("our bug: the database does not say which installation it is of");
  return found.digits;
}

/**
 * Whether this installation has put a backup where it lies: it is in its folder, it was noted when it was made, or its
 * name says so. What else lies in a bucket is another's, or nobody knows whose.
 */
export async function readOwnership(
  db: Db,
): Promise<(kept: Pick<KeptBackup, "place" | "filename">) => boolean> {
  const installation = await readInstallation(db);
  const noted = await listNoted(db);
  return ({ place, filename }) => place === "folder" || noted.has(filename) || isOf(filename, installation);
}
