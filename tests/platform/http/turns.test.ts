import { afterAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { createTestService } from "../../support/app";

const service = await createTestService();
afterAll(service.close);

const { port = 0 } = service.listen();
const HEAD = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n";

/** Writes requests one behind the other, the last of which asks to close; the answers until the connection is closed. */
async function sendInARow(count: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ port, host: "127.0.0.1" });
  let received = "";
  socket.on("data", (octets) => (received += octets.toString("latin1")));
  socket.on("error", () => undefined).on("close", () => resolve(received));
  socket.write(`${HEAD}\r\n`.repeat(count - 1) + `${HEAD}Connection: close\r\n\r\n`);
  return promise;
}

const answersIn = (text: string) => text.match(/HTTP\/1\.1 200 /g)?.length ?? 0;

test("of 5,000 requests in one row no more are answered than others can wait for", async () => {
  expect(answersIn(await sendInARow(5000))).toBeLessThanOrEqual(64);
});

test("some requests in a row are answered, all of them", async () => {
  expect(answersIn(await sendInARow(20))).toBe(20);
});

test("of 500 connections that ask at the same time each has its answer", async () => {
  const answers = await Promise.all(Array.from({ length: 500 }, () => sendInARow(1)));
  expect(answers.map(answersIn)).toEqual(answers.map(() => 1));
});
