import { afterAll, afterEach, expect, test } from "bun:test";
import { startDriverPools } from "../../support/driver-pools";

/** How our patch of the driver (patches/README.md) sends `bytea`. */
const pools = await startDriverPools();
const { database, proxy } = pools;
afterEach(() => pools.reset());
afterAll(() => pools.remove());

const EVERY_OCTET = Uint8Array.from({ length: 256 }, (_, octet) => octet);

test("octets reach the server as they are, and not as text of twice the size", async () => {
  const { sql } = pools.poolOf();
  const octets = new Uint8Array(200_000).fill(0xa5);
  const before = proxy.octetsIn();
  const [row] = await sql<{ length: number }[]>`SELECT length(${octets}::bytea)`;
  expect(row).toEqual({ length: octets.length });
  expect(proxy.octetsIn() - before).toBeLessThan(octets.length + 10_000);
});

test("octets of every value, none and null come back as they were, beside parameters of other types", async () => {
  const { sql } = pools.poolOf();
  for (const octets of [EVERY_OCTET, EVERY_OCTET.subarray(7, 200), new Uint8Array(), null]) {
    const [row] = await sql<{ octets: Buffer | null; name: string; count: number }[]>`
      SELECT ${"ä"}::text AS name, ${octets}::bytea AS octets, ${7}::int AS count`;
    expect(row).toEqual({ name: "ä", octets: octets && Buffer.from(octets), count: 7 });
  }
});

test("octets of a statement that has to be prepared anew are the same again", async () => {
  const { sql } = pools.poolOf({ max: 1 });
  await database.sql`CREATE TABLE kept (octets bytea)`;
  const read = () => sql`SELECT *, ${EVERY_OCTET}::bytea AS given FROM kept`;
  await database.sql`INSERT INTO kept VALUES (${EVERY_OCTET})`;
  await read();
  await database.sql`ALTER TABLE kept ADD COLUMN name text`;
  const [row] = await read();
  expect(row).toEqual({ octets: Buffer.from(EVERY_OCTET), given: Buffer.from(EVERY_OCTET), name: null });
});
