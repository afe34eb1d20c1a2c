import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { setUpAdmin, signIn, type ApiClient } from "../support/api-client";
import { openEventStream } from "../support/event-stream-client";
import { openLive, openSubscribed, type LiveClient } from "../support/live-client";
import { startReplicas, type Replicas } from "../support/replicas";
import type { ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(60_000);

/** Two processes that receive, and one that only answers: its viewers see what all receive, as one. */
let replicas: Replicas;
let api: ServiceProcess;
let collectors: [ServiceProcess, ServiceProcess];
let admin: ApiClient;
let token: string;

beforeAll(async () => {
  replicas = await startReplicas({ SYSLOG_WS_MAX_CONNECTIONS_PER_USER: "50" });
  api = await replicas.start("api worker");
  collectors = [await replicas.start("collector"), await replicas.start("collector")];
  admin = await setUpAdmin(api.url);
  token = await freshToken();
  for (const { url } of collectors)
    await waitFor("a collector", async () => (await fetch(`${url}/api/v1/health/ready`)).ok);
  await waitFor("all processes to be listed", async () => {
    const { missing_roles: missing, instances } = await admin.get<{
      missing_roles: string[];
      instances: unknown[];
    }>("/api/v1/system/instances");
    return missing.length === 0 && instances.length === 3;
  });
});

afterAll(() => replicas.remove());

async function freshToken(): Promise<string> {
  const { credential } = await signIn(api.url);
  return credential["Authorization"]?.replace("Bearer ", "") ?? "";
}

let made = 0;

/** A word that no other test's lines have. */
const newWord = () => `word${++made}x`;

const line = (word: string, number: number) =>
  `<134>1 ${new Date().toISOString()} host app - - - ${word} n=${String(number).padStart(6, "0")}`;

type Sender = { send(...lines: string[]): Promise<void>; close(): void };

async function connect({ syslogPort }: ServiceProcess): Promise<Sender> {
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: syslogPort,
    socket: { data: () => undefined },
  });
  return {
    async send(...lines) {
      let rest = Buffer.from(lines.map((one) => `${one}\n`).join(""));
      while (rest.length > 0) {
        rest = rest.subarray(socket.write(rest));
        if (rest.length > 0) await Bun.sleep(1);
      }
    },
    close: () => socket.end(),
  };
}

async function sendTo(service: ServiceProcess, ...lines: string[]): Promise<void> {
  const sender = await connect(service);
  await sender.send(...lines);
  sender.close();
}

const numbersOf = ({ events }: Pick<LiveClient, "events">) =>
  events.map(({ raw_log: text }) => Number(/n=(\d+)/.exec(String(text))?.[1]));

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

const sorted = (numbers: readonly number[]) => numbers.toSorted((left, right) => left - right);

/** Where a client stands when it has had what it has: as docs/live.md tells clients to keep it. */
function positionOf({ events, controls }: LiveClient): Record<string, number> {
  const position: Record<string, number> = {};
  for (const { position: told } of controls) Object.assign(position, told);
  for (const { collector, id } of events)
    position[String(collector)] = Math.max(position[String(collector)] ?? 0, Number(id));
  return position;
}

test("a viewer sees what both collectors receive, through its filter, in the order of each", async () => {
  const word = newWord();
  const viewer = await openSubscribed(api.url, token, { filter: { q: word } });
  await sendTo(collectors[0], ...range(0, 200).map((number) => line(word, number)), line("other", 1));
  await sendTo(collectors[1], ...range(200, 400).map((number) => line(word, number)), line("other", 2));
  await waitFor("the lines", () => viewer.events.length >= 400);
  const numbers = numbersOf(viewer);
  expect(sorted(numbers)).toEqual(range(0, 400));
  expect(numbers.filter((number) => number < 200)).toEqual(range(0, 200));
  expect(numbers.filter((number) => number >= 200)).toEqual(range(200, 400));
  expect(new Set(viewer.events.map(({ collector }) => collector)).size).toBe(2);
  viewer.close();
});

test("an event stream gets them too, and goes on behind its id, whatever was sent meanwhile", async () => {
  const word = newWord();
  const url = `${api.url}/api/v1/syslog/events/stream?q=${word}`;
  const first = await openEventStream(url, admin.credential);
  const [one, other] = collectors;
  await sendTo(one, line(word, 0));
  await sendTo(other, line(word, 1));
  await waitFor("both lines", () => first.received.length === 2);
  first.close();
  await sendTo(one, line(word, 2));
  await sendTo(other, line(word, 3));
  const next = await openEventStream(url, { ...admin.credential, "Last-Event-ID": first.lastEventId() });
  await sendTo(one, line(word, 4));
  await waitFor("the rest", () => next.received.length >= 3);
  const numbers = next.received.map(({ data }) => Number(/n=(\d+)/.exec(Object(data).raw_log)?.[1]));
  expect(sorted(numbers)).toEqual([2, 3, 4]);
  next.close();
});

