import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createConnection } from "node:net";
import { createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { startSender } from "../support/numbered-sender";
import { startReplicas, type Replicas } from "../support/replicas";
import type { ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(60_000);

/** What a process does, by its ROLES: here two that answer and work, and one that receives. */
const TOKEN = "a-token-for-metrics";

let replicas: Replicas;
let apis: [ServiceProcess, ServiceProcess];
let collector: ServiceProcess;
let admin: ApiClient;

beforeAll(async () => {
  replicas = await startReplicas({ METRICS_TOKEN: TOKEN, FAULT_UPKEEP_SECONDS: "1" });
  apis = [await replicas.start("api,worker"), await replicas.start("worker api")];
  collector = await replicas.start("collector");
  admin = await setUpAdmin(apis[0].url);
});

afterAll(() => replicas.remove());

const on = (url: string) => createApiClient(url, admin.credential);

const statusOf = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers })).status;

test("a process without the role api answers for its health and metrics, and nothing else", async () => {
  await waitFor("readiness", async () => (await statusOf(`${collector.url}/api/v1/health/ready`)) === 200);
  expect(await statusOf(`${collector.url}/api/health`)).toBe(200);
  expect(await statusOf(`${collector.url}/metrics`)).toBe(401);
  expect(await statusOf(`${collector.url}/metrics`, { Authorization: `Bearer ${TOKEN}` })).toBe(200);
  for (const path of ["/", "/api/docs", "/api/openapi.json", "/api/v1/auth/me", "/api/v1/setup/status"])
    expect({ path, status: await statusOf(collector.url + path) }).toEqual({ path, status: 404 });
});

test("a process without the role collector opens no syslog port, and one with it does", async () => {
  const isOpen = (port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = createConnection(port, "127.0.0.1");
      socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
      socket.unref();
    });
  expect(await isOpen(collector.syslogPort)).toBe(true);
  for (const api of apis) expect(await isOpen(api.syslogPort)).toBe(false);
  expect(apis[0].output()).toContain("off (ROLES)");
  expect(apis[0].output()).toContain("Roles         api, worker");
});

test("lines that the collector receives are found by both that answer", async () => {
  const sender = await startSender({
    transport: "tcp",
    port: collector.syslogPort,
    first: 0,
    total: 200,
    rate: 1000,
  });
  await sender.done;
  for (const { url } of apis) {
    const found = async () => Number(Object(await on(url).get("/api/v1/syslog/status")).total_events);
    await waitFor("the lines", async () => (await found()) === 200);
  }
  const { total } = await on(apis[1].url).get<{ total: number }>("/api/v1/syslog/events?limit=50");
  expect(total).toBe(200);
});

test("a process that receives nothing answers for the collector of another, and nobody else is told there", async () => {
  type Told = { collector: string; collectors: string[]; received_packets: number; enabled: boolean };
  for (const { url } of apis) {
    const told = await on(url).get<Told>("/api/v1/syslog/status");
    expect(told).toMatchObject({ enabled: true, received_packets: 200, collectors: [told.collector] });
    const asked = await on(url).get<Told>(`/api/v1/syslog/status?collector=${told.collector}`);
    expect(asked).toMatchObject({ collector: told.collector, received_packets: 200 });
    expect((await on(url).fetch("/api/v1/syslog/status?collector=000000000000")).status).toBe(404);
  }
  for (const { url } of [...apis, collector])
    for (const headers of [{}, admin.credential, { Authorization: `Netatlas ${Date.now()} made-up` }])
      expect(await statusOf(`${url}/api/v1/syslog/peer-status`, headers)).toBe(401);
});

test("whoever writes the table of processes cannot lead one of them to another address", async () => {
  let asked = 0;
  const elsewhere = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      asked++;
      return new Response();
    },
  });
  const address = elsewhere.url.origin;
  await using sql = new Bun.SQL(replicas.postgres.url);
  await sql`UPDATE instances SET address = ${address} WHERE address = ${collector.url}`;
  const told = await admin.get<{ collectors: string[] }>("/api/v1/syslog/status");
  expect(told.collectors).toEqual([]);
  const { instances } = await admin.get<{ instances: { address: string; has_same_key: boolean }[] }>(
    "/api/v1/system/instances",
  );
  expect(instances).toContainEqual(expect.objectContaining({ address, has_same_key: false }));
  await sql`UPDATE instances SET address = ${collector.url} WHERE address = ${address}`;
  expect(asked).toBe(0);
  await elsewhere.stop(true);
  await waitFor(
    "it to be asked again",
    async () => Object(await admin.get("/api/v1/syslog/status")).collectors.length === 1,
  );
});

/** Neighbours that are merged into one, each a file. */
const BURSTS = 8;
const ALL = 200 + 20 * BURSTS;

