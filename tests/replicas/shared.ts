import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import { connectDatabase, type Database } from "#platform/database";
import { ADMIN, createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { openEventStream } from "../support/event-stream-client";
import { startReplicas, type Replicas } from "../support/replicas";
import type { ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(90_000);

/** Three processes that answer and work, two of them without a collector: what one knows, all know. */
let replicas: Replicas;
let one: ServiceProcess;
let other: ServiceProcess;
let admin: ApiClient;
let database: Database;

beforeAll(async () => {
  replicas = await startReplicas();
  one = await replicas.start("api worker");
  other = await replicas.start("api worker");
  await replicas.start("worker collector");
  admin = await setUpAdmin(one.url);
  database = connectDatabase(
    { url: replicas.postgres.url },
    { log: pino({ level: "silent" }), maxConnections: 2 },
  );
});

afterAll(async () => {
  await database.close();
  await replicas.remove();
});

const onOther = () => createApiClient(other.url, admin.credential);

type Asked = { method?: string; headers?: Record<string, string>; body?: object };

/** With headers of its own. */
function ask({ url }: ServiceProcess, path: string, { method = "GET", headers, body }: Asked = {}) {
  return fetch(url + path, {
    method,
    headers: { ...admin.credential, "Content-Type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const cookieOf = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(";")[0]
    ?.slice(name.length + 1) ?? "";

const anonymous = { "X-API-Key": "" };

function refresh({ url }: ServiceProcess, token: string): Promise<Response> {
  return fetch(`${url}/api/v1/auth/refresh`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ refresh_token: token }),
  });
}

test("a refresh token that one has taken is refused by the other, and ends the session on both", async () => {
  const login = await createApiClient(one.url).fetch("/api/v1/auth/login", {
    method: "POST",
    body: JSON.stringify(ADMIN),
  });
  const first = cookieOf(login, "svc_refresh");
  const renewed = await refresh(other, first);
  expect(renewed.status).toBe(200);
  const second = cookieOf(renewed, "svc_refresh");
  expect((await refresh(one, second)).status).toBe(200);
  // Two tabs may use one at the same time.
  await database.sql`UPDATE refresh_tokens SET rotated_at = rotated_at - interval '11 seconds'`;
  expect((await refresh(other, first)).status).toBe(401);
  const bearer = `Bearer ${cookieOf(renewed, "svc_access")}`;
  for (const { url } of [one, other])
    expect((await createApiClient(url, { Authorization: bearer }).fetch("/api/v1/auth/me")).status).toBe(401);
});

test("writes with one Idempotency-Key on both are carried out once, and both get the same answer", async () => {
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const body = { name: "written-once" };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      ask(index % 2 === 0 ? one : other, "/api/v1/topology/devices", { method: "POST", headers, body }),
    ),
  );
  // Who comes while the first one is being carried out is told to come again, who comes behind it gets the device alone.
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  const ids = await Promise.all(
    answers.filter(({ ok }) => ok).map(async (answer) => Object(await answer.json()).id),
  );
  expect(new Set(ids).size).toBe(1);
  const again = await ask(other, "/api/v1/topology/devices", { method: "POST", headers, body });
  expect(again.ok).toBe(true);
  expect(Object(await again.json()).id).toBe(ids[0]);
  const devices = await onOther().get<{ display_name: string }[]>("/api/v1/topology/devices");
  expect(devices.filter(({ display_name: name }) => name === "written-once")).toHaveLength(1);
});

test("a setting that one changes counts on the other at the next request", async () => {
  const before = await admin.get<Record<string, unknown>>("/api/v1/admin/settings");
  for (const minutes of [7, 8, 9]) {
    await admin.send("PUT", "/api/v1/admin/settings", { ...before, idle_timeout_minutes: minutes });
    expect(await onOther().get("/api/v1/admin/settings")).toMatchObject({ idle_timeout_minutes: minutes });
  }
});

test("an export that one writes is followed and read on the other, and removed there", async () => {
  const begun = await ask(one, "/api/v1/exports/inventory?format=json", {
    headers: { Prefer: "respond-async" },
  });
  expect(begun.status).toBe(202);
  const { id } = Object(await begun.json());
  const path = `/api/v1/operations/${id}`;
  const stream = await openEventStream(other.url + path, {
    ...admin.credential,
    Accept: "text/event-stream",
  });
  await stream.ended;
  expect(stream.received.map(({ data }) => Object(data).state)).toContain("done");
  const here = await ask(one, `${path}/file`);
  const there = await ask(other, `${path}/file`);
  expect({ here: here.status, there: there.status }).toEqual({ here: 200, there: 200 });
  for (const name of ["Content-Disposition", "Content-Length"])
    expect(there.headers.get(name)).toBe(here.headers.get(name));
  expect(await there.text()).toBe(await here.text());
  expect((await ask(other, `${path}/file`, { method: "DELETE" })).status).toBe(204);
  expect((await ask(one, `${path}/file`)).status).toBe(404);
});

test("nobody else gets a file from a process, with a key of the API neither", async () => {
  const path = `/api/v1/operations/peer-files/${crypto.randomUUID()}`;
  for (const headers of [anonymous, admin.credential, { Authorization: `Netatlas ${Date.now()} made-up` }])
    expect((await ask(one, path, { headers })).status).toBe(401);
});

test("a scan that one runs is cancelled on the other", async () => {
  const begun = await ask(one, "/api/v1/discovery/scans", {
    method: "POST",
    headers: { Prefer: "respond-async" },
    body: { target: "127.8.0.0/22", scan_type: "basic_ports", confirm_large_scan: true },
  });
  expect(begun.status).toBe(202);
  const { id } = Object(await begun.json());
  expect((await ask(other, `/api/v1/operations/${id}`, { method: "DELETE" })).status).toBeLessThan(300);
  const state = async () => (await onOther().get<{ state: string }>(`/api/v1/operations/${id}`)).state;
  await waitFor("the end of the scan", async () => (await state()) !== "running");
  expect(await state()).toBe("cancelled");
});

test("a target that three workers look after is asked as often as by one", async () => {
  const times: number[] = [];
  const target = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      times.push(performance.now());
      return new Response("well");
    },
  });
  await admin.send("POST", "/api/v1/monitors", {
    name: "asked once",
    kind: "http",
    url: target.url.href,
    check_interval_seconds: 20,
  });
  await waitFor("the second round", () => times.length >= 2, 60_000);
  // Rounds are spread over the interval at first; what several ask comes at once.
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(3000);
  await target.stop(true);
});
