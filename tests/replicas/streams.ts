import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin, signIn, type ApiClient } from "../support/api-client";
import { openEventStream, type EventStreamClient } from "../support/event-stream-client";
import { openSubscribed } from "../support/live-client";
import { startReplicas, type Replicas } from "../support/replicas";
import type { ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(90_000);

/** Streams that one process holds open, of what others receive and decide; a balancer sends whoever comes back to another. */
let replicas: Replicas;
let one: ServiceProcess;
let other: ServiceProcess;
let collector: ServiceProcess;
let admin: ApiClient;

const PASSWORD = "a long enough password";
const STREAM = "/api/v1/syslog/events/stream";

beforeAll(async () => {
  replicas = await startReplicas({ SYSLOG_WS_MAX_CONNECTIONS_PER_USER: "50" });
  one = await replicas.start("api");
  other = await replicas.start("api");
  collector = await replicas.start("collector worker");
  admin = await setUpAdmin(one.url);
  await waitFor("all processes to be listed", async () => {
    const { missing_roles: missing } = await admin.get<{ missing_roles: string[] }>(
      "/api/v1/system/instances",
    );
    return missing.length === 0;
  });
});

afterAll(() => replicas.remove());

let made = 0;

/** A user whom nobody else is, with a key. */
async function givenUser(role = "NetworkAdmin") {
  const username = `streams-${++made}`;
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/auth/users", {
    username,
    password: PASSWORD,
    role,
  });
  const session = await signIn(one.url, { username, password: PASSWORD });
  const key = await session.send<{ id: number; key: string }>("POST", "/api/v1/api-keys", {
    name: "streams",
  });
  const token = session.credential["Authorization"]?.replace("Bearer ", "") ?? "";
  return { id, token, keyId: key.id, headers: { "X-API-Key": key.key } };
}

async function sendLines(...texts: string[]): Promise<void> {
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: collector.syslogPort,
    socket: { data: () => undefined },
  });
  const lines = texts.map((text) => `<134>1 ${new Date().toISOString()} host app - - - ${text}\n`);
  socket.write(lines.join(""));
  socket.end();
}

