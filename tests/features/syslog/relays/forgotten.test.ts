import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestService } from "../../../support/app";
import { behind, givenRelayKey, recordOf, reportOf, send } from "../../../support/relay-sender";
import { waitFor } from "../../../support/wait-for";

/** What is left on the disk of relays that were forgotten. */
const service = await createTestService({
  isOne: true,
  settings: { SYSLOG_REST_SECONDS: "0", API_KEY_RATE_LIMIT_MAX_CALLS: "10000" },
});
afterAll(() => service.close());
const { key: admin } = await service.apiKeyOf(await service.givenAdmin());
const { relays: store } = service.syslog;
const { sql } = service.database;
const folder = join(service.dataDirectory, "relays");
const spoolOf = (id: string) => join(folder, id);
await waitFor("the store to have begun", () => existsSync(folder));

let count = 0;

/** A relay that has sent a line, which is stored. */
async function givenRelay() {
  const id = (++count).toString(16).padStart(12, "0");
  const key = await givenRelayKey(service);
  const records = recordOf(1, [{ line: `<13>of${id}` }]);
  expect(await send(service, key, { report: reportOf(id), records })).toMatchObject({ status: 200 });
  await waitFor("its line to be stored", async () => (await countLines(id)) === 1);
  return { id, key, after: behind(records) };
}

async function countLines(id: string): Promise<number> {
  const { body } = await service.call(`GET /api/v1/syslog/events?q=of${id}`, { key: admin });
  return Object(body).total;
}

const forget = (id: string) => service.call(`DELETE /api/v1/syslog/relays/${id}`, { key: admin });
const countSpools = async (id: string) =>
  Number((await sql`SELECT count(*) AS count FROM relay_spools WHERE relay = ${id}`)[0]?.["count"]);

test("the spool of a forgotten relay goes once its lines are stored, and those stay", async () => {
  const { id } = await givenRelay();
  await store.removeForgotten(0);
  expect(existsSync(spoolOf(id))).toBe(true);
  await forget(id);
  await store.removeForgotten();
  // A request of it may be under way.
  expect(existsSync(spoolOf(id))).toBe(true);
  await waitFor("it to be gone", async () => {
    await store.removeForgotten(0);
    return !existsSync(spoolOf(id));
  });
  expect(readdirSync(folder).filter((name) => name.startsWith(id))).toEqual([]);
  expect(await countSpools(id)).toBe(0);
  expect(await countLines(id)).toBe(1);
});

test("one that sends again meanwhile is entered anew, and loses nothing", async () => {
  const { id, key, after } = await givenRelay();
  await forget(id);
  const report = reportOf(id, { after });
  const records = recordOf(2, [{ line: `<13>of${id} again` }]);
  const [answer] = await Promise.all([
    send(service, key, { report, records }),
    store.removeForgotten(0),
    store.removeForgotten(0),
  ]);
  const again = answer.status === 200 ? answer : await send(service, key, { report, records });
  expect(again).toMatchObject({ status: 200, body: behind(records) });
  await waitFor("both lines", async () => (await countLines(id)) === 2);
  await store.removeForgotten(0);
  expect(existsSync(spoolOf(id))).toBe(true);
});

test("what could not be stored stays for a person to see", async () => {
  const { id } = await givenRelay();
  const aside = join(spoolOf(id), "journal", "quarantine");
  mkdirSync(aside, { recursive: true });
  writeFileSync(join(aside, "0000000000000001-0000000000000002.nlj"), "x");
  await forget(id);
  await store.removeForgotten(0);
  expect(existsSync(spoolOf(id))).toBe(true);
});

test("what a kill has left of a spool that was being removed goes at the next start", async () => {
  const { id } = await givenRelay();
  mkdirSync(join(folder, "0123456789ab.forgotten", "journal"), { recursive: true });
  mkdirSync(join(folder, "somebody-elses"));
  await store.start();
  expect(existsSync(join(folder, "0123456789ab.forgotten"))).toBe(false);
  expect(existsSync(join(folder, "somebody-elses"))).toBe(true);
  expect(existsSync(spoolOf(id))).toBe(true);
});
