import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { Operation } from "../../../src/features/operations/models";
import { removeOldOperations } from "../../../src/features/operations/service";
import { dropVerdicts } from "../../../src/features/topology/import/verdicts";
import { createTestService } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { waitFor } from "../../support/wait-for";

/** Imports as operations, seen from another replica. */
const service = await createTestService({ isOne: true });
const replica = await createTestService({ database: service.database });
const { db, sql } = service.database;
const owner = await service.givenUser({ role: "NetworkAdmin" });
const token = await service.tokenOf(owner);
const adminToken = await service.tokenOf(await service.givenAdmin());
const strangerToken = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
const auditOf = await createAuditReader(service);
afterAll(async () => {
  await replica.close();
  await service.close();
});

const NOT_FOUND = { status: 404, body: { detail: "Operation not found" } };
const Operations = z.array(Operation);

const call = (what: string, as = token) => replica.call(what, { token: as });
const read = async (id: string) => Operation.parse((await call(`GET /api/v1/operations/${id}`)).body);
const list = async (query = "", as = token) =>
  Operations.parse((await call(`GET /api/v1/operations${query}`, as)).body);

function importDevices(rows: number, { id = crypto.randomUUID(), query = "", as = token } = {}) {
  const devices = Array.from({ length: rows }, (_, index) => ({ hostname: `op${index}-${id}` }));
  const path = `/api/v1/topology/devices/import?mode=upsert&import_id=${id}${query}`;
  return { id, answer: service.call(`POST ${path}`, { token: as, body: { devices } }) };
}

/** Runs `work` while an import of 1,200 rows cannot go on. */
async function whileOneWaits<Result>(work: (id: string) => Promise<Result>) {
  const lock = await sql.reserve();
  await lock`BEGIN`;
  await lock`SELECT pg_advisory_xact_lock(hashtextextended('device import', 0))`;
  const { id, answer } = importDevices(1200);
  try {
    await waitFor("the import to be checked", async () => {
      const seen = await call(`GET /api/v1/operations/${id}`);
      return seen.status === 200 && Operation.parse(seen.body).phase === "checking";
    });
    return { id, seen: await work(id), answer };
  } finally {
    await lock`COMMIT`;
    lock.release();
  }
}

test("an import ends as an operation with its counts", async () => {
  const { id, answer } = importDevices(3);
  expect((await answer).status).toBe(200);
  expect(await read(id)).toMatchObject({
    id,
    kind: "device_import",
    user_id: owner.id,
    username: owner.username,
    state: "done",
    phase: null,
    done: 3,
    total: 3,
    result: { created: 3, updated: 0, unchanged: 0, skipped: 0, failed: 0, dry_run: false },
    result_link: null,
    error: null,
    ended_at: expect.any(String),
  });
});

test("one without an import_id is an operation as well", async () => {
  const before = (await list()).length;
  const body = { devices: [{ hostname: "nameless" }] };
  const answer = await service.call("POST /api/v1/topology/devices/import?dry_run=true", { token, body });
  expect(answer.status).toBe(200);
  const found = await list();
  expect(found).toHaveLength(before + 1);
  expect(found[0]?.result).toMatchObject({ created: 1, dry_run: true });
});

test("a refused import has failed, and says of what", async () => {
  const id = crypto.randomUUID();
  const body = { devices: [{ ip_address: "x" }, { ip_address: "y" }] };
  await service.call(`POST /api/v1/topology/devices/import?import_id=${id}`, { token, body });
  const { state, error, result } = await read(id);
  expect({ state, result }).toEqual({ state: "failed", result: null });
  expect(error).toMatch(/^body\.devices\.0\.ip_address: .+ \(and 1 more\)$/);
});

test("the link leads to the result for as long as that is kept", async () => {
  const { id, answer } = importDevices(1001, { query: "&dry_run=true" });
  expect((await answer).status).toBe(200);
  const link = (await read(id)).result_link ?? "";
  expect(link).toBe(`/api/v1/topology/devices/imports/${id}/rows`);
  expect((await call(`GET ${link}`)).headers.get("X-Total-Count")).toBe("1001");
  await sql`UPDATE kept_imports SET kept_at = now() - interval '25 hours' WHERE import_id = ${id}`;
  await dropVerdicts(db, new Date());
  expect((await call(`GET ${link}`)).status).toBe(404);
  expect(await read(id)).toMatchObject({ state: "done", result_link: null });
});