test("who comes back with a position misses nothing and sees nothing twice, under load", async () => {
  const word = newWord();
  const total = 6000;
  const senders = await Promise.all(collectors.map(connect));
  const send = async () => {
    for (let number = 0; number < total; number += 20) {
      const lines = range(number, number + 20).map((each) => line(word, each));
      await senders[(number / 20) % 2]?.send(...lines);
      await Bun.sleep(5);
    }
  };
  const seen: number[] = [];
  const leave = (viewer: LiveClient) => {
    seen.push(...numbersOf(viewer));
    viewer.close();
    return positionOf(viewer);
  };
  const filter = { q: word };
  let viewer = await openSubscribed(api.url, token, { filter });
  const sending = send();
  let resume: Record<string, number> = {};
  for (let cut = 0; cut < 4; cut++) {
    await waitFor("some lines", () => viewer.events.length > 300);
    resume = { ...resume, ...leave(viewer) };
    viewer = await openSubscribed(api.url, token, { filter, resume });
  }
  await sending;
  await waitFor("all lines", () => seen.length + viewer.events.length >= total);
  leave(viewer);
  for (const sender of senders) sender.close();
  expect(sorted(seen)).toEqual(range(0, total));
});

test("a collector that dies is told of, and when it is back the stream goes on without gap or repeat", async () => {
  const word = newWord();
  const [staying, dying] = collectors;
  const viewer = await openSubscribed(api.url, token, { filter: { q: word } });
  const plain = await openLive(api.url, [token]);
  await sendTo(dying, ...range(0, 50).map((number) => line(word, number)));
  await waitFor("the first lines", () => viewer.events.length === 50);
  await dying.kill();
  const tells = (reached: boolean) =>
    viewer.controls.some((frame) => frame["type"] === "collector" && frame["reached"] === reached);
  await waitFor("it to be told", () => tells(false));
  await sendTo(staying, line(word, 50));
  await waitFor("the other's line", () => viewer.events.length === 51);
  const back = await replicas.restart(dying, "collector", {
    APP_PORT: String(dying.httpPort),
    SYSLOG_UDP_PORT: String(dying.syslogPort),
    SYSLOG_TCP_PORT: String(dying.syslogPort),
  });
  collectors = [staying, back];
  await sendTo(back, line(word, 51));
  await waitFor("it to be back", () => tells(true));
  await waitFor("its line", () => viewer.events.length === 52);
  await sendTo(back, line(word, 52));
  await waitFor("its next line", () => viewer.events.length === 53);
  expect(sorted(numbersOf(viewer))).toEqual(range(0, 53));
  expect(viewer.controls.filter(({ type }) => type === "skipped")).toEqual([]);
  expect(viewer.isClosed()).toBe(false);
  expect(plain.isClosed()).toBe(false);
  viewer.close();
  plain.close();
});

test("a collector that is new is seen by viewers who were there before it", async () => {
  const word = newWord();
  const viewer = await openSubscribed(api.url, token, { filter: { q: word } });
  const added = await replicas.start("collector");
  await sendTo(added, line(word, 0));
  await waitFor("the new one's line", () => viewer.events.length === 1);
  await added.stop();
  viewer.close();
});

test("nobody gets a collector's lines without the key that all have", async () => {
  const [{ url }] = collectors;
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/v1/syslog/events/live/peers`);
  const frames: string[] = [];
  socket.addEventListener("message", ({ data }) => {
    frames.push(String(data));
    socket.send(
      JSON.stringify({
        v: 1,
        nonce: "0123456789abcdef",
        proof: "made up",
        predicate: { conditions: [] },
        after: 0,
      }),
    );
  });
  const { code } = await new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
  expect(code).toBe(1008);
  expect(frames).toHaveLength(1);
});

test("a stream of a user who was deactivated by another process ends", async () => {
  const other = await replicas.start("api");
  const user = await admin.send<{ id: number }>("POST", "/api/v1/auth/users", {
    username: "viewer",
    password: "a long enough password",
    role: "SecurityAnalyst",
  });
  const { credential } = await signIn(other.url, { username: "viewer", password: "a long enough password" });
  const viewer = await openSubscribed(other.url, credential["Authorization"]?.replace("Bearer ", "") ?? "");
  const stream = await openEventStream(`${other.url}/api/v1/syslog/events/stream`, credential);
  await admin.send("PATCH", `/api/v1/auth/users/${user.id}`, { is_active: false });
  expect(await viewer.closed).toMatchObject({ code: 4401 });
  await stream.ended;
  await other.stop();
});
