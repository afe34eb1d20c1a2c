import { expect, test } from "bun:test";
import { devices } from "../../src/features/topology/tables";
import { createTestDatabase } from "../support/database";

test("lists of texts are read as they were written", async () => {
  const database = await createTestDatabase();
  const tags = [
    "CORP\\user",
    "\\",
    "plain\\",
    'q"x',
    "a,b",
    "{}",
    "NULL",
    "",
    " ",
    "two\nlines",
    "plain",
    "ä",
  ];
  await database.db.insert(devices).values({
    displayName: "one",
    status: "unknown",
    lifecycle: "active",
    monitoringPaused: false,
    expectedStatus: "online",
    icon: "server",
    tags,
  });
  const [read] = await database.db.select({ tags: devices.tags }).from(devices);
  expect(read?.tags).toEqual(tags);
  const [raw] = await database.sql`SELECT ARRAY['a', NULL, 'NULL'] AS texts, '{}'::text[] AS none`;
  expect(raw).toEqual({ texts: ["a", null, "NULL"], none: [] });
  await database.drop();
});
