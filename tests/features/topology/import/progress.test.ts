import { afterAll, expect, test } from "bun:test";
import { DeviceImportProgress } from "../../../../src/features/topology/import/models";
import { createTestService } from "../../../support/app";
import { waitFor } from "../../../support/wait-for";

/** Watching and cancelling an import from elsewhere: the progress is a row, which every replica sees. */
const service = await createTestService();
const replica = await createTestService({ database: service.database });
const { sql } = service.database;
const token = await service.tokenOf(await service.givenAdmin());
afterAll(async () => {
  await replica.close();
  await service.close();
});

const importUnder = (id: string, rows: number) =>
  service.call(`POST /api/v1/topology/devices/import?mode=upsert&import_id=${id}`, {
    token,
    body: { devices: Array.from({ length: rows }, (_, index) => ({ hostname: `p${index}` })) },
  });
const call = (method: string, id: string, as = token) =>
  replica.call(`${method} /api/v1/topology/devices/imports/${id}`, { token: as });

test("a finished import is done, with all of its rows; its id cannot be used again", async () => {
  const id = crypto.randomUUID();
  expect(await importUnder(id, 3)).toMatchObject({ status: 200 });
  expect((await call("GET", id)).body).toMatchObject({ id, phase: "done", rows_total: 3, rows_done: 3 });
  expect(await importUnder(id, 3)).toMatchObject({
    status: 409,
    body: { detail: "import_id was used before" },
  });
});

test("an import that is refused has failed", async () => {
  const id = crypto.randomUUID();
  const body = { devices: [{ ip_address: "x" }] };
  await service.call(`POST /api/v1/topology/devices/import?import_id=${id}`, { token, body });
  expect((await call("GET", id)).body).toMatchObject({ phase: "failed", rows_done: 0 });
});

test("an import that another replica cancels writes nothing", async () => {
  const before = await sql`SELECT count(*)::int FROM devices`;
  const id = crypto.randomUUID();
  // It waits here, in the middle: another import has the lock.
  const lock = await sql.reserve();
  await lock`BEGIN`;
  await lock`SELECT pg_advisory_xact_lock(hashtextextended('device import', 0))`;
  const running = importUnder(id, 1200);
  await waitFor("the import to be checked", async () => {
    const answer = await call("GET", id);
    return answer.status === 200 && DeviceImportProgress.parse(answer.body).phase === "checking";
  });
  expect(await call("DELETE", id)).toMatchObject({ status: 204 });
  await lock`COMMIT`;
  lock.release();
  expect(await running).toMatchObject({
    status: 409,
    body: { detail: "The import was cancelled; nothing was written" },
  });
  expect((await call("GET", id)).body).toMatchObject({ phase: "cancelled", rows_total: 1200 });
  expect([...(await sql`SELECT count(*)::int FROM devices`)]).toEqual([...before]);
});

test("an import is its owner's alone", async () => {
  const id = crypto.randomUUID();
  await importUnder(id, 1);
  const other = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
  const notFound = { status: 404, body: { detail: "Import not found" } };
  for (const method of ["GET", "DELETE"]) {
    expect(await call(method, id, other)).toMatchObject(notFound);
    expect(await call(method, crypto.randomUUID())).toMatchObject(notFound);
    expect(await call(method, "first")).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["path", "import_id"] }] },
    });
  }
});

test("more imports at once than there are connections all come to their end", async () => {
  const ids = Array.from({ length: 8 }, () => crypto.randomUUID());
  const answers = await Promise.all(ids.map((id) => importUnder(id, 2)));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
});
