import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { ApiError } from "#platform/errors";
import { openTraceStream } from "../../../src/features/tools/active/traceroute-stream";
import { waitFor } from "../../support/wait-for";
import { givenToolService } from "./given";

const { service, key } = await givenToolService();
const server = service.listen();
afterAll(() => server.stop(true));
const log = pino({ level: "silent" });

const ask = (body: object, accept = "text/event-stream") =>
  fetch(`http://127.0.0.1:${server.port}/api/v1/tools/traceroute`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json", Accept: accept },
    body: JSON.stringify(body),
  });

/** Name and data of the events, in their order. */
function eventsOf(text: string): [name: string, data: unknown][] {
  return [...text.matchAll(/^event: (\S+)\ndata: (.+)$/gm)].map(([, name = "", data = ""]) => [
    name,
    JSON.parse(data),
  ]);
}

test("hops stream in, then the result", async () => {
  const response = await ask({ host: "127.0.0.1" });
  expect(response.headers.get("Content-Type")).toBe("text/event-stream");
  const hop = { hop: 1, address: "127.0.0.1", host: null, note: null };
  expect(eventsOf(await response.text())).toMatchObject([
    ["hop", hop],
    ["result", { host: "127.0.0.1", hops: [hop], is_reached: true }],
  ]);
  expect(await (await ask({ host: "127.0.0.1" }, "application/json")).json()).toMatchObject({ hops: [hop] });
});

test("what is refused before the first hop is a plain refusal", async () => {
  const refused = await ask({ host: "169.254.169.254" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({
    detail: "Link-local, metadata and multicast addresses cannot be targets",
  });
});

test("what fails on the way is told as an event", async () => {
  const known = openTraceStream({ log, signal: new AbortController().signal }, async () => {
    throw new ApiError(504, "Traceroute timed out");
  });
  expect(eventsOf(await known.response.text())).toEqual([
    ["error", { status: 504, detail: "Traceroute timed out" }],
  ]);
  const unknown = openTraceStream({ log, signal: new AbortController().signal }, async () => {
    throw new Error("a secret of ours");
  });
  expect(eventsOf(await unknown.response.text())).toEqual([
    ["error", { status: 500, detail: "Internal Server Error" }],
  ]);
});

test("who leaves ends the trace", async () => {
  let ended = false;
  const leaving = new AbortController();
  const { response, done } = openTraceStream({ log, signal: leaving.signal }, (_, signal) => {
    return new Promise((_, reject) =>
      signal.addEventListener("abort", () => {
        ended = true;
        reject(signal.reason);
      }),
    );
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await waitFor("the trace to end", () => ended);
  await done;
});
