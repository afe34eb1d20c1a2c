import { afterAll, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { Hono } from "hono";
import { ApiError } from "#platform/errors";
import { receiveToFile } from "#platform/http/body-to-file";
import { temporaryPath } from "../../support/temporary-path";

const LIMIT = 100_000;
const path = temporaryPath("body");
afterAll(() => rmSync(path, { force: true }));

const app = new Hono();
app.post("/", async (context) => {
  rmSync(path, { force: true });
  const octets = await receiveToFile(context, { path, maxBytes: LIMIT, text: "Too much" });
  return context.json({ octets });
});
app.onError((error, context) => {
  if (!(error instanceof ApiError)) throw error;
  return context.json({ detail: error.detail }, 413, error.headers);
});

/** A body that nobody has announced the length of. */
function inPieces(pieces: number, size: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent === pieces) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(sent));
      sent += 1;
    },
  });
}

const send = (body: ReadableStream | string | null, headers: Record<string, string> = {}) =>
  app.request("/", { method: "POST", body, headers }, {});

test("a body is in the file as it came, and nobody else may read it", async () => {
  const answer = await send(inPieces(10, 10_000));
  expect(await answer.json()).toEqual({ octets: LIMIT });
  const octets = readFileSync(path);
  expect([octets.length, octets[0], octets.at(-1)]).toEqual([LIMIT, 0, 9]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("no body is an empty file", async () => {
  expect(await (await send(null)).json()).toEqual({ octets: 0 });
  expect(statSync(path).size).toBe(0);
});

test("a body above the limit is refused while it comes, and the connection closes", async () => {
  const answer = await send(inPieces(1000, 10_000));
  expect([answer.status, answer.headers.get("Connection")]).toEqual([413, "close"]);
  expect(existsSync(path) && statSync(path).size <= LIMIT).toBe(true);
});

test("a body that announces too much is refused before any of it is written", async () => {
  const answer = await send("x", { "Content-Length": String(LIMIT + 1) });
  expect(answer.status).toBe(413);
  expect(statSync(path).size).toBe(0);
});
