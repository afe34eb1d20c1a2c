import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Backoff } from "../../../../src/features/syslog/relay/backoff";
import { BatchSize } from "../../../../src/features/syslog/relay/batch-size";
import { Upstream } from "../../../../src/features/syslog/relay/upstream";
import { makeAuthority } from "../../../support/certificates";

const servers: Bun.Server<undefined>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true);
});

type Seen = { path: string; key: string | null };

/** A central service that answers all alike. */
function givenServer(answer: () => Response, tls?: { key: string; cert: string }) {
  const seen: Seen[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "localhost",
    ...(tls === undefined ? {} : { tls }),
    fetch(request) {
      seen.push({ path: new URL(request.url).pathname, key: request.headers.get("X-API-Key") });
      return answer();
    },
  });
  servers.push(server);
  const url = `${tls === undefined ? "http" : "https"}://localhost:${server.port}`;
  return { url, seen };
}

function send(url: string, caFile?: string) {
  const upstream = new Upstream({ url, apiKey: "svc_key", caFile, slowestBytesASecond: 8192 });
  return upstream.send(new Uint8Array([1, 2, 3]), new AbortController().signal);
}

const place = { position: 7, check: 12 };

test("the central service is asked by the path of its API, with the key, below any path of its address", async () => {
  const { url, seen } = givenServer(() => Response.json(place));
  expect(await send(`${url}/`)).toEqual({ kind: "answered", place });
  expect(await send(`${url}/netatlas`)).toEqual({ kind: "answered", place });
  expect(seen).toEqual([
    { path: "/api/v1/syslog/relay", key: "svc_key" },
    { path: "/netatlas/api/v1/syslog/relay", key: "svc_key" },
  ]);
});

describe("over TLS", () => {
  test("a certificate of an authority that is not known is refused, and one of UPSTREAM_CA_FILE is taken", async () => {
    const authority = await makeAuthority("Branch authority");
    const { certificate: cert, key } = await authority.issue("localhost");
    const { url, seen } = givenServer(() => Response.json(place), { cert, key });
    const caFile = join(mkdtempSync(join(tmpdir(), "netatlas-ca-")), "ca.pem");
    writeFileSync(caFile, authority.certificate);
    expect(await send(url)).toMatchObject({ kind: "refused", isLasting: false });
    expect(seen).toEqual([]);
    expect(await send(url, caFile)).toEqual({ kind: "answered", place });
  });

  test("a file of authorities that is not there keeps the relay from starting", () => {
    const options = { url: "https://localhost", apiKey: "k", slowestBytesASecond: 1 };
    expect(() => new Upstream({ ...options, caFile: "/nowhere/ca.pem" })).toThrow("/nowhere/ca.pem");
  });
});

test("a redirect is not followed: the key goes to no other address", async () => {
  const other = givenServer(() => Response.json(place));
  const { url } = givenServer(() => Response.redirect(`${other.url}/api/v1/syslog/relay`, 307));
  expect(await send(url)).toMatchObject({
    kind: "refused",
    reason: expect.stringContaining("set UPSTREAM_URL"),
    isLasting: true,
  });
  expect(other.seen).toEqual([]);
});

test.each([
  [503, { "Retry-After": "7" }, { kind: "refused", retryAfterMs: 7000, isLasting: false }],
  [429, { "Retry-After": "1" }, { kind: "refused", retryAfterMs: 1000, isLasting: false }],
  [502, {}, { kind: "refused", retryAfterMs: null, isLasting: false }],
  [401, {}, { kind: "refused", isLasting: true }],
  [403, {}, { kind: "refused", isLasting: true }],
  [404, {}, { kind: "refused", isLasting: true }],
  [422, {}, { kind: "refused", isLasting: true }],
  [413, {}, { kind: "tooLarge" }],
  [408, {}, { kind: "tooLarge" }],
] as const)(
  "an answer of %i is told for what it is, with the words of the central service",
  async (status, headers, delivery) => {
    const { url } = givenServer(() => Response.json({ detail: "because of that" }, { status, headers }));
    expect(await send(url)).toMatchObject({ ...delivery, reason: `${status}: because of that` });
  },
);

test("an answer that never ends is left alone once its beginning has told what it is", async () => {
  const endless = () =>
    new Response(
      new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(64 * 1024).fill(0x20)) }),
    );
  const { url } = givenServer(endless);
  expect(await send(url)).toMatchObject({ kind: "refused", reason: "what answers is no Netatlas" });
});

test("a Retry-After that lies in the past is none", async () => {
  const { url } = givenServer(() => new Response("", { status: 503, headers: { "Retry-After": "-9" } }));
  expect(await send(url)).toMatchObject({ kind: "refused", retryAfterMs: null });
});

test("a batch that was too large is followed by smaller ones, and those that are taken by larger ones again", () => {
  const size = new BatchSize();
  const most = size.bytes;
  const shrunk = [];
  while (size.shrink()) shrunk.push(size.bytes);
  expect(shrunk).toEqual([262_144, 65_536, 16_384]);
  for (let batch = 0; batch < 100; batch++) size.grow();
  expect(size.bytes).toBe(most);
});

test("an answer of something that is no Netatlas acknowledges nothing", async () => {
  const { url } = givenServer(() => new Response("<html>Welcome</html>"));
  expect(await send(url)).toMatchObject({ kind: "refused", reason: "what answers is no Netatlas" });
});

describe("waiting", () => {
  const failure = { retryAfterMs: null, isLasting: false };

  test("grows to half a minute, and begins anew after a success", () => {
    const backoff = new Backoff(() => 1);
    const waits = Array.from({ length: 9 }, () => backoff.next(failure));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    backoff.reset();
    expect(backoff.next(failure)).toBe(500);
  });

  test("differs from relay to relay, by half at most", () => {
    expect(new Backoff(() => 0).next(failure)).toBe(250);
  });

  test("is at least what the central service asks for, and a minute where a person has to mend something", () => {
    expect(new Backoff(() => 0).next({ retryAfterMs: 5000, isLasting: false })).toBe(5000);
    expect(new Backoff(() => 0.5).next({ retryAfterMs: 5000, isLasting: false })).toBe(5250);
    expect(new Backoff(() => 1).next({ retryAfterMs: null, isLasting: true })).toBe(60_000);
  });
});
