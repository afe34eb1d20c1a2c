import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { PeerDirectory } from "#features/syslog";
import { PeerKey } from "#platform/peer-key";
import { MergedLive } from "../../../../src/features/syslog/live/peers/merged-live";
import type { LiveSink } from "../../../../src/features/syslog/live/subscription";
import { MASTER_KEY } from "../../../support/app";
import { createLiveService } from "../../../support/live-service";
import { waitFor } from "../../../support/wait-for";
import { givenLiveStore } from "./live-fixture";

/** A process that only answers, whose viewers see what another one receives. */
const log = pino({ level: "silent" });
const receiving = await createLiveService();
afterAll(() => receiving.close());
const { collector } = receiving.syslog.state();
const { hub } = await givenLiveStore();

const sourceOf = (key = MASTER_KEY, address = receiving.url) =>
  new MergedLive({
    hub,
    directory: new PeerDirectory({ read: async () => [{ collector, address }], log }),
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

async function receive(count: number, word: string): Promise<void> {
  for (let number = 0; number < count; number++) {
    receiving.receive(`<134>1 - host app - - - ${word} ${number} ${TAIL}`);
    if (number % 100 === 0) await Bun.sleep(1);
  }
}

test("what a viewer does not take waits where it was received, and comes whole and in order", async () => {
  const viewer = await givenViewer(10);
  await receive(3000, "slow");
  await waitFor(
    "lines to wait at the collector",
    () => receiving.syslog.live.measure().waitingBytes > 100_000,
  );
  expect(viewer.lines.length).toBeLessThan(20);
  viewer.takeAll();
  await waitFor("the rest", () => viewer.lines.length + viewer.skipped >= 3000);
  const numbers = viewer.lines.map((line) => Number(/slow (\d+)/.exec(line)?.[1]));
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
  await receive(10, "secret");
  await waitFor("it to be told", () => viewer.told.includes(false));
  expect(viewer.lines).toEqual([]);
  viewer.handle.close();
});

test("a process whose address is none is not reached, and ends neither the stream nor this process", async () => {
  const viewers = await Promise.all(
    ["http://collector one:8080", "not an address", ""].map((address) =>
      givenViewer(Infinity, sourceOf(MASTER_KEY, address)),
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
  const viewer = await givenViewer(Infinity, sourceOf(MASTER_KEY, `http://127.0.0.1:${other.port}`));
  await waitFor("it to be told", () => viewer.told.includes(false));
  expect(viewer.lines).toEqual([]);
  viewer.handle.close();
  await other.stop(true);
});
