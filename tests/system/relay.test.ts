import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, setUpAdmin } from "../support/api-client";
import { startCuttableProxy } from "../support/cuttable-proxy";
import { expectBalance } from "../support/numbered-balance";
import { startSender } from "../support/numbered-sender";
import { patient } from "../support/patience";
import { type RelayPlan, type RelayProcess, startRelay } from "../support/relay-process";
import { type ServiceProcess, startService } from "../support/service-process";
import { waitFor } from "../support/wait-for";

/** Real relays, a real central service, and the network between them cut, killed and copied. */
setDefaultTimeout(patient(120_000));

const PATIENCE_MS = patient(60_000);
/** From read to the journal, twice over. */
const WRITTEN_MS = 150;
/**
 * Nearly all of what a line takes is clocks of the product: one after the other is sent until one was in time, as on a
 * busy machine a process of four may wait for its turn. Where the clocks are too slow no line is in time.
 */
const QUIET_LINES = 8;
const ENVIRONMENT = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

type Relay = {
  id: string;
  lines: number;
  lost: Record<string, number>;
  lost_total: number;
  missing: number;
  backlog_messages: number;
  waiting: number;
};

const open: { remove(): Promise<void> }[] = [];
afterEach(async () => {
  for (const process of open.splice(0).reverse()) await process.remove();
});

async function givenCentral() {
  const service = await startService({ environment: ENVIRONMENT });
  open.push(service);
  const client = await setUpAdmin(service.url);
  const proxy = await startCuttableProxy(service.url);
  open.push({ remove: () => proxy.close() });
  return { service, client, proxy, key: await newKey(client) };
}

async function newKey(client: ApiClient): Promise<string> {
  const body = { name: "relay", permission: "relay" };
  return (await client.send<{ key: string }>("POST", "/api/v1/api-keys", body)).key;
}

async function givenRelay(plan: RelayPlan): Promise<RelayProcess> {
  const relay = await startRelay(plan);
  open.push(relay);
  return relay;
}

function readRelays(client: ApiClient): Promise<Relay[]> {
  return client.get<Relay[]>("/api/v1/syslog/relays");
}

/** Numbers of lines that the relay has read from its socket, all of them. */
async function sendAll(relay: RelayProcess, first: number, total: number, rate = 20_000): Promise<number[]> {
  const before = await relay.metric("netatlas_syslog_received_total");
  const sender = await startSender({ transport: "tcp", port: relay.syslogPort, first, total, rate });
  await sender.done;
  sender.stop();
  const isRead = async () => (await relay.metric("netatlas_syslog_received_total")) - before === total;
  await waitFor("the relay to have read all", isRead, PATIENCE_MS);
  return sender.sent.map(({ sequence }) => sequence);
}

async function untilEmpty(relay: RelayProcess): Promise<void> {
  const isEmpty = async () => (await relay.metric("netatlas_syslog_journal_messages")) === 0;
  await waitFor("the backlog to be sent", isEmpty, PATIENCE_MS);
}

test("a relay that is cut off keeps what comes, and sends all of it, once, when it is back", async () => {
  const { service, client, proxy, key } = await givenCentral();
  const relay = await givenRelay({ upstream: proxy.url, key });
  const sent = await sendAll(relay, 0, 5000);
  proxy.setDown(true);
  proxy.cut();
  sent.push(...(await sendAll(relay, 5000, 20_000)));
  expect(await relay.metric("netatlas_relay_upstream_up")).toBe(0);
  expect(await (await fetch(`${relay.url}/ready`)).json()).toMatchObject({
    status: "ready",
    checks: { upstream: { ok: false } },
  });
  proxy.setDown(false);
  sent.push(...(await sendAll(relay, 25_000, 5000)));
  await untilEmpty(relay);
  await expectBalance({ client, dataDirectory: service.dataDirectory }, { sent: new Set(sent) });
  expect(await readRelays(client)).toMatchObject([{ lines: 30_000, lost_total: 0, backlog_messages: 0 }]);
});

test("a line of a relay that is quiet is found at the central service within some two seconds", async () => {
  const { client, proxy, key } = await givenCentral();
  const relay = await givenRelay({ upstream: proxy.url, key });
  const socket = await Bun.udpSocket({});
  const timeOf = async (word: string) => {
    const begun = performance.now();
    socket.send(`<13>a single line of a quiet branch: ${word}`, relay.syslogPort, "127.0.0.1");
    await waitFor(
      "the line to be found",
      async () => (await client.get<{ total: number }>(`/api/v1/syslog/events?q=${word}`)).total === 1,
    );
    return performance.now() - begun;
  };
  const bound = patient(2500);
  let leastMs = Infinity;
  for (let line = 1; line <= QUIET_LINES && leastMs >= bound; line++)
    leastMs = Math.min(leastMs, await timeOf(`quiet${line}`));
  socket.close();
  expect(leastMs).toBeLessThan(bound);
});