/** Leases of a source of its own, by a user whose only operations they are. */
async function givenLeaseImports(source: string) {
  const as = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
  const path = `POST /api/v1/ipam/dhcp-leases/import?source=${source}`;
  return {
    importing: (content: string, query = "") =>
      service.call(`${path}${query}`, { token: as, body: { content } }),
    imports: (query = "") => list(`?kind=lease_import${query}`, as),
    callAs: (what: string) => call(what, as),
  };
}

test("a lease import is one of its source; one that is only tried is none", async () => {
  const { importing, imports } = await givenLeaseImports("dhcp1");
  const content = "1990000000 00:00:5e:00:53:01 10.2.0.1 host *";
  expect((await importing(content, "&dry_run=true")).status).toBe(200);
  expect(await imports()).toEqual([]);
  expect((await importing(content)).status).toBe(200);
  expect((await importing("nothing")).status).toBe(422);
  expect(await imports()).toMatchObject([
    { subject: "dhcp1", state: "failed", error: expect.stringContaining("body.content: ") },
    {
      subject: "dhcp1",
      state: "done",
      done: 1,
      total: 1,
      result: { imported: 1, updated: 0, closed: 0, errors: 0 },
    },
  ]);
});

test("a lease import that is cancelled while another of its source runs leaves that one's leases", async () => {
  const { importing, imports, callAs } = await givenLeaseImports("dhcp2");
  expect((await importing("1990000000 00:00:5e:00:53:03 10.2.1.1 host *")).status).toBe(200);
  const lock = await sql.reserve();
  await lock`BEGIN`;
  await lock`SELECT FROM lease_sources WHERE name = 'dhcp2' FOR UPDATE`;
  const answer = importing("1990000000 00:00:5e:00:53:02 10.2.1.2 other *");
  const [running] = await waitFor("the import to be writing", async () => {
    const found = await imports("&state=running");
    return found[0]?.phase === "writing" && found;
  });
  expect((await callAs(`DELETE /api/v1/operations/${running?.id}`)).status).toBe(204);
  await lock`COMMIT`;
  lock.release();
  expect(await answer).toMatchObject({ status: 409 });
  const leases = await callAs("GET /api/v1/ipam/dhcp-leases?source=dhcp2");
  expect(leases.body).toMatchObject([{ ip_address: "10.2.1.1" }]);
});

describe("whose operations they are", () => {
  test("their owner's and SuperAdmins'; for others there are none", async () => {
    const { id, answer } = importDevices(1);
    await answer;
    for (const method of ["GET", "DELETE"]) {
      expect(await call(`${method} /api/v1/operations/${id}`, strangerToken)).toMatchObject(NOT_FOUND);
      expect(await call(`${method} /api/v1/operations/${crypto.randomUUID()}`)).toMatchObject(NOT_FOUND);
    }
    expect((await call(`GET /api/v1/operations/${id}`, adminToken)).status).toBe(200);
    expect(await list("", strangerToken)).toEqual([]);
    const idsOf = (operations: Operation[]) => operations.map((operation) => operation.id);
    expect(idsOf(await list("", adminToken))).toContain(id);
    expect(idsOf(await list("?own=true", adminToken))).not.toContain(id);
  });

  test("a list has the latest first, and those of a kind and a state", async () => {
    await service.call("POST /api/v1/topology/devices/import", {
      token,
      body: { devices: [{ ip_address: "x" }] },
    });
    const waiting = await whileOneWaits((id) => call(`DELETE /api/v1/operations/${id}`));
    expect((await waiting.answer).status).toBe(409);
    const { id, answer } = importDevices(1);
    await answer;
    const all = await list();
    expect(all[0]?.id).toBe(id);
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(["done", "failed", "cancelled"]));
    const failed = await list("?state=failed&kind=device_import");
    expect(failed.length).toBeGreaterThan(0);
    expect(failed).toEqual(all.filter(({ kind, state }) => kind === "device_import" && state === "failed"));
    expect((await list("?kind=lease_import")).every(({ kind }) => kind === "lease_import")).toBe(true);
  });
});

