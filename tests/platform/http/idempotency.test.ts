import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { ApiKeyCreateResponse } from "../../../src/features/api-keys/models";
import { idempotencyJobs } from "../../../src/features/idempotency/jobs";
import { createTestService, uniqueName } from "../../support/app";
import { readDocument, routesOf } from "../../support/conformance";
import { believedClock } from "../../support/deletion-clock";

/** Idempotency-Key on writes (docs/idempotency.md). */
const service = await createTestService();
/** A second process on the same database. */
const replica = await createTestService({ database: service.database });
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);
const { sql } = service.database;
afterAll(async () => {
  await replica.close();
  await service.close();
});

const SITES = "/api/v1/topology/sites";
const Identified = z.looseObject({ id: z.int() });

type Sent = { body?: unknown; key?: string; token?: string; on?: typeof service };

function send(what: string, sent: Sent = {}) {
  const { body, key, token: own = token, on = service } = sent;
  return on.call(what, {
    token: own,
    ...(body === undefined ? {} : { body }),
    headers: key === undefined ? {} : { "Idempotency-Key": key },
  });
}

const newKey = () => crypto.randomUUID();
const isReplayed = ({ headers }: { headers: Headers }) => headers.get("Idempotent-Replayed") === "true";
const sitesNamed = async (name: string) => (await sql`SELECT id FROM sites WHERE name = ${name}`).length;

async function givenSite(): Promise<number> {
  return Identified.parse((await send(`POST ${SITES}`, { body: { name: uniqueName("site") } })).body).id;
}

/** Writes of every kind of answer, each with what makes it new. */
const WRITES: [what: string, prepare: () => Promise<{ path: string; body?: unknown }>][] = [
  ["POST a site", async () => ({ path: `POST ${SITES}`, body: { name: uniqueName("site") } })],
  [
    "POST a group",
    async () => ({ path: "POST /api/v1/topology/groups", body: { name: uniqueName("group") } }),
  ],
  [
    "POST a layout",
    async () => ({ path: "POST /api/v1/topology/layouts", body: { name: uniqueName("layout") } }),
  ],
  [
    "POST a device type",
    async () => ({ path: "POST /api/v1/admin/device-types", body: { label: uniqueName("type") } }),
  ],
  ["POST a role", async () => ({ path: "POST /api/v1/admin/roles", body: { name: uniqueName("Role") } })],
  [
    "PATCH a site",
    async () => ({ path: `PATCH ${SITES}/${await givenSite()}`, body: { description: "changed" } }),
  ],
  [
    "PUT the settings",
    async () => ({ path: "PUT /api/v1/admin/settings", body: { app_name: uniqueName("app") } }),
  ],
  [
    "POST reset-device-assignments",
    async () => ({ path: "POST /api/v1/topology/groups/reset-device-assignments" }),
  ],
  ["DELETE a site", async () => ({ path: `DELETE ${SITES}/${await givenSite()}` })],
];

describe("the same write with the same key", () => {
  test.each(WRITES)(
    "%s: is carried out once and answered the same, on either process",
    async (_, prepare) => {
      const { path, body } = await prepare();
      const sent = { body, key: newKey() };
      const first = await send(path, sent);
      expect([200, 201, 204]).toContain(first.status);
      expect(isReplayed(first)).toBe(false);
      const rows = async () => Number((await sql`SELECT count(*)::int AS rows FROM audit_log`)[0]?.rows);
      const audited = await rows();
      for (const on of [service, replica]) {
        const again = await send(path, { ...sent, on });
        expect(again).toMatchObject({ status: first.status, body: first.body });
        expect(again.headers.get("ETag")).toBe(first.headers.get("ETag"));
        expect(isReplayed(again)).toBe(true);
      }
      expect(await rows()).toBe(audited);
    },
  );

  test("without a key each request is a new one", async () => {
    const body = { name: uniqueName("site") };
    expect((await send(`POST ${SITES}`, { body })).status).toBe(201);
    expect((await send(`POST ${SITES}`, { body })).status).toBe(409);
  });

  test("gives the object as it is now, and 409 when it has gone", async () => {
    const sent = { body: { name: uniqueName("site") }, key: newKey() };
    const { id } = Identified.parse((await send(`POST ${SITES}`, sent)).body);
    await send(`PATCH ${SITES}/${id}`, { body: { description: "changed since" } });
    expect(await send(`POST ${SITES}`, sent)).toMatchObject({
      status: 201,
      body: { id, description: "changed since" },
    });
    await send(`DELETE ${SITES}/${id}`);
    expect(await send(`POST ${SITES}`, sent)).toMatchObject({ status: 409 });
    expect(await sitesNamed(sent.body.name)).toBe(0);
  });

  test("a device's answer is made again without the warnings of its making, with 200", async () => {
    const sent = { body: { name: uniqueName("device") }, key: newKey() };
    const first = await send("POST /api/v1/topology/devices", sent);
    const { warnings: _warnings, ...device } = Object(first.body);
    expect(await send("POST /api/v1/topology/devices", sent)).toMatchObject({ status: 200, body: device });
    const rows = await sql`SELECT id FROM devices WHERE display_name = ${sent.body.name}`;
    expect(rows).toHaveLength(1);
  });

  test("an API key is made once, and its secret is given once and kept nowhere", async () => {
    const sent = { body: { name: uniqueName("key") }, key: newKey() };
    const first = ApiKeyCreateResponse.parse((await send("POST /api/v1/api-keys", sent)).body);
    const { key: _secret, ...record } = first;
    expect(await send("POST /api/v1/api-keys", sent)).toMatchObject({ status: 200, body: record });
    expect((await send("POST /api/v1/api-keys", sent)).text).not.toContain(first.key.slice(-43));
    const { body } = await send("GET /api/v1/api-keys");
    const made = z.array(z.looseObject({ name: z.string() })).parse(body);
    expect(made.filter(({ name }) => name === sent.body.name)).toHaveLength(1);
    const [row] = await sql`SELECT * FROM idempotency_keys WHERE key = ${sent.key}`;
    expect(JSON.stringify(row)).not.toContain(first.key.slice(-43));
  });
});

