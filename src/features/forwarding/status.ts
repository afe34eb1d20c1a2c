import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import type { ForwardingStatus } from "./models";

/** What is beyond is not counted, but taken from the database's own estimate. */
const COUNTED_ROWS = 100_000;

const Size = z.object({ name: z.string(), estimate: z.coerce.number(), size_bytes: z.coerce.number() });
const Count = z.array(z.object({ total: z.coerce.number() }));

export type ForwardingMeasure = Omit<ForwardingStatus, "retention_days">;

/** How much is kept of forwarding tables, for metrics too. */
export async function measureForwarding(db: Db): Promise<ForwardingMeasure> {
  const rows = await db.execute(sql`
    SELECT relname AS name, reltuples AS estimate, pg_total_relation_size(oid) AS size_bytes FROM pg_class
    WHERE oid IN ('forwarding_switches'::regclass, 'forwarding_ports'::regclass, 'forwarding_leads'::regclass,
      'forwarding_entries'::regclass, 'forwarding_places'::regclass)`);
  const sizes = z.array(Size).parse([...rows]);
  const rowsOf = async (name: string) => {
    const estimate = sizes.find((size) => size.name === name)?.estimate ?? 0;
    return estimate >= COUNTED_ROWS ? estimate : countRows(db, name);
  };
  return {
    switches: await countRows(db, "forwarding_switches"),
    entries: await rowsOf("forwarding_entries"),
    mac_addresses: await rowsOf("forwarding_places"),
    size_bytes: sizes.reduce((sum, size) => sum + size.size_bytes, 0),
  };
}

async function countRows(db: Db, table: string): Promise<number> {
  const [row] = Count.parse([
    ...(await db.execute(sql`SELECT count(*) AS total FROM ${sql.identifier(table)}`)),
  ]);
  return row?.total ?? 0;
}
