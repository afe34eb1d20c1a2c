import { afterAll, expect, test } from "bun:test";
import { readdir, writeFile } from "node:fs/promises";
import pino from "pino";
import { Operation, ResultFiles } from "#features/operations";
import { operations } from "../../../src/features/operations/tables";
import { createTestService, type TestUser } from "../../support/app";
import { temporaryPath } from "../../support/temporary-path";
import { waitFor } from "../../support/wait-for";

const service = await createTestService();
const { db, sql } = service.database;
afterAll(service.close);

const EXPORT = "GET /api/v1/exports/inventory?format=json";
const BEHIND = { Prefer: "respond-async" };
const givenExporter = () => service.givenUser({ role: "NetworkAdmin" });

async function givenFile(user: TestUser) {
  const token = await service.tokenOf(user);
  const answer = await service.call(EXPORT, { token, headers: BEHIND });
  expect(answer.status).toBe(202);
  const { id } = Operation.parse(answer.body);
  expect(answer.headers.get("Location")).toBe(`/api/v1/operations/${id}`);
  const operation = await waitFor("the export to end", async () => {
    const { body } = await service.call(`GET /api/v1/operations/${id}`, { token });
    const found = Operation.parse(body);
    return found.state === "running" ? undefined : found;
  });
  return { token, operation, file: `/api/v1/operations/${id}/file` };
}

test("an export that nobody waits for becomes a file of its operation, which its owner can read", async () => {
  const { token, operation, file } = await givenFile(await givenExporter());
  expect(operation).toMatchObject({ kind: "export", subject: "inventory", state: "done", result_link: file });
  const direct = await service.call(EXPORT, { token });
  const answer = await service.call(`GET ${file}`, { token });
  expect(answer.text).toBe(direct.text);
  expect(answer.headers.get("Content-Disposition")).toContain(String(operation.result?.["file"]));
  expect(operation.result?.["bytes"]).toBe(Buffer.byteLength(direct.text));
});

test("nobody else reads it, a SuperAdmin neither, nor its owner once it may not export such things", async () => {
  const user = await givenExporter();
  const { token, file } = await givenFile(user);
  for (const other of [await givenExporter(), await service.givenAdmin()])
    expect((await service.call(`GET ${file}`, { token: await service.tokenOf(other) })).status).toBe(404);
  await sql`UPDATE users SET role = 'Viewer' WHERE id = ${user.id}`;
  expect(await service.call(`GET ${file}`, { token })).toMatchObject({
    status: 403,
    body: { detail: "Inventory export is not permitted for your role" },
  });
});

test("its owner can remove it before its time; its operation stays", async () => {
  const { token, operation, file } = await givenFile(await givenExporter());
  expect((await service.call(`DELETE ${file}`, { token })).status).toBe(204);
  expect((await service.call(`GET ${file}`, { token })).status).toBe(404);
  expect((await service.call(`GET /api/v1/operations/${operation.id}`, { token })).body).toMatchObject({
    state: "done",
    result_link: null,
  });
});

test("what cannot be exported is refused instead of begun", async () => {
  const token = await service.tokenOf(await givenExporter());
  const what = "GET /api/v1/exports/firewall?src_ip=here";
  expect((await service.call(what, { token, headers: BEHIND })).status).toBe(400);
  const { body } = await service.call("GET /api/v1/operations?own=true", { token });
  expect(body).toEqual([]);
});

/** Files of a user whose operation is there, in a folder of their own. */
async function givenFiles(quotas: { quotaBytes?: number; userQuotaBytes?: number; minFreeBytes?: number }) {
  const folder = temporaryPath("results");
  const { id: userId } = await givenExporter();
  const id = crypto.randomUUID();
  const row = { id, kind: "export", userId, state: "done", leasedUntil: new Date(), endedAt: new Date() };
  await db.insert(operations).values(row);
  const files = new ResultFiles({ db, folder, minFreeBytes: 0, log: pino({ level: "silent" }), ...quotas });
  return { files, folder, id, userId };
}

async function* pieces(count: number) {
  for (let piece = 0; piece < count; piece++) yield { bytes: Buffer.alloc(1024 * 1024), rows: 1 };
}

const NEVER = new AbortController().signal;
const MIB = 1024 ** 2;

test.each([
  [{ quotaBytes: 12 * MIB }, "Files of operations take all of the 12 MiB that they have"],
  [{ userQuotaBytes: 12 * MIB }, "Your files take all of the 12 MiB that a user has; remove one"],
  [{ minFreeBytes: Number.MAX_SAFE_INTEGER }, "The disk has too little space left for a file"],
])("a file beyond %j is refused while it is written, and nothing of it stays", async (quotas, detail) => {
  const { files, folder, id, userId } = await givenFiles(quotas);
  const refusal = await files
    .write({ id, userId, content: pieces(40) }, NEVER)
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 507, detail });
  expect(await readdir(folder)).toEqual([]);
});

test("a file whose making is ended leaves nothing", async () => {
  const { files, folder, id, userId } = await givenFiles({});
  const ending = new AbortController();
  async function* content() {
    yield* pieces(3);
    ending.abort(new Error("cancelled"));
    yield* pieces(3);
  }
  const writing = files.write({ id, userId, content: content() }, ending.signal);
  expect(await writing.catch((error: unknown) => error)).toMatchObject({ message: "cancelled" });
  expect(await readdir(folder)).toEqual([]);
});

test("a sweep removes what a crash left and what no operation has any more, and nothing else", async () => {
  const { files, folder, id, userId } = await givenFiles({});
  await files.write({ id, userId, content: pieces(1) }, NEVER);
  await sql`INSERT INTO operation_files (operation_id, name, size_bytes) VALUES (${id}, 'a', 1)`;
  files.settle(id);
  const being = crypto.randomUUID();
  await files.write({ id: being, userId, content: pieces(1) }, NEVER);
  for (const name of [crypto.randomUUID(), `${crypto.randomUUID()}.part`])
    await writeFile(`${folder}/${name}`, "x");
  await files.sweep();
  expect((await readdir(folder)).sort()).toEqual([id, being].sort());
  await sql`DELETE FROM operations WHERE id = ${id}`;
  await files.sweep();
  expect(await readdir(folder)).toEqual([being]);
});

test("a third file at a time has to wait", async () => {
  const { files, userId } = await givenFiles({});
  const leave = files.takePlace(userId);
  files.takePlace(userId);
  expect(() => files.takePlace(userId)).toThrow("Two of your exports are being written");
  leave();
  leave();
  files.takePlace(userId);
  expect(() => files.takePlace(userId)).toThrow("Two of your exports are being written");
});
