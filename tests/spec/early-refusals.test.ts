import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { createTestService } from "../support/app";

/** Nobody's body is read before its sender is known: what is refused for another reason is refused at once. */
const service = await createTestService();
const server = service.listen();
const viewer = await service.sessionOf(await service.givenUser({ role: "Viewer" }));
afterAll(async () => {
  await server.stop(true);
  await service.close();
});

const DEVICES_IMPORT = "POST /api/v1/topology/devices/import";
const BODY_TYPE = "Content-Type: application/json";

/** Sends the head of a request whose body never comes, and gives the answer. */
function answerToHead(line: string, headers: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
  const deadline = setTimeout(() => resolve("no answer before the body"), 3000);
  socket.on("data", (bytes) => {
    clearTimeout(deadline);
    resolve(bytes.toString("latin1"));
    socket.destroy();
  });
  socket.on("error", () => undefined);
  socket.write([`${line} HTTP/1.1`, "Host: localhost", BODY_TYPE, ...headers, "\r\n"].join("\r\n"));
  return promise;
}

describe("before the body", () => {
  const cookies = `Cookie: ${viewer.cookies}`;
  const cases: [why: string, line: string, headers: string[], status: number][] = [
    ["no credentials", DEVICES_IMPORT, [], 401],
    ["a wrong token", DEVICES_IMPORT, ["Authorization: Bearer nonsense"], 401],
    ["a wrong API key", DEVICES_IMPORT, ["X-API-Key: nonsense"], 401],
    ["a role without the right", DEVICES_IMPORT, [`Authorization: Bearer ${viewer.token}`], 403],
    ["cookies without a CSRF token", "POST /api/v1/api-keys", [cookies], 403],
    ["a path that is not there", "POST /api/v1/nothing", [], 404],
    ["a method that is not there", "PUT /api/health", [], 405],
    ["a host that is none", "POST /api/v1/auth/login", ["Host: ]]"], 400],
  ];
  test.each(cases)("%s is answered", async (_, line, headers, status) => {
    for (const length of ["Content-Length: 1000", "Transfer-Encoding: chunked"])
      expect(await answerToHead(line, [...headers, length])).toStartWith(`HTTP/1.1 ${status}`);
  });

  test("a body that is announced as too large is answered, and the connection is closed", async () => {
    for (const [line, length] of [
      ["POST /api/v1/auth/login", 65_537],
      ["POST /api/v1/auth/refresh", 65_537],
      ["POST /api/v1/auth/forgot-password", 65_537],
    ] as const) {
      const answer = await answerToHead(line, [`Content-Length: ${length}`]);
      expect(answer).toStartWith("HTTP/1.1 413");
      expect(answer).toContain("Connection: close");
    }
  });
});

test("callers without credentials may send 64 KiB", async () => {
  const bodyOf = (length: number) => JSON.stringify({ username: "u".repeat(length), password: "p" });
  const statusOf = async (length: number) =>
    (await service.call("POST /api/v1/auth/login", { text: bodyOf(length), headers: JSON_TYPE })).status;
  expect(await statusOf(65_500)).toBe(422);
  expect(await statusOf(65_536)).toBe(413);
});

const JSON_TYPE = { "Content-Type": "application/json" };

const SENDERS = 16;
const MEBIBYTES_EACH = 24;

/** Uploads by so many connections that have no credentials; ends when all have been answered or cut. */
const SEND = `
  import { connect } from "node:net";
  const [port, path] = process.argv.slice(1);
  const piece = "10000\\r\\n" + "a".repeat(65536) + "\\r\\n";
  await Promise.all(Array.from({ length: ${SENDERS} }, () => new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: "127.0.0.1" });
    let left = ${MEBIBYTES_EACH * 16};
    setTimeout(() => socket.destroy(), 5000);
    socket.on("close", resolve).on("error", () => undefined).on("data", () => undefined);
    socket.write("POST " + path + " HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n" +
      "Content-Type: application/json\\r\\n\\r\\n");
    const send = () => {
      while (left-- > 0) if (!socket.write(piece)) return void socket.once("drain", send);
    };
    send();
  })));
`;

test.each(["/api/v1/topology/devices/import", "/api/v1/auth/login", "/api/v1/nothing"])(
  "uploads of 16 callers without credentials hold no memory: %s",
  async (path) => {
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    const sender = Bun.spawn([process.execPath, "-e", SEND, String(server.port), path], { stdout: "ignore" });
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    await sender.exited;
    clearInterval(watch);
    // They send 384 MiB.
    expect((most - before) / 1024 / 1024).toBeLessThan(100);
  },
  30_000,
);
