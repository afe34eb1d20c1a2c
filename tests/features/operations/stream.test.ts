import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { OperationRunner, type RunningOperation } from "#features/operations";
import { Viewers } from "#platform/http/viewers";
import { connectDatabase } from "#platform/database";
import type { OperationWatcher } from "../../../src/features/operations/feed";
import { Operation } from "../../../src/features/operations/models";
import { openOperationStream } from "../../../src/features/operations/stream";
import { createTestService } from "../../support/app";
import { openEventStream } from "../../support/event-stream-client";
import { waitFor } from "../../support/wait-for";
import { patient } from "../../support/patience";

/** An operation as server-sent events, over a real listener; another process runs it. */
const service = await createTestService({ settings: { SYSLOG_WS_MAX_CONNECTIONS_PER_USER: "1" } });
const server = service.listen();
const url = server.url.href.replace(/\/$/, "");
const owner = await service.givenUser();
const token = await service.tokenOf(owner);
const runner = new OperationRunner({ db: service.database.db, log: pino({ level: "silent" }) });
afterAll(async () => {
  await server.stop(true);
  await service.close();
});

/** Runs until it is told to end. */
async function givenRunning() {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<RunningOperation>();
  const { signal } = new AbortController();
  const ended = runner.run(
    { kind: "device_import", userId: owner.id, phase: "reading", signal },
    async (operation) => {
      begin(operation);
      await promise;
      await operation.finish(service.database.db, { result: { created: 7 } });
    },
  );
  return { operation: await begun, finish, ended };
}

const open = (id: string, headers: Record<string, string> = { Authorization: `Bearer ${token}` }) =>
  openEventStream(`${url}/api/v1/operations/${id}`, { Accept: "text/event-stream", ...headers });
type Client = Awaited<ReturnType<typeof open>>;
const shown = ({ received }: Client) =>
  received.filter(({ event }) => event === "message").map(({ data }) => Operation.parse(data));

test("shows how an operation goes on, and ends with it", async () => {
  const { operation, finish, ended } = await givenRunning();
  const client = await open(operation.id);
  expect(client.headers.get("Content-Type")).toBe("text/event-stream");
  await operation.report({ phase: "writing", total: 100, done: 40 });
  await waitFor("the progress", () => shown(client).some(({ done }) => done === 40));
  finish();
  await ended;
  await client.ended;
  expect(shown(client)[0]).toMatchObject({ state: "running", phase: "reading", done: 0 });
  expect(shown(client).at(-1)).toMatchObject({ state: "done", done: 100, result: { created: 7 } });
  expect(client.received.at(-1)).toMatchObject({ event: "end", data: { reason: "done" } });
});

test("one that has ended is shown once", async () => {
  const { operation, finish, ended } = await givenRunning();
  finish();
  await ended;
  const client = await open(operation.id);
  await client.ended;
  expect(client.received.map(({ event }) => event)).toEqual(["message", "end"]);
});

test("takes one of the user's live slots, and gives it back", async () => {
  const { operation, finish, ended } = await givenRunning();
  const first = await open(operation.id);
  const second = await open(operation.id);
  expect([first.status, second.status]).toEqual([200, 429]);
  expect(second.headers.get("Retry-After")).toBe("10");
  first.close();
  const third = await waitFor("the slot", async () => {
    const client = await open(operation.id);
    return client.status === 200 ? client : undefined;
  });
  finish();
  await Promise.all([ended, third.ended]);
});

test("without that Accept the answer is JSON, and HEAD takes no slot", async () => {
  const { operation, finish, ended } = await givenRunning();
  const path = `/api/v1/operations/${operation.id}`;
  expect((await service.call(`GET ${path}`, { token, headers: { Accept: "*/*" } })).body).toMatchObject({
    id: operation.id,
  });
  const headers = { Authorization: `Bearer ${token}`, Accept: "text/event-stream" };
  expect((await fetch(url + path, { method: "HEAD", headers })).status).toBe(200);
  const client = await open(operation.id);
  expect(client.status).toBe(200);
  finish();
  await Promise.all([ended, client.ended]);
});

test("is nobody else's, and ends within 5 s when its caller may see it no more", async () => {
  const { operation, finish, ended } = await givenRunning();
  const stranger = await service.tokenOf(await service.givenUser());
  expect((await open(operation.id, { Authorization: `Bearer ${stranger}` })).status).toBe(404);
  const { key, id } = await service.createKey({ token });
  const client = await open(operation.id, { "X-API-Key": key });
  await service.call(`DELETE /api/v1/api-keys/${id}`, { token });
  await client.ended;
  expect(client.received.at(-1)).toMatchObject({ event: "end" });
  finish();
  await ended;
}, 15_000);

test("a silent one is kept alive by a comment, as silent answers are cut after 10 s", async () => {
  const { operation, finish, ended } = await givenRunning();
  const headers = { Authorization: `Bearer ${token}`, Accept: "text/event-stream" };
  const response = await fetch(`${url}/api/v1/operations/${operation.id}`, { headers });
  const started = performance.now();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    if (text.includes(": alive\n\n")) break;
  }
  expect(text).toContain(": alive\n\n");
  expect(performance.now() - started).toBeLessThan(patient(9_000));
  finish();
  await ended;
}, 15_000);

test("a database that goes away does not end it", async () => {
  const { operation, finish, ended } = await givenRunning();
  const client = await open(operation.id);
  const other = connectDatabase(service.database.connection, { log: pino({ level: "silent" }) });
  await other.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await other.close();
  await waitFor("the progress", async () => {
    await operation.report({ done: 3 }).catch(() => undefined);
    return shown(client).some(({ done }) => done === 3);
  });
  finish();
  await Promise.all([ended, client.ended]);
  expect(client.received.at(-1)).toMatchObject({ event: "end", data: { reason: "done" } });
});

test("a reader that takes nothing costs no more than its buffer, and then gets the latest state", async () => {
  const caller = {
    userId: 1,
    username: "ann",
    role: "Viewer",
    isSuperAdmin: false,
    permissions: [],
    apiKeyId: null,
    sessionId: "s",
    mustEnrol: false,
  };
  const operation = Operation.parse({
    id: crypto.randomUUID(),
    kind: "device_import",
    user_id: 1,
    username: "ann",
    subject: "x".repeat(1000),
    state: "running",
    phase: "writing",
    done: 0,
    total: 10_000,
    is_cancel_requested: false,
    result: null,
    result_link: null,
    error: null,
    started_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    ended_at: null,
  });
  const watchers = new Set<OperationWatcher>();
  const feed = {
    add: (watcher: OperationWatcher) => void watchers.add(watcher),
    remove: (watcher: OperationWatcher) => void watchers.delete(watcher),
  };
  const recheck = () => Promise.resolve(caller);
  const viewers = new Viewers({ authenticate: recheck, recheck }, { inAll: 1, perUser: 1 });
  const { signal } = new AbortController();
  const response = openOperationStream({ feed, viewers }, { operation, caller, signal });
  const [watcher] = watchers;
  for (let done = 1; done < 10_000; done++) watcher?.take({ ...operation, done });
  watcher?.take({ ...operation, state: "done", done: 10_000 });
  const text = await response.text();
  expect(text.length).toBeLessThan(80_000);
  expect(text).toContain('"done":10000');
  expect(text).toEndWith('event: end\ndata: {"reason":"done"}\n\n');
  expect(watchers.size).toBe(0);
  expect(viewers.add({ caller, mayView: () => true, refuse: () => undefined })).toBe("taken");
});