describe("another request with the same key", () => {
  test.each([
    ["another body", (path: string) => [path, { name: uniqueName("site") }] as const],
    ["another path", () => ["POST /api/v1/topology/groups", undefined] as const],
    ["another query", (path: string, body: unknown) => [`${path}?x=1`, body] as const],
  ])("%s is refused with 422", async (_, other) => {
    const sent = { body: { name: uniqueName("site") }, key: newKey() };
    await send(`POST ${SITES}`, sent);
    const [path, body] = other(`POST ${SITES}`, sent.body);
    expect(await send(path, { body: body ?? sent.body, key: sent.key })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["header", "Idempotency-Key"] }] },
    });
  });

  test("a key is its user's own: another user's is a key of its own", async () => {
    const key = newKey();
    await send(`POST ${SITES}`, { body: { name: uniqueName("site") }, key });
    const other = await service.tokenOf(await service.givenAdmin());
    const answer = await send(`POST ${SITES}`, { body: { name: uniqueName("site") }, key, token: other });
    expect(answer.status).toBe(201);
  });

  test.each(["", " ", "a b", "ä", "x".repeat(256)])("%p is no key", async (key) => {
    const body = { name: uniqueName("site") };
    const answer = await service.call(`POST ${SITES}`, {
      token,
      body,
      headers: { "Idempotency-Key": encodeURI(key) === key ? key : Buffer.from(key).toString("latin1") },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["header", "Idempotency-Key"] }] },
    });
    expect(await sitesNamed(body.name)).toBe(0);
  });
});

