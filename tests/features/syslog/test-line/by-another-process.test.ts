import { afterAll, expect, test } from "bun:test";
import { announceProcess } from "../../../support/announced-process";
import { createTestService } from "../../../support/app";
import { createLiveService } from "../../../support/live-service";
import { waitFor } from "../../../support/wait-for";

/** One process receives, and another one of the same database is asked. */
const receiving = await createLiveService({ SYSLOG_REST_SECONDS: "0" });
const { database } = receiving;
const { collector } = receiving.syslog.state();

let presence = await announceProcess(receiving, receiving.url);
const asked = await createTestService({ database, settings: { SYSLOG_ENABLED: "false" } });
const admin = await asked.givenAdmin();
const token = await asked.tokenOf(admin);
afterAll(async () => {
  await presence.stop();
  await asked.close();
  await receiving.close();
});

const send = (query = "") => asked.call(`POST /api/v1/syslog/test-line${query}`, { token });

test("a process that receives nothing has the test line sent by one that does, and it is found", async () => {
  const { status, body } = await send();
  expect(status).toBe(200);
  expect(body).toMatchObject({ collector, transport: "udp", address: "127.0.0.1" });
  const { q } = Object(body);
  const found = async () =>
    Object((await receiving.call(`GET /api/v1/syslog/events?q=${q}`, { token: receiving.token })).body).total;
  await waitFor("the line to be searchable", async () => (await found()) === 1);
  const [row] = await database.sql`
    SELECT actor_name, target, detail FROM audit_log WHERE action = 'syslog.test_line' ORDER BY id DESC LIMIT 1`;
  expect(row).toEqual({ actor_name: admin.username, target: `collector:${collector}`, detail: `q=${q}` });
});

test("a collector can be named, and one that no live process has is said not to be there", async () => {
  expect(await send(`?collector=${collector}`)).toMatchObject({ status: 200, body: { collector } });
  expect(await send("?collector=000000000000")).toMatchObject({
    status: 404,
    body: { detail: "No process that runs has this collector" },
  });
});

test("the status names the process that receives, whose host senders may send to", async () => {
  const { body } = await asked.call("GET /api/v1/syslog/status", { token });
  expect(body).toMatchObject({ collector, collectors: [collector], instance_url: receiving.url });
  const own = await receiving.call("GET /api/v1/syslog/status", { token });
  expect(own.body).toMatchObject({ collector, instance_url: null });
});

test("nobody has a line sent by the route for processes: no stranger and no administrator", async () => {
  const path = "/api/v1/syslog/peer-test-line/test-line-0123abcd";
  const headers: Record<string, string>[] = [
    {},
    { Authorization: `Bearer ${token}` },
    { Authorization: `Netatlas ${Date.now()} made-up` },
  ];
  for (const sent of headers)
    expect((await fetch(receiving.url + path, { method: "POST", headers: sent })).status).toBe(401);
});

test("why its listener takes none is told as if it were the own one", async () => {
  const closed = await createTestService({
    database,
    settings: {
      SYSLOG_ENABLED: "true",
      SYSLOG_HOST: "127.0.0.1",
      SYSLOG_UDP_PORT: "0",
      SYSLOG_TCP_ENABLED: "false",
      SYSLOG_SENDER_ALLOWLIST: '["192.0.2.0/24"]',
    },
  });
  const server = closed.listen();
  const other = await announceProcess(closed, server.url.origin);
  expect(await send(`?collector=${closed.syslog.state().collector}`)).toMatchObject({
    status: 409,
    body: { detail: "SYSLOG_SENDER_ALLOWLIST does not have 127.0.0.1, from where the line was sent" },
  });
  await other.stop();
  await server.stop(true);
  await closed.close();
});

test("a process that is said to be there and does not answer is a 503, and one that nobody has signed is not asked", async () => {
  const { sql } = database;
  await sql`UPDATE instances SET collector = 'aaaaaaaaaaaa' WHERE id = ${receiving.instance.id}`;
  expect(await send("?collector=aaaaaaaaaaaa")).toMatchObject({ status: 404 });
  await sql`UPDATE instances SET collector = ${collector} WHERE id = ${receiving.instance.id}`;
  const gone = { ...receiving, instance: { ...receiving.instance, id: crypto.randomUUID() } };
  await presence.stop();
  const other = await announceProcess(gone, receiving.url);
  expect(await send()).toMatchObject({
    status: 503,
    body: { detail: "The process that has this collector does not answer" },
  });
  await other.stop();
  expect(await send()).toMatchObject({
    status: 409,
    body: { detail: "No syslog listener without TLS is open" },
  });
  presence = await announceProcess(receiving, receiving.url);
});
