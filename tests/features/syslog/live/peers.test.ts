import { afterAll, afterEach, expect, test } from "bun:test";
import { connect } from "node:net";
import pino from "pino";
import { PeerDirectory, type LivePeer } from "#features/syslog";
import { PeerKey } from "#platform/peers/key";
import { PEER_PATH } from "../../../../src/features/syslog/live/peers/frames";
import { MergedLive } from "../../../../src/features/syslog/live/peers/merged-live";
import type { LiveSink } from "../../../../src/features/syslog/live/subscription";
import { readBoundPorts } from "../../../../src/features/syslog/status/collector-state";
import { MASTER_KEY } from "../../../support/app";
import { createLiveService } from "../../../support/live-service";
import { waitFor } from "../../../support/wait-for";
import { givenLiveStore } from "./live-fixture";

/** A process that only answers, whose viewers see what another one receives. */
const log = pino({ level: "silent" });
const receiving = await createLiveService({ SYSLOG_TCP_ENABLED: "true", SYSLOG_TCP_PORT: "0" });
const { tcp: port = 0 } = readBoundPorts(receiving.syslog.state());
const sender = connect(port, "127.0.0.1");
afterAll(async () => {
  sender.destroy();
  await receiving.close();
});
const { collector } = receiving.syslog.state();
const { hub } = await givenLiveStore();

afterEach(() => waitFor("all viewers to have left", () => receiving.syslog.live.measure().viewers === 0));

const sourceOf = (key = MASTER_KEY, peer: Partial<LivePeer> = {}) =>
  new MergedLive({
    hub,
    directory: new PeerDirectory({
      read: async () => [{ id: "of the row", collector, address: receiving.url, ...peer }],
      log,
    }),
    key: new PeerKey(key),
    log,
  });

/** A viewer that takes so many events before it says that it is full. */
async function givenViewer(room = Infinity, source = sourceOf()) {
  const viewer = {
    lines: [] as string[],
    skipped: 0,
    told: [] as boolean[],
    room,
  };
  const sink: LiveSink = {
    cork: (run) => run(),
    sendEvent(text) {
      viewer.lines.push(String(Object(JSON.parse(text)).raw_log));
      viewer.room--;
      return viewer.room > 0;
    },
    sendSkipped: (count) => void (viewer.skipped += count),
    beat: () => undefined,
    maySkip: () => true,
    tellCollector: (_, isReached) => void viewer.told.push(isReached),
    fail: () => undefined,
    end: () => undefined,
  };
  const prepared = await source.prepare({ predicate: { conditions: [] }, after: undefined });
  const handle = prepared.begin(sink);
  return Object.assign(viewer, {
    handle,
    takeAll() {
      viewer.room = Infinity;
      handle.resume();
    },
  });
}

const TAIL = "x".repeat(400);

/**
 * By TCP, as of datagrams a receiver without a turn loses some. Nobody waits for all to be read: what a viewer does not
 * take is kept for ten seconds.
 */
function receive(count: number, word: string): void {
  for (let number = 0; number < count; number++)
    sender.write(`<134>1 - host app - - - ${word} ${number} ${TAIL}\n`);
}

/** Those that a test has sent: some of another one may come still. */
const linesOf = ({ lines }: { lines: readonly string[] }, word: string) =>
  lines.filter((line) => line.includes(`- ${word} `));

test("what a viewer does not take waits where it was received, and comes whole and in order", async () => {
  const viewer = await givenViewer(10);
  receive(3000, "slow");
  await waitFor(
    "lines to wait at the collector",
    () => receiving.syslog.live.measure().waitingBytes > 100_000,
  );
  expect(viewer.lines.length).toBeLessThan(20);
  viewer.takeAll();
  const slow = () => linesOf(viewer, "slow");
  await waitFor("the rest", () => slow().length + viewer.skipped >= 3000);
  const numbers = slow().map((line) => Number(/slow (\d+)/.exec(line)?.[1]));
  expect(viewer.skipped).toBe(0);
  expect(numbers).toEqual(Array.from({ length: 3000 }, (_, number) => number));
  viewer.handle.close();
});