describe("an import that waits for its turn", () => {
  test("is shown as running, and counted", async () => {
    const { seen, answer } = await whileOneWaits(async (id) => ({
      operation: await read(id),
      running: await list("?state=running"),
      counts: [service.operations.runner.count(), replica.operations.runner.count()],
    }));
    expect(seen.operation).toMatchObject({ state: "running", done: 0, total: 1200, ended_at: null });
    expect(seen.running.map(({ id }) => id)).toEqual([seen.operation.id]);
    expect(seen.counts).toEqual([{ device_import: 1 }, {}]);
    expect((await answer).status).toBe(200);
    expect(service.operations.runner.count()).toEqual({});
  });

  test("ends without a trace when an administrator cancels it on another replica, which is audited", async () => {
    const before = [...(await sql`SELECT count(*)::int FROM devices`)];
    const { id, answer } = await whileOneWaits(async (id) => {
      for (const _ of [1, 2])
        expect((await call(`DELETE /api/v1/operations/${id}`, adminToken)).status).toBe(204);
      expect(await read(id)).toMatchObject({ state: "running", is_cancel_requested: true });
    });
    expect(await answer).toMatchObject({
      status: 409,
      body: { detail: "The import was cancelled; nothing was written" },
    });
    expect(await read(id)).toMatchObject({ state: "cancelled", phase: null, error: null, result: null });
    expect([...(await sql`SELECT count(*)::int FROM devices`)]).toEqual(before);
    expect(await auditOf(`operation:${id}`)).toMatchObject([
      { action: "operations.cancel_requested", detail: "kind=device_import" },
    ]);
  });
});

test("an import that waits for long is answered when it ends", async () => {
  const server = service.listen({ answerSeconds: 1 });
  const lock = await sql.reserve();
  await lock`SELECT pg_advisory_lock(hashtextextended('device import', 0))`;
  const answer = fetch(new URL("/api/v1/topology/devices/import", server.url), {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ devices: [{ hostname: "patient" }] }),
  });
  // Without an answer the connection would be cut meanwhile.
  await Promise.race([answer.catch(() => undefined), Bun.sleep(4_000)]);
  await lock`SELECT pg_advisory_unlock(hashtextextended('device import', 0))`;
  lock.release();
  expect((await answer).status).toBe(200);
  await server.stop(true);
}, 15_000);

test("cancelling what has ended changes nothing", async () => {
  const { id, answer } = importDevices(1);
  await answer;
  const before = await read(id);
  expect((await call(`DELETE /api/v1/operations/${id}`)).status).toBe(204);
  expect(await read(id)).toEqual(before);
  expect(await auditOf(`operation:${id}`)).toEqual([]);
});

test("an operation is kept for 7 days behind its end", async () => {
  const [older, newer] = [importDevices(1), importDevices(1)];
  await Promise.all([older.answer, newer.answer]);
  const endedBefore = (id: string, hours: number) =>
    sql`UPDATE operations SET ended_at = now() - make_interval(hours => ${hours}) WHERE id = ${id}`;
  await endedBefore(older.id, 7 * 24 + 1);
  await endedBefore(newer.id, 7 * 24 - 1);
  await removeOldOperations(db, new Date());
  expect(await call(`GET /api/v1/operations/${older.id}`)).toMatchObject(NOT_FOUND);
  expect((await call(`GET /api/v1/operations/${newer.id}`)).status).toBe(200);
});

describe("bad input", () => {
  test.each([
    ["/imports-of-mine", ["path", "operation_id"]],
    ["?state=gone", ["query", "state"]],
    ["?kind=nothing", ["query", "kind"]],
    ["?own=perhaps", ["query", "own"]],
    ["?limit=0", ["query", "limit"]],
    ["?cursor=x", ["query", "cursor"]],
  ])("%s is refused with its place", async (rest, loc) => {
    expect(await call(`GET /api/v1/operations${rest}`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc }] },
    });
  });
});
