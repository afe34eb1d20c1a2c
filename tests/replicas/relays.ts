import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { setUpAdmin, type ApiClient } from "../support/api-client";
import { startSender } from "../support/numbered-sender";
import { startRelay, type RelayProcess } from "../support/relay-process";
import { startReplicas, type Replicas } from "../support/replicas";
import type { ServiceProcess } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(180_000);
const PATIENCE_MS = 90_000;

/** A relay and two central processes behind one address, which sends each request to the other one. */
let replicas: Replicas;
let central: [ServiceProcess, ServiceProcess];
let admin: ApiClient;
let relay: RelayProcess;
let front: Bun.Server<undefined>;
const asked = [0, 0];
/** Each so many-th answer is lost on its way back. */
const LOST_ANSWER = 5;

beforeAll(async () => {
  replicas = await startReplicas();
  central = [await replicas.start("api,worker"), await replicas.start("api,worker")];
  admin = await setUpAdmin(central[0].url);
  const body = { name: "relay", permission: "relay" };
  const { key } = await admin.send<{ key: string }>("POST", "/api/v1/api-keys", body);
  let requests = 0;
  front = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const turn = requests++ % 2 === 0 ? 0 : 1;
      const { pathname } = new URL(request.url);
      const answer = await fetch(central[turn].url + pathname, {
        method: request.method,
        headers: request.headers,
        body: await request.bytes(),
      }).catch(() => new Response("it is away", { status: 502 }));
      if (answer.status === 200) asked[turn] = (asked[turn] ?? 0) + 1;
      return requests % LOST_ANSWER === 0 ? new Response("lost", { status: 504 }) : answer;
    },
  });
  relay = await startRelay({ upstream: `http://127.0.0.1:${front.port}`, key });
});

afterAll(async () => {
  await relay.remove();
  await front.stop(true);
  await replicas.remove();
});

const TOTAL = 60_000;
const RATE = 6000;

test("batches that go to either of two processes, answers that are lost and a kill of one: each line is stored once", async () => {
  const sender = await startSender({
    transport: "tcp",
    port: relay.syslogPort,
    first: 0,
    total: TOTAL,
    rate: RATE,
  });
  await waitFor("batches at both", () => asked.every((count) => count > 1), PATIENCE_MS);
  await central[1].kill();
  central[1] = await replicas.restart(central[1], "api,worker", {
    APP_PORT: String(central[1].httpPort),
  });
  await sender.done;
  sender.stop();
  const isEmpty = async () => (await relay.metric("netatlas_syslog_journal_messages")) === 0;
  await waitFor("all to be sent", isEmpty, PATIENCE_MS);
  const read = async () => (await admin.get<Record<string, unknown>[]>("/api/v1/syslog/relays"))[0];
  await waitFor("all to be stored", async () => (await read())?.["waiting"] === 0, PATIENCE_MS);
  const sent = sender.sent.map(({ sequence }) => sequence).sort((left, right) => left - right);
  expect(await read()).toMatchObject({ lines: sent.length, missing: 0, skipped: 0, lost_total: 0 });
  const stored = await readStoredSequences(central[0].dataDirectory);
  expect(stored.sequences).toEqual(sent);
  expect(stored.rows).toBe(sent.length);
  const spools = async ({ dataDirectory }: ServiceProcess) =>
    Array.fromAsync(new Bun.Glob("*/collector-id").scan({ cwd: join(dataDirectory, "relays") }));
  for (const process of central) expect(await spools(process)).toHaveLength(1);
});