describe("at the same time", () => {
  test("fault 58: of fifty requests with one key over two processes one makes the object", async () => {
    const sent = { body: { name: uniqueName("layout") }, key: newKey() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send("POST /api/v1/topology/layouts", { ...sent, on: index % 2 === 0 ? service : replica }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    expect(new Set(made.map(({ body }) => Identified.parse(body).id)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer.status).toBe(409);
      expect(answer.headers.get("Retry-After")).toBe("1");
    }
    expect((await send("POST /api/v1/topology/layouts", sent)).status).toBe(201);
  });

  test("while the first request runs, the second is 409", async () => {
    const sent = { body: { name: uniqueName("site") }, key: newKey() };
    await sql
      .begin(async (lock) => {
        await lock`LOCK TABLE sites IN ACCESS EXCLUSIVE MODE`;
        const first = send(`POST ${SITES}`, sent);
        const second = await poll(() => send(`POST ${SITES}`, { ...sent, on: replica }), 409, sent.key);
        expect(second.body).toEqual({
          detail: "A request with this Idempotency-Key is still being carried out",
        });
        return { first };
      })
      .then(async ({ first }) => expect((await first).status).toBe(201));
  });
});

/** Sends once the key's row is there. */
async function poll(request: () => ReturnType<typeof send>, status: number, key: string) {
  const { waitFor } = await import("../../support/wait-for");
  await waitFor("the first request", async () => {
    return (await replica.database.sql`SELECT 1 FROM idempotency_keys WHERE key = ${key}`).length === 1;
  });
  const answer = await request();
  expect(answer.status).toBe(status);
  return answer;
}

describe("a request that was refused", () => {
  test("leaves its key free: the next one is carried out", async () => {
    const name = uniqueName("site");
    const { body } = await send(`POST ${SITES}`, { body: { name } });
    const sent = { body: { name }, key: newKey() };
    expect((await send(`POST ${SITES}`, sent)).status).toBe(409);
    await send(`DELETE ${SITES}/${Identified.parse(body).id}`);
    expect((await send(`POST ${SITES}`, sent)).status).toBe(201);
  });

  test("does not use its key where the body is invalid", async () => {
    const key = newKey();
    expect((await send(`POST ${SITES}`, { body: {}, key })).status).toBe(422);
    expect((await send(`POST ${SITES}`, { body: { name: uniqueName("site") }, key })).status).toBe(201);
  });

  test("a dry run does not use its key", async () => {
    const key = newKey();
    const id = await givenSite();
    for (let time = 0; time < 2; time++) {
      const answer = await send(`DELETE ${SITES}/${id}?dry_run=true`, { key });
      expect(answer.status).toBe(200);
      expect(isReplayed(answer)).toBe(false);
    }
    expect((await send(`DELETE ${SITES}/${id}`, { key })).status).toBe(204);
  });
});

describe("a process that died", () => {
  const dieAfterWrite = (key: string) => sql`
    UPDATE idempotency_keys SET status = NULL, object_id = NULL, leased_until = now() - interval '1 second'
    WHERE key = ${key}`;

  test("after its write: the next request finds the object and makes no second one", async () => {
    const sent = { body: { name: uniqueName("layout") }, key: newKey() };
    const first = await send("POST /api/v1/topology/layouts", sent);
    await dieAfterWrite(sent.key);
    const again = await send("POST /api/v1/topology/layouts", { ...sent, on: replica });
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(isReplayed(again)).toBe(true);
  });

  test("before its write: the next request carries it out", async () => {
    const sent = { body: { name: uniqueName("site") }, key: newKey() };
    const { id } = Identified.parse((await send(`POST ${SITES}`, sent)).body);
    await send(`DELETE ${SITES}/${id}`);
    await dieAfterWrite(sent.key);
    await sql`UPDATE idempotency_keys SET request_id = 'a request that wrote nothing' WHERE key = ${sent.key}`;
    const again = await send(`POST ${SITES}`, { ...sent, on: replica });
    expect(again.status).toBe(201);
    expect(isReplayed(again)).toBe(false);
  });

  test("and is still within its minute: the next request waits for it with 409", async () => {
    const sent = { body: { name: uniqueName("site") }, key: newKey() };
    await send(`POST ${SITES}`, sent);
    await sql`
      UPDATE idempotency_keys SET status = NULL, leased_until = now() + interval '1 minute' WHERE key = ${sent.key}`;
    expect((await send(`POST ${SITES}`, sent)).status).toBe(409);
  });
});

describe("after 24 hours", () => {
  const age = (key: string) =>
    sql`UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 second' WHERE key = ${key}`;

  test("a key is new again", async () => {
    const key = newKey();
    await send(`POST ${SITES}`, { body: { name: uniqueName("site") }, key });
    await age(key);
    const other = { body: { name: uniqueName("site") }, key };
    expect((await send(`POST ${SITES}`, other)).status).toBe(201);
    expect(await sitesNamed(other.body.name)).toBe(1);
  });

  test("the job removes it, and no younger one", async () => {
    const [old, young] = [newKey(), newKey()];
    for (const key of [old, young]) await send(`POST ${SITES}`, { body: { name: uniqueName("site") }, key });
    await age(old);
    const [job] = idempotencyJobs({ db: service.database.db, deletions: await believedClock() });
    await job?.run({ token: 1, signal: new AbortController().signal });
    const left = await sql`SELECT key FROM idempotency_keys WHERE key IN ${sql([old, young])}`;
    expect(left.map((row) => row["key"])).toEqual([young]);
  });
});

test("routes that open sessions ignore the key", async () => {
  const { username, password } = admin;
  const headers = { "Idempotency-Key": newKey() };
  const login = async () =>
    service.call("POST /api/v1/auth/login", { body: { username, password }, headers });
  const [one, two] = [await login(), await login()];
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(one.text).not.toBe(two.text);
});

test("the document names the header on every guarded write, or says why not", async () => {
  const routes = routesOf(await readDocument(service.app));
  for (const { method, path, operation } of routes) {
    const isTaken = operation.parameters?.some(({ name }) => name === "Idempotency-Key") ?? false;
    const isExplained = operation["x-no-idempotency-key"] !== undefined;
    const isPublic = operation.security?.length === 0;
    expect([path, isTaken]).toEqual([path, method !== "GET" && !isExplained && !isPublic]);
  }
});
