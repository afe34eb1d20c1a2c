import { expect, test } from "bun:test";
import pino from "pino";
import { PeerDirectory } from "#features/syslog";
import { PeerKey } from "#platform/peers/key";
import { unauthorized } from "#platform/errors";
import { type LiveAccess, Viewers } from "#platform/http/viewers";
import type { WebSocketConnection } from "#platform/http/web-socket";
import { MergedLive } from "../../../../src/features/syslog/live/peers/merged-live";
import { LiveSocket } from "../../../../src/features/syslog/live/socket";
import { waitFor } from "../../../support/wait-for";
import { givenLiveStore } from "./live-fixture";

/** What a live connection says where its token is refused, and where nobody can tell whether it is good. */
const { db, hub } = await givenLiveStore();

const CALLER = {
  userId: 1,
  username: "ann",
  role: "SecurityAnalyst",
  isSuperAdmin: false,
  permissions: ["security_view"],
  apiKeyId: null,
  sessionId: "3c0f6d1e-3f0b-4f6c-9a55-0f4d3b1d2c11",
  mustEnrol: false,
};
const AWAY = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** A connection without a network, whose tokens are what `authenticate` says of them. */
function givenConnection(authenticate: LiveAccess["authenticate"]) {
  const told: string[] = [];
  const closed: { code?: number | undefined; reason?: string | undefined }[] = [];
  const access = { authenticate, recheck: async () => CALLER };
  const log: string[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(line) });
  const directory = new PeerDirectory({ read: () => Promise.resolve([]), log: logger });
  const ctx = {
    db,
    source: new MergedLive({ hub, directory, key: new PeerKey("key"), log: logger }),
    viewers: new Viewers(access, { inAll: 5, perUser: 5 }),
    log: logger,
  };
  const socket = new LiveSocket(ctx, "192.0.2.1");
  const connection: WebSocketConnection = {
    sendText: (text) => told.push(text),
    cork: (run) => Reflect.apply(run, undefined, []),
    close: (code, reason) => void closed.push({ code, reason }),
    ping: () => 1,
    getBufferedAmount: () => 0,
    terminate: () => undefined,
  };
  socket.open(connection);
  return { socket, log, told, closed, [Symbol.dispose]: () => socket.close() };
}

test("a token that is refused closes a plain client with 1008, one of the extended protocol with 4401", async () => {
  for (const [frames, code] of [
    [["token"], 1008],
    [["token", '{"v":1}'], 4401],
    [["token", '{"filter":{"q":"sshd"},"v":1}'], 4401],
    [["token", '{"v":1,'], 4401],
    [["token", '{"filter":{"v":1}}'], 1008],
    [["token", "ping"], 1008],
  ] as const) {
    using given = givenConnection(() => Promise.reject(unauthorized("Invalid or expired token")));
    for (const frame of frames) given.socket.message(frame);
    await waitFor("the end", () => given.closed.length > 0);
    expect(given.closed).toEqual([{ code, reason: "the token is not valid" }]);
    expect(given.log).toEqual([]);
  }
});

test("a database that is away makes no token invalid: the client may come back, and the log says why", async () => {
  using given = givenConnection(() => Promise.reject(AWAY));
  given.socket.message("token");
  await waitFor("the end", () => given.closed.length > 0);
  expect(given.closed).toEqual([{ code: 1011, reason: "the token cannot be checked now" }]);
  expect(given.log.join()).toContain("ECONNREFUSED");
});

test("a fresh token that cannot be checked is not called invalid, and the connection goes on with the one it has", async () => {
  using given = givenConnection((token) =>
    token === "first" ? Promise.resolve(CALLER) : Promise.reject(AWAY),
  );
  given.socket.message("first");
  given.socket.message('{"v":1}');
  await waitFor("the subscription", () => given.told.length === 1);
  given.socket.message('{"v":1,"token":"fresh"}');
  await waitFor("the answer", () => given.told.length === 2);
  expect(JSON.parse(given.told[1] ?? "")).toEqual({
    v: 1,
    type: "error",
    detail: "The token cannot be checked now",
  });
  expect(given.log.join()).toContain("ECONNREFUSED");
  expect(given.closed).toEqual([]);
});

test("a client that sends control frames faster than they are dealt with is closed", async () => {
  using given = givenConnection(() => Promise.resolve(CALLER));
  given.socket.message("token");
  given.socket.message('{"v":1}');
  await waitFor("the subscription", () => given.told.length === 1);
  for (let sent = 0; sent < 100; sent++) given.socket.message('{"v":1,"filter":{"q":"x"}}');
  await waitFor("the end", () => given.closed.length > 0);
  expect(given.closed).toEqual([{ code: 4429, reason: "too many frames at a time" }]);
});