test("a worker without a collector merges what the collector has stored, and nothing is lost by it", async () => {
  const status = () => admin.get<{ total_events: number; segments: number }>("/api/v1/syslog/status");
  for (let burst = 0; burst < BURSTS; burst++) {
    const before = (await status()).total_events;
    const sender = await startSender({
      transport: "tcp",
      port: collector.syslogPort,
      first: 1000 + 20 * burst,
      total: 20,
      rate: 1000,
    });
    await sender.done;
    await waitFor("the burst", async () => (await status()).total_events === before + 20);
  }
  await waitFor("fewer files", async () => (await status()).segments < BURSTS / 2);
  const { total } = await on(apis[1].url).get<{ total: number }>("/api/v1/syslog/events?limit=1");
  expect({ total, stored: (await status()).total_events }).toEqual({ total: ALL, stored: ALL });
});

test("a test line is sent by the process that receives, whichever is asked, and found by all", async () => {
  const before = Object(await admin.get("/api/v1/syslog/status")).total_events;
  for (const { url } of apis) {
    const { q, collector: by } = await on(url).send<{ q: string; collector: string }>(
      "POST",
      "/api/v1/syslog/test-line",
      {},
    );
    expect(by).toMatch(/^[0-9a-f]{12}$/);
    const found = async () =>
      (await admin.get<{ total: number }>(`/api/v1/syslog/events?q=${q}`)).total === 1;
    await waitFor("the line", found);
  }
  await waitFor(
    "both to be counted",
    async () => Object(await admin.get("/api/v1/syslog/status")).total_events === before + apis.length,
  );
});

type Told = {
  address: string;
  silence: string | null;
  unseen_seconds: number;
  report: { uptime_seconds: number; memory_bytes: number; database_ms: number; is_ready: boolean } | null;
};

const readAll = async (url: string) =>
  (await on(url).get<{ instances: Told[] }>("/api/v1/system/instances")).instances;

test("whichever is asked tells how each process is, with memory, uptime and the wait for the database", async () => {
  for (const { url } of apis) {
    const told = await readAll(url);
    expect(told.map(({ address }) => address).sort()).toEqual(
      [...apis, collector].map((one) => one.url).sort(),
    );
    for (const { silence, report } of told) {
      expect({ silence, isReady: report?.is_ready }).toEqual({ silence: null, isReady: true });
      expect(report?.memory_bytes).toBeGreaterThan(10_000_000);
      expect(report?.uptime_seconds).toBeGreaterThan(0);
      expect(report?.database_ms).toBeGreaterThan(0);
    }
  }
});

test("a process that hangs is named as silent, with the age of its last word, and holds nobody up for long", async () => {
  process.kill(collector.pid, "SIGSTOP");
  try {
    const startedMs = performance.now();
    const told = await readAll(apis[0].url);
    expect(performance.now() - startedMs).toBeLessThan(8000);
    const silences = new Map(told.map(({ address, silence }) => [address, silence]));
    expect(silences).toEqual(
      new Map([
        [apis[0].url, null],
        [apis[1].url, null],
        [collector.url, "no_answer"],
      ]),
    );
    const silent = async () => (await readAll(apis[1].url)).find(({ address }) => address === collector.url);
    const before = (await silent())?.unseen_seconds ?? Infinity;
    await waitFor(
      "its last word to grow older",
      async () => Number((await silent())?.unseen_seconds) > before + 2,
    );
    const { doctor } = await admin.get<{ doctor: { feature: string; message: string }[] }>(
      "/api/v1/system/diagnostics",
    );
    expect(doctor.find(({ feature }) => feature === "Processes")?.message).toContain(collector.url);
  } finally {
    process.kill(collector.pid, "SIGCONT");
  }
  await waitFor("it to tell again", async () =>
    (await readAll(apis[0].url)).every(({ silence }) => silence === null),
  );
});

test("all processes are shown with their roles, by the API and by the metrics", async () => {
  const { instances, missing_roles: missing } = await admin.get<{
    instances: { address: string; roles: string[]; is_live: boolean; has_same_key: boolean }[];
    missing_roles: string[];
  }>("/api/v1/system/instances");
  const rolesAt = new Map(instances.map(({ address, roles }) => [address, roles]));
  expect(rolesAt).toEqual(
    new Map([
      [apis[0].url, ["api", "worker"]],
      [apis[1].url, ["api", "worker"]],
      [collector.url, ["collector"]],
    ]),
  );
  expect(instances.every((instance) => instance.is_live && instance.has_same_key)).toBe(true);
  expect(missing).toEqual([]);
  const metrics = await (
    await fetch(`${collector.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })
  ).text();
  expect(metrics).toContain('netatlas_instances{role="worker"} 2');
  expect(metrics).toContain('netatlas_instances{role="collector"} 1');
});
