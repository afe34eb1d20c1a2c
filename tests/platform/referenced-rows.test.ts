import { expect, test } from "bun:test";
import { createTestDatabase } from "../support/database";

/** Removed one at a time, so that one look through a table that names them does. */
const SINGLY = ["collectors", "lease_sources", "roles", "sites", "snmp_profiles", "topology_groups", "users"];

/**
 * PostgreSQL looks for rows that name one that goes, each by a statement of its own, which knows nothing but that the
 * column is that value: without an index it reads the whole table for every row, with one of only some of them as well.
 */
test("what names a row of which thousands may go at once is found by an index, whole but for rows that name none", async () => {
  const database = await createTestDatabase();
  const unindexed = await database.sql<{ reference: string }[]>`
    SELECT format('%s %s', reference.conrelid::regclass, pg_get_constraintdef(reference.oid)) AS reference
    FROM pg_constraint reference
    WHERE reference.contype = 'f' AND reference.connamespace = 'public'::regnamespace
      AND reference.confrelid::regclass::text <> ALL (${SINGLY}) AND NOT EXISTS (
        SELECT FROM pg_index i WHERE i.indrelid = reference.conrelid AND i.indkey[0] = reference.conkey[1]
          AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)',
            (SELECT attname FROM pg_attribute WHERE attrelid = i.indrelid AND attnum = i.indkey[0]))))
    ORDER BY 1`;
  await database.drop();
  expect(unindexed.map(({ reference }) => reference)).toEqual([]);
});
