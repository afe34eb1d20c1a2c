import { afterAll, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { patienceMs } from "#platform/http/request-body";
import { createTestService } from "../../support/app";
import { waitFor } from "../../support/wait-for";

/** One user sends large bodies slowly, by whatever keys, and others want to send theirs. */
const service = await createTestService({ isOne: true });
const server = service.listen();
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop(true);
  await service.close();
});

const MIB = 1024 * 1024;
const PATH = "/api/v1/syslog/parse-test";

/** Sends the beginning of a body of so many MiB; `answer` has what comes. */
function begin(key: string, mebibytes: number) {
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
  sockets.push(socket);
  const sent = { answer: "", socket };
  socket.on("data", (bytes) => (sent.answer += bytes.toString("latin1")));
  socket.on("error", () => undefined);
  const head = [
    `POST ${PATH} HTTP/1.1`,
    "Host: localhost",
    "Content-Type: application/json",
    `X-API-Key: ${key}`,
    `Content-Length: ${mebibytes * MIB}`,
    "\r\n",
  ];
  socket.write(`${head.join("\r\n")}{"lines":["`);
  return sent;
}

test("holds half of the memory for large ones, and others have the rest", async () => {
  const greedy = await service.givenAdmin();
  const session = await service.sessionOf(greedy);
  const keys = await Promise.all(
    ["one", "two", "three"].map(async (name) => (await service.createKey({ session }, { name })).key),
  );
  // 16 MiB each: four are the half.
  const begun = Array.from({ length: 8 }, (_, index) => begin(keys[index % keys.length] ?? "", 16));
  const refused = () => begun.filter(({ answer }) => answer.startsWith("HTTP/1.1 429"));
  await waitFor("the second half to be refused", () => refused().length === 4);
  expect(begun.filter(({ answer }) => answer === "")).toHaveLength(4);
  expect(refused()[0]?.answer).toMatch(/\r\nRetry-After: 1\r\n/i);

  const { key } = await service.apiKeyOf(await service.givenAdmin());
  const lines = Array.from({ length: 500 }, () => "<14>a line".padEnd(4000, "x"));
  const other = await fetch(server.url.origin + PATH, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify({ lines }),
  });
  expect(other.status).toBe(200);
});

test("has minutes for a large one, not hours, and as long as ever for a small one", () => {
  const secondsFor = (size: number, isInMemory: boolean) => {
    const started = performance.now();
    return Math.round(patienceMs({ size, started, graceSeconds: 30, isInMemory }) / 1000);
  };
  expect(secondsFor(MIB, true)).toBe(158);
  expect(secondsFor(32 * MIB, true)).toBe(654);
  // Relays, and what goes straight to the disk.
  expect(secondsFor(8 * MIB, false)).toBe(1054);
});
