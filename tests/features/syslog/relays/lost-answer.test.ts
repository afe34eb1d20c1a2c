import { afterAll, beforeAll, expect, test } from "bun:test";
import pino from "pino";
import { connectDatabase } from "#platform/database";
import { findSpoolPlace } from "../../../../src/features/syslog/relays/register";
import { createTestService, type TestService } from "../../../support/app";
import { startCommitCutter, type Cut } from "../../../support/commit-cutter";
import { createTestDatabase } from "../../../support/database";
import { behind, givenRelayKey, recordOf, reportOf, send } from "../../../support/relay-sender";
import { waitFor } from "../../../support/wait-for";

/** The connection to the database breaks just when a batch is acknowledged: nobody here knows what became of it. */
let service: TestService;
let cutter: Awaited<ReturnType<typeof startCommitCutter>>;
let reader: string;

beforeAll(async () => {
  const database = await createTestDatabase();
  cutter = await startCommitCutter(database.connection);
  const behindIt = connectDatabase(
    { url: cutter.url },
    { log: pino({ level: "silent" }), maxConnections: 4 },
  );
  service = await createTestService({
    isOne: true,
    database: { ...database, ...behindIt },
    settings: { SYSLOG_REST_SECONDS: "0" },
  });
  ({ key: reader } = await service.apiKeyOf(await service.givenAdmin()));
}, 60_000);

afterAll(async () => {
  await service.close();
  cutter.close();
});

const CASES: readonly [Cut, string][] = [
  ["before the commit", "0000000000a1"],
  ["before its answer", "0000000000a2"],
];

test.each(CASES)(
  "a batch whose acknowledgement was cut off %s is stored once when it is sent again",
  async (cut, relay) => {
    const key = await givenRelayKey(service);
    const word = `word${relay}`;
    const first = recordOf(1, [{ line: `first ${word}` }]);
    expect(await send(service, key, { report: reportOf(relay), records: first })).toMatchObject({
      status: 200,
    });
    const second = recordOf(2, [{ line: `second ${word}` }, { line: `third ${word}` }]);
    const again = { report: reportOf(relay, { after: behind(first) }), records: second };

    // The first transaction takes note of the report, the second one acknowledges.
    const before = cutter.cuts;
    cutter.cutOnce(cut, { word: relay, which: 2 });
    expect((await send(service, key, again)).status).toBeGreaterThanOrEqual(500);
    expect(cutter.cuts).toBe(before + 1);

    expect(await send(service, key, again)).toMatchObject({ status: 200, body: behind(second) });
    const after = behind(second);
    const third = recordOf(4, [{ line: `fourth ${word}` }]);
    const next = { report: reportOf(relay, { after }), records: third };
    expect(await send(service, key, next)).toMatchObject({ status: 200, body: behind(third) });
    const found = async () => {
      const { text } = await service.call(`GET /api/v1/syslog/events?q=${word}`, { key: reader });
      return JSON.parse(text).events.map(({ raw_log: raw }: { raw_log: string }) => raw.split(" ")[0]);
    };
    await waitFor("four lines", async () => (await found()).length === 4);
    expect((await found()).sort()).toEqual(["first", "fourth", "second", "third"]);
    const { text } = await service.call("GET /api/v1/syslog/relays", { key: reader });
    expect(JSON.parse(text).find(({ id }: { id: string }) => id === relay)).toMatchObject({
      lines: 4,
      missing: 0,
      skipped: 0,
    });
  },
);

test("where a spool stands is known only when an acknowledgement that is under way has ended", async () => {
  const relay = "0000000000a3";
  await send(service, await givenRelayKey(service), { report: reportOf(relay) });
  const { db, sql } = service.database;
  const id = "0000000000b3";
  const written = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const acknowledgement = sql.begin(async (tx) => {
    await tx`UPDATE relays SET position = 9 WHERE id = ${relay}`;
    await tx`INSERT INTO relay_spools (id, relay, position, last_id) VALUES (${id}, ${relay}, 9, 900)`;
    written.resolve();
    await end.promise;
  });
  await written.promise;
  const found = findSpoolPlace(db, { id, relay });
  await waitFor("it to wait", async () => {
    const [row] = await sql`SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return row?.["waiting"] === 1;
  });
  end.resolve();
  await acknowledgement;
  expect(await found).toEqual({ position: 9, lastId: 900 });
});