test("a viewer that leaves is forgotten by the other process as well", async () => {
  const viewer = await givenViewer();
  await waitFor("it to be subscribed", () => receiving.syslog.live.measure().viewers === 1);
  viewer.handle.close();
  await waitFor("it to be gone", () => receiving.syslog.live.measure().viewers === 0);
});

test("a process with another key gets nothing, and its viewer is told so", async () => {
  const viewer = await givenViewer(Infinity, sourceOf("another key"));
  const entitled = await givenViewer();
  receive(10, "secret");
  await waitFor("it to be told", () => viewer.told.includes(false));
  await waitFor("who has the key to get all", () => linesOf(entitled, "secret").length === 10);
  expect(viewer.lines).toEqual([]);
  viewer.handle.close();
  entitled.handle.close();
});

test("a process whose address is none is not reached, and ends neither the stream nor this process", async () => {
  const viewers = await Promise.all(
    ["http://collector one:8080", "not an address", ""].map((address) =>
      givenViewer(Infinity, sourceOf(MASTER_KEY, { address })),
    ),
  );
  for (const viewer of viewers) {
    await waitFor("it to be told", () => viewer.told.includes(false));
    viewer.handle.close();
  }
});

test("a process that answers with what never ends, or never, keeps no viewer from its stream", async () => {
  const flood = "x".repeat(60_000);
  const other = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, server) => (server.upgrade(request, { data: undefined }) ? undefined : new Response()),
    websocket: {
      open(socket) {
        for (let frame = 0; frame < 200; frame++) socket.send(flood);
      },
      message: () => undefined,
    },
  });
  const viewer = await givenViewer(
    Infinity,
    sourceOf(MASTER_KEY, { address: `http://127.0.0.1:${other.port}` }),
  );
  await waitFor("it to be told", () => viewer.told.includes(false));
  expect(viewer.lines).toEqual([]);
  viewer.handle.close();
  await other.stop(true);
});

/** Passes everything on between a viewer and the collector that is meant, and remembers what the viewer said. */
function givenGoBetween() {
  const seen = { said: [] as string[], closed: 0 };
  const server = Bun.serve<{ onward: WebSocket; waiting: string[] }>({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request, self) {
      const onward = new WebSocket(`${receiving.url.replace("http", "ws")}${PEER_PATH}`);
      return self.upgrade(request, { data: { onward, waiting: [] } }) ? undefined : new Response();
    },
    websocket: {
      open(socket) {
        socket.data.onward.addEventListener("message", ({ data }) => void socket.send(String(data)));
        socket.data.onward.addEventListener("close", () => socket.close());
      },
      message(socket, data) {
        seen.said.push(String(data));
        socket.data.onward.send(data);
      },
      close(socket) {
        seen.closed++;
        socket.data.onward.close();
      },
    },
  });
  return { seen, address: server.url.origin, close: () => server.stop(true) };
}

test("who passes everything on to the collector that is meant gets neither its events nor what is looked for", async () => {
  const between = givenGoBetween();
  const viewer = await givenViewer(Infinity, sourceOf(MASTER_KEY, { address: between.address }));
  await waitFor("it to have given up", () => between.seen.closed > 0);
  const entitled = await givenViewer();
  receive(10, "between");
  await waitFor("who asks the collector itself to get all", () => linesOf(entitled, "between").length === 10);
  entitled.handle.close();
  await waitFor("nobody to look on", () => receiving.syslog.live.measure().viewers === 0);
  expect(between.seen.said.filter((frame) => frame.includes("nonce"))).not.toEqual([]);
  expect(between.seen.said.filter((frame) => frame.includes("predicate"))).toEqual([]);
  expect(viewer.lines).toEqual([]);
  expect(receiving.syslog.live.measure().viewers).toBe(0);
  viewer.handle.close();
  await between.close();
});

test("an address that leads to the collector by a redirect is not followed", async () => {
  let asked = 0;
  const away = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      asked++;
      return Response.redirect(`${receiving.url}${PEER_PATH}`, 307);
    },
  });
  const viewer = await givenViewer(Infinity, sourceOf(MASTER_KEY, { address: away.url.origin }));
  await waitFor("it to try again", () => asked > 1);
  expect(receiving.syslog.live.measure().viewers).toBe(0);
  viewer.handle.close();
  await away.stop(true);
});