/** An operation that goes on until somebody ends it. */
async function givenScan(headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${one.url}/api/v1/discovery/scans`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json", Prefer: "respond-async" },
    body: JSON.stringify({ target: "127.9.0.0/22", scan_type: "basic_ports", confirm_large_scan: true }),
  });
  expect(answer.status).toBe(202);
  return Object(await answer.json()).id;
}

const endOf = ({ received }: EventStreamClient) => received.at(-1);
const numbersOf = (texts: readonly unknown[]) =>
  texts.map((text) => Number(/n=(\d+)/.exec(String(text))?.[1])).sort((left, right) => left - right);

test("a revoked key ends each stream that it opened at another process, and none of another key", async () => {
  const revoked = await givenUser();
  const staying = await givenUser();
  const scan = await givenScan(revoked.headers);
  const open = (path: string, headers: Record<string, string>) =>
    openEventStream(other.url + path, { ...headers, Accept: "text/event-stream" });
  const paths = [`${STREAM}?q=revocation`, `/api/v1/operations/${scan}`, "/api/v1/alerts/live"];
  const streams = await Promise.all(paths.map((path) => open(path, revoked.headers)));
  const kept = await open(`${STREAM}?q=revocation`, staying.headers);
  expect([...streams, kept].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await sendLines("revocation n=1");
  await waitFor("the line", () => [streams[0], kept].every((stream) => stream?.received.length === 1));
  await admin.send("DELETE", `/api/v1/api-keys/admin/${revoked.keyId}`);
  await Promise.all(streams.map(({ ended }) => ended));
  for (const stream of streams) expect(endOf(stream)).toMatchObject({ event: "end" });
  await sendLines("revocation n=2");
  await waitFor("the line that others see", () => kept.received.length === 2);
  expect(JSON.stringify(streams[0]?.received)).not.toContain("n=2");
  expect((await open(`${STREAM}?q=revocation`, revoked.headers)).status).toBe(401);
  kept.close();
  await admin.send("DELETE", `/api/v1/operations/${scan}`);
});

test("a role that loses a right at one process ends the live stream that was open by it at another", async () => {
  await admin.send("POST", "/api/v1/admin/roles", { name: "Onlooker" });
  const grant = (rights: string[]) =>
    admin.send("PUT", "/api/v1/admin/role-permissions", { roles: { Onlooker: rights } });
  await grant(["security_view"]);
  const user = await givenUser("Onlooker");
  const stream = await openEventStream(`${other.url}${STREAM}`, user.headers);
  const socket = await openSubscribed(other.url, user.token);
  expect(stream.status).toBe(200);
  await grant([]);
  await stream.ended;
  expect((await socket.closed).code).not.toBe(1000);
});

test("a user who is deactivated at one process is out of a live stream at another", async () => {
  const user = await givenUser();
  const socket = await openSubscribed(other.url, user.token, { filter: { q: "deactivated" } });
  await admin.send("PATCH", `/api/v1/auth/users/${user.id}`, { is_active: false });
  await socket.closed;
  await sendLines("deactivated n=1");
  expect(socket.events).toEqual([]);
});

test("who left one process goes on at the other, through the same filter, without gap or repeat", async () => {
  const url = (service: ServiceProcess) => `${service.url}${STREAM}?q=${encodeURIComponent("moving kept")}`;
  const first = await openEventStream(url(one), admin.credential);
  await sendLines("moving kept n=0", "moving dropped n=100", "moving kept n=1");
  await waitFor("the first lines", () => first.received.length === 2);
  first.close();
  await sendLines("moving kept n=2", "moving dropped n=101");
  const second = await openEventStream(url(other), {
    ...admin.credential,
    "Last-Event-ID": first.lastEventId(),
  });
  await sendLines("moving kept n=3");
  await waitFor("the rest", () => second.received.length >= 2);
  second.close();
  const third = await openEventStream(url(one), {
    ...admin.credential,
    "Last-Event-ID": second.lastEventId(),
  });
  await sendLines("moving kept n=4");
  await waitFor("the last", () => third.received.length >= 1);
  third.close();
  const seen = [first, second, third].flatMap(({ received }) =>
    received.map(({ data }) => Object(data).raw_log),
  );
  expect(numbersOf(seen)).toEqual([0, 1, 2, 3, 4]);
});

test("by WebSocket, too: a place that one process has given holds at the other", async () => {
  const user = await givenUser();
  const filter = { q: "vector" };
  const first = await openSubscribed(one.url, user.token, { filter });
  await sendLines("vector n=0");
  await waitFor("the line", () => first.events.length === 1);
  const resume = Object.fromEntries(first.events.map(({ collector: by, id }) => [String(by), Number(id)]));
  first.close();
  await sendLines("vector n=1");
  const second = await openSubscribed(other.url, user.token, { filter, resume });
  await sendLines("vector n=2");
  await waitFor("the rest", () => second.events.length >= 2);
  second.close();
  const seen = [first, second].flatMap(({ events }) => events.map(({ raw_log: text }) => text));
  expect(numbersOf(seen)).toEqual([0, 1, 2]);
});

test("what happens to alerts by one process is heard on the stream of another", async () => {
  const stream = await openEventStream(`${other.url}/api/v1/alerts/live`, {
    ...admin.credential,
    Accept: "text/event-stream",
  });
  await waitFor("the beginning", () => stream.received.length > 0);
  const standing = JSON.stringify(stream.received[0]?.data);
  await admin.send("POST", "/api/v1/alerts/rules", {
    name: "Jobs",
    event_type: "monitor_down",
    channels: [],
  });
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/monitors", {
    kind: "push",
    name: "nightly job",
    max_retries: 0,
  });
  const { path } = await admin.get<{ path: string }>(`/api/v1/monitors/${id}/push-token`);
  expect((await fetch(`${one.url}${path}?status=down`)).status).toBe(200);
  const isTold = () =>
    stream.received.some(({ event, data }) => event === "message" && JSON.stringify(data) !== standing);
  await waitFor("the incident to be told", isTold);
  const on = (service: ServiceProcess) => createApiClient(service.url, admin.credential);
  const incidents = () => on(other).get("/api/v1/alerts/live");
  expect(JSON.stringify(await incidents())).not.toBe(standing);
  stream.close();
});
