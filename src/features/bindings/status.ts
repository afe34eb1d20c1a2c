import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import type { BindingStatus } from "./models";
import type { RecorderCounts } from "./recorder";

/** What is beyond is not counted, but taken from the database's own estimate. */
const COUNTED_ROWS = 100_000;

const Size = z.object({
  estimate: z.coerce.number(),
  size_bytes: z.coerce.number(),
  oldest: z.number().nullable(),
});

/** How much is kept, for metrics too. */
export async function measureBindings(db: Db): Promise<z.infer<typeof Size> & { rows: number }> {
  const rows = await db.execute(sql`
    SELECT reltuples AS estimate, pg_total_relation_size(oid) AS size_bytes,
      (SELECT (extract(epoch FROM min(held_from)) * 1000)::float8 FROM address_bindings) AS oldest
    FROM pg_class WHERE oid = 'address_bindings'::regclass`);
  const [size] = z.array(Size).parse([...rows]);
  if (size === undefined) throw new Error("our bug: the table of bindings is not there");
  return { ...size, rows: size.estimate >= COUNTED_ROWS ? size.estimate : await countRows(db) };
}

async function countRows(db: Db): Promise<number> {
  const rows = await db.execute(sql`SELECT count(*) AS total FROM address_bindings`);
  const [row] = z.array(z.object({ total: z.coerce.number() })).parse([...rows]);
  return row?.total ?? 0;
}

export async function readBindingStatus(
  db: Db,
  { counts, retentionDays }: { counts: Readonly<RecorderCounts>; retentionDays: number },
): Promise<BindingStatus> {
  const { rows, size_bytes, oldest } = await measureBindings(db);
  return {
    rows,
    size_bytes,
    oldest_from: toTimestamp(oldest === null ? null : new Date(oldest)),
    retention_days: retentionDays,
    ...counts,
  };
}
