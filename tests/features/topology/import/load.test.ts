import { afterAll, expect, test } from "bun:test";
import { parseImport } from "../../../../src/features/topology/import/parse";
import { createTestService } from "../../../support/app";

/**
 * What a large import leaves to others: the thread that answers requests, and audit rows of a size that can be read.
 */
const service = await createTestService();
const { sql } = service.database;
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const IMPORT = "POST /api/v1/topology/devices/import";

const deviceOf = (at: number, notes: string) => ({
  hostname: `load-${at}`,
  ip_address: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
  device_type: "switch",
  notes,
});
const textOf = (count: number, notes: string) =>
  JSON.stringify({ devices: Array.from({ length: count }, (_, at) => deviceOf(at, notes)) });

/** Milliseconds that this thread was held at most while the work went on. */
async function worstHold(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now();
  let worst = 0;
  const look = () => {
    const now = performance.now();
    worst = Math.max(worst, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  clearInterval(timer);
  look();
  return worst;
}

test("an import holds the thread that answers for a small part of what checking its rows takes", async () => {
  const text = textOf(20_000, "some notes");
  const started = performance.now();
  parseImport({
    mediaType: "application/json",
    charset: undefined,
    octets: new TextEncoder().encode(text),
    isSiteGroup: false,
  });
  const checking = performance.now() - started;
  const headers = { "Content-Type": "application/json" };
  const holds: number[] = [];
  // The other load of the machine holds the thread as well, but hardly twice.
  for (let round = 0; round < 2; round++)
    holds.push(
      await worstHold(async () => {
        const answer = await service.call(`${IMPORT}?mode=upsert&dry_run=true`, { token, text, headers });
        expect(answer).toMatchObject({ status: 200, body: { created: 20_000 } });
      }),
    );
  expect(Math.min(...holds)).toBeLessThan(checking / 2);
}, 60_000);

test("what an import of many devices wrote stands in audit entries of 250 devices each", async () => {
  const send = (notes: string) =>
    service.call(`${IMPORT}?mode=upsert`, { token, body: JSON.parse(textOf(600, notes)) });
  expect(await send("first")).toMatchObject({ status: 200, body: { created: 600 } });
  expect(await send("second")).toMatchObject({ status: 200, body: { updated: 600 } });
  const action = "topology.devices_bulk_imported";
  const own = await sql`
    SELECT target, detail, before, after FROM audit_log WHERE action = ${action} ORDER BY id`;
  const states = { before: null, after: { written: { count: 600, entries: `${action}.rows` } } };
  expect([...own]).toEqual([
    { target: "count:600", detail: "created=600 updated=0 errors=0", ...states },
    { target: "count:600", detail: "created=0 updated=600 errors=0", ...states },
  ]);
  const ids = (await sql<{ id: number }[]>`SELECT id::int FROM devices ORDER BY id`).map(({ id }) => id);
  const entries = await sql<Entry[]>`
    SELECT detail, before -> 'updated' AS before, after -> 'created' AS created, after -> 'updated' AS after
    FROM audit_log WHERE action = ${`${action}.rows`} ORDER BY id`;
  const details = ["devices 1 to 250 of 600", "devices 251 to 500 of 600", "devices 501 to 600 of 600"];
  expect(entries.map(({ detail }) => detail)).toEqual([...details, ...details]);
  expect(entries.flatMap(({ created }) => created)).toEqual(ids);
  const states600 = (notes: string) => Object.fromEntries(ids.map((id) => [id, { notes }]));
  expect(Object.assign({}, ...entries.map(({ before }) => before))).toEqual(states600("first"));
  expect(Object.assign({}, ...entries.map(({ after }) => after))).toEqual(states600("second"));
}, 60_000);

type Entry = { detail: string; before: object; created: number[]; after: object };
