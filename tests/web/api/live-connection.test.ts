import { afterAll, expect, test } from "bun:test";
import { openLiveConnection } from "../../../src/web/api/live-connection";
import type { LiveFilters } from "../../../src/web/api/live-frames";
import type { LiveState } from "../../../src/web/api/live-state";
import { describeState } from "../../../src/web/pages/live-tail/describe-state";
import { startCuttableProxy } from "../../support/cuttable-proxy";
import { createLiveService } from "../../support/live-service";
import { waitFor } from "../../support/wait-for";

const service = await createLiveService({ SYSLOG_WS_MAX_CONNECTIONS: "3" });
afterAll(() => service.close());

/** A connection of the page against the real service, and all that it tells the page. */
function givenConnection({
  url = service.url,
  filters = {},
  getToken = () => Promise.resolve<string | undefined>(service.token),
}: { url?: string; filters?: LiveFilters; getToken?: () => Promise<string | undefined> } = {}) {
  const lines: string[] = [];
  const states: LiveState[] = [];
  const skipped: number[] = [];
  const connection = openLiveConnection({
    url: `${url.replace(/^http/, "ws")}/api/v1/syslog/events/live`,
    filters,
    getToken,
    onEvent: ({ raw_log: raw }) => lines.push(raw),
    onSkipped: (count) => skipped.push(count),
    onCollector: () => undefined,
    onState: (state) => states.push(state),
  });
  return {
    ...connection,
    lines,
    states,
    skipped,
    [Symbol.dispose]: () => connection.close(),
    reaches: (kind: LiveState["kind"]) => waitFor(`the state ${kind}`, () => states.at(-1)?.kind === kind),
    receives: (line: string) => waitFor(`the line ${line}`, () => lines.includes(line)),
  };
}

const numbered = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `<134>1 - fw-1 app - - - ${prefix}-${from + index}`);

test("events come in order, and only those of the filter", async () => {
  using live = givenConnection({ filters: { q: "wanted" } });
  await live.reaches("live");
  const lines = numbered("wanted", 1, 20);
  service.receive("<134>1 - fw-1 app - - - other", ...lines, "<134>1 - fw-1 app - - - other");
  await live.receives(lines.at(-1) ?? "");
  expect(live.lines).toEqual(lines);
  expect(live.states.map(({ kind }) => kind)).toEqual(["connecting", "live"]);
});

test("another filter holds at once, and nothing of the old one comes behind it", async () => {
  using live = givenConnection({ filters: { q: "before" } });
  await live.reaches("live");
  live.setFilters({ q: "middle" });
  live.setFilters({ q: "after" });
  await waitFor("the new subscriptions", () => live.states.length === 3);
  const lines = numbered("after", 1, 5);
  service.receive(...numbered("before", 1, 5), ...numbered("middle", 1, 5), ...lines);
  await live.receives(lines.at(-1) ?? "");
  expect(live.lines).toEqual(lines);
});

test("what comes while the connection is cut is had afterwards, each once and in order", async () => {
  const proxy = await startCuttableProxy(service.url);
  using live = givenConnection({ url: proxy.url, filters: { q: "cut" } });
  await live.reaches("live");
  const before = numbered("cut", 1, 50);
  service.receive(...before);
  await live.receives(before.at(-1) ?? "");
  proxy.setDown(true);
  proxy.cut();
  await live.reaches("reconnecting");
  service.receive(...numbered("cut", 51, 250));
  proxy.setDown(false);
  await live.reaches("live");
  const after = numbered("cut", 251, 300);
  service.receive(...after);
  await live.receives(after.at(-1) ?? "");
  expect(live.lines).toEqual(numbered("cut", 1, 300));
  expect(live.skipped).toEqual([]);
  await proxy.close();
});

test("a filter that the service refuses ends the stream with its words; a better one goes on", async () => {
  using live = givenConnection({ filters: { severity: 9 } });
  await live.reaches("ended");
  expect(live.states.at(-1)).toMatchObject({ kind: "ended", why: "filter", message: expect.any(String) });
  live.setFilters({ q: "better" });
  await live.reaches("live");
});

test("when the user has no more streams it says so", async () => {
  const own = await createLiveService({ SYSLOG_WS_MAX_CONNECTIONS_PER_USER: "1" });
  using first = givenConnection({ url: own.url, getToken: async () => own.token });
  await first.reaches("live");
  using second = givenConnection({ url: own.url, getToken: async () => own.token });
  await second.reaches("ended");
  expect(second.states.at(-1)).toEqual({ kind: "ended", why: "own limit" });
  const view = { rows: [], isPaused: false, newCount: 0, notKept: 0, rate: 0, addressLengths: {} };
  expect(describeState({ kind: "ended", why: "own limit" }, view)).toMatchObject({
    words: expect.stringContaining("Close one in another tab"),
    canRetry: true,
  });
  await own.close();
});

test("when all streams are in use it says so and waits to be told to try again", async () => {
  const others = [givenConnection(), givenConnection(), givenConnection()];
  for (const other of others) await other.reaches("live");
  using live = givenConnection();
  await live.reaches("ended");
  expect(live.states.at(-1)).toEqual({ kind: "ended", why: "limit" });
  for (const other of others) other.close();
  await waitFor("a free slot", async () => {
    if (live.states.at(-1)?.kind === "ended") live.retry();
    return live.states.at(-1)?.kind === "live";
  });
});

test("one that is left while it is being opened is closed when it is open, and asks for nothing", async () => {
  const [asked, mayOpen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const closed = Promise.withResolvers<number>();
  const said: unknown[] = [];
  const slow = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request, server) {
      asked.resolve();
      await mayOpen.promise;
      return server.upgrade(request, { data: undefined }) ? undefined : new Response();
    },
    websocket: {
      message: (_, text) => void said.push(text),
      close: (_, code) => closed.resolve(code),
    },
  });
  const live = givenConnection({ url: slow.url.origin });
  await asked.promise;
  live.close();
  mayOpen.resolve();
  // 1006, or nothing at all, would be one that was cut.
  expect([1000, 1005]).toContain(await closed.promise);
  expect(said).toEqual([]);
  await slow.stop(true);
});

test("who may not see events is told so", async () => {
  const viewer = await service.givenUser({ role: "Viewer" });
  const token = await service.tokenOf(viewer);
  using live = givenConnection({ getToken: () => Promise.resolve(token) });
  await live.reaches("ended");
  expect(live.states.at(-1)).toEqual({ kind: "ended", why: "permission" });
});

test("a token that is refused is replaced once", async () => {
  const tokens = ["not.a.token", service.token];
  using live = givenConnection({ getToken: () => Promise.resolve(tokens.shift()) });
  await live.reaches("live");
  expect(tokens).toEqual([]);
});

test("without a session the stream ends", async () => {
  using live = givenConnection({ getToken: () => Promise.resolve(undefined) });
  await live.reaches("ended");
  expect(live.states.at(-1)).toEqual({ kind: "ended", why: "session" });
});

test("a service that cannot be asked for a token is asked again", async () => {
  let isAway = true;
  using live = givenConnection({
    getToken: () => {
      if (isAway) return Promise.reject(new TypeError("away"));
      return Promise.resolve(service.token);
    },
  });
  await live.reaches("reconnecting");
  isAway = false;
  await live.reaches("live");
});