async function kill(
  { relay, service }: { relay: RelayProcess; service: ServiceProcess },
  plan: RelayPlan,
): Promise<{ relay: RelayProcess; service: ServiceProcess }> {
  await Promise.all([relay.kill(), service.kill()]);
  const { dataDirectory } = service;
  // Where the relay sends to is where it was.
  const environment = { ...ENVIRONMENT, APP_PORT: String(service.httpPort) };
  const again = await startService({ dataDirectory, environment });
  open.push(again);
  return { service: again, relay: await givenRelay({ ...plan, dataDirectory: relay.dataDirectory }) };
}

test("kill -9 of the relay and of the central service, at moments of chance: what was read is stored, once", async () => {
  const { client, proxy, key, ...central } = await givenCentral();
  let { service } = central;
  const plan = { upstream: proxy.url, key };
  let relay = await givenRelay(plan);
  const sent: number[] = [];
  for (let round = 0; round < 3; round++) {
    sent.push(...(await sendAll(relay, round * 20_000, 20_000)));
    await Bun.sleep(WRITTEN_MS + Math.random() * 800);
    ({ service, relay } = await kill({ relay, service }, plan));
  }
  sent.push(...(await sendAll(relay, 60_000, 100)));
  await untilEmpty(relay);
  await expectBalance({ client, dataDirectory: service.dataDirectory }, { sent: new Set(sent) });
  const [only, ...others] = await readRelays(client);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ lines: sent.length, lost_total: 0, missing: 0 });
});

test("a backlog at its bound loses the newest lines, counts each, and a kill forgets none of them", async () => {
  const { client, proxy, key } = await givenCentral();
  proxy.setDown(true);
  const plan: RelayPlan = {
    upstream: proxy.url,
    key,
    environment: { SYSLOG_JOURNAL_MAX_BYTES: String(16 * 1024 * 1024) },
  };
  const relay = await givenRelay(plan);
  const total = 120_000;
  const sender = await startSender({
    transport: "udp",
    port: relay.syslogPort,
    first: 0,
    total,
    rate: 20_000,
  });
  await sender.done;
  sender.stop();
  const offered = sender.sent.length;
  const counted = async () => {
    const received = await relay.metric("netatlas_syslog_received_total");
    return received + (await relay.metric('netatlas_syslog_lost_total{reason="kernel"}')) >= offered;
  };
  await waitFor("all to be read", counted, PATIENCE_MS);
  const received = await relay.metric("netatlas_syslog_received_total");
  const lostAtAll = await relay.metric("netatlas_syslog_lost_total");
  const kernel = offered - received;
  expect(lostAtAll).toBeGreaterThan(1000);
  // What was lost is written down each second.
  await waitFor("the losses to be kept", async () => {
    const kept: { lost: Record<string, number> } = await Bun.file(
      join(relay.dataDirectory, "relay-state"),
    ).json();
    return Object.values(kept.lost).reduce((sum, count) => sum + count, 0) === lostAtAll;
  });
  await relay.kill();
  proxy.setDown(false);
  const again = await givenRelay({ ...plan, dataDirectory: relay.dataDirectory });
  await untilEmpty(again);
  const [central] = await readRelays(client);
  expect(central?.lost_total).toBe(lostAtAll);
  expect((central?.lines ?? 0) + lostAtAll - kernel).toBe(received);
});

test("a copy of a relay's disk is told from the relay, and its lines are sent under an id and a key of its own", async () => {
  const { service, client, proxy, key } = await givenCentral();
  const relay = await givenRelay({ upstream: proxy.url, key });
  const sent = await sendAll(relay, 0, 500);
  await untilEmpty(relay);
  await relay.stop();
  const copy = mkdtempSync(join(tmpdir(), "netatlas-relay-copy-"));
  cpSync(relay.dataDirectory, copy, { recursive: true });
  const original = await givenRelay({ upstream: proxy.url, key, dataDirectory: relay.dataDirectory });
  sent.push(...(await sendAll(original, 500, 500)));
  await untilEmpty(original);
  const copied = await givenRelay({ upstream: proxy.url, key, dataDirectory: copy });
  sent.push(...(await sendAll(copied, 1000, 500)));
  await waitFor(
    "the copy to be refused",
    () => copied.output().includes("each relay wants a key of its own"),
    PATIENCE_MS,
  );
  await copied.stop();
  const own = await givenRelay({ upstream: proxy.url, key: await newKey(client), dataDirectory: copy });
  await untilEmpty(own);
  await expectBalance({ client, dataDirectory: service.dataDirectory }, { sent: new Set(sent) });
  expect((await readRelays(client)).map(({ lines }) => lines).sort((a, b) => a - b)).toEqual([500, 1000]);
});
