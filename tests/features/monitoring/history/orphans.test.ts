import { afterAll, expect, test } from "bun:test";
import { removeOrphans } from "../../../../src/features/monitoring/history/orphans";
import { createTestDatabase } from "../../../support/database";

const database = await createTestDatabase();
afterAll(() => database.drop());
const { db, sql } = database;

const DAY_MS = 86_400_000;

/** What was found of a target that is not there, last so many days ago. */
async function givenOrphan(id: number, daysAgo: number): Promise<void> {
  const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  await sql`INSERT INTO state_changes (target_id, at, state) VALUES (${id}, ${at}, 'down')`;
  await sql`INSERT INTO incidents (target_id, started_at) VALUES (${id}, ${at})`;
}

test("what was found of a target that is gone is let go when nobody has brought it back", async () => {
  await givenOrphan(1, 40);
  await givenOrphan(2, 10);
  await sql`INSERT INTO check_targets (id, kind, subject, interval_seconds, retry_seconds, failures_to_down, successes_to_up)
    OVERRIDING SYSTEM VALUE VALUES (3, 'device', '', 60, 20, 2, 1)`;
  await givenOrphan(3, 40);
  await removeOrphans(db, new Date(Date.now() - 31 * DAY_MS));
  const left = async (table: string) => {
    const rows = await sql<{ id: number }[]>`SELECT target_id::int AS id FROM ${sql(table)} ORDER BY 1`;
    return rows.map(({ id }) => id);
  };
  expect([await left("state_changes"), await left("incidents")]).toEqual([
    [2, 3],
    [2, 3],
  ]);
});
