import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { createTestService } from "../support/app";

/**
 * Fault 54 over real sockets: 4xx in the envelope of errors, connection closed, no prototype change. What Bun's own
 * parser refuses (header or URL too long, bad chunks) has no body.
 */
const service = await createTestService();
const server = service.listen();
const session = await service.sessionOf(await service.givenAdmin());
afterAll(async () => {
  await server.stop(true);
  await service.close();
});

const DEADLINE_MS = 5000;
const PATH = "/api/v1/api-keys";

type Exchange = { status: number; text: string; closed: boolean };

/** Sends bytes as they stand and reads until the server closes or `isEnough`; `closed` tells which. */
function exchange(chunks: (string | Uint8Array)[], isEnough = hasWholeAnswer): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
  let received = "";
  const finish = (closed: boolean) => {
    clearTimeout(deadline);
    socket.destroy();
    const [head = "", ...body] = received.split("\r\n\r\n");
    resolve({
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
      text: body.join("\r\n\r\n"),
      closed,
    });
  };
  const deadline = setTimeout(() => finish(false), DEADLINE_MS);
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    if (isEnough(received)) finish(false);
  });
  socket.on("error", () => finish(true));
  socket.on("close", () => finish(true));
  for (const chunk of chunks) socket.write(chunk);
  return promise;
}

function hasWholeAnswer(received: string): boolean {
  const [head = "", body] = received.split("\r\n\r\n", 2);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return body !== undefined && length !== undefined && body.length >= Number(length);
}

const never = () => false;

function head(headers: Record<string, string>, requestLine = `POST ${PATH} HTTP/1.1`): string {
  const all = { Host: "127.0.0.1", Authorization: `Bearer ${session.token}`, ...headers };
  return `${requestLine}\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
}

const JSON_TYPE = { "Content-Type": "application/json" };

function send(body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE): Promise<Exchange> {
  return exchange([head({ ...headers, "Content-Length": String(Buffer.byteLength(body)) }), body]);
}

async function keyCount(): Promise<number> {
  const [row] = await service.database.sql`SELECT count(*)::int AS count FROM api_keys`;
  return row?.count;
}

/** That the attack left the server able to work and made nothing. */
async function expectUnharmed(before: number): Promise<void> {
  expect(await keyCount()).toBe(before);
  expect((await exchange([head({}, "GET /api/v1/auth/me HTTP/1.1")])).status).toBe(200);
}

/** Writes all of a body before it looks for the answer, as most HTTP clients do. */
function sendWhole(body: string): Promise<{ text: string; error: string | undefined }> {
  const { promise, resolve } = Promise.withResolvers<{ text: string; error: string | undefined }>();
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
  let error: string | undefined;
  let text = "";
  socket.pause();
  socket.write(head({ ...JSON_TYPE, "Content-Length": String(body.length) }));
  socket.write(body, (failure) => {
    error = failure?.message;
    socket.resume();
  });
  socket.on("data", (bytes) => (text += bytes.toString("latin1")));
  socket.on("error", (failure) => (error ??= failure.message));
  socket.on("close", () => resolve({ text, error }));
  return promise;
}

const TOO_LARGE = '{"detail":"Request body too large"}';

describe("fault 54: a body over the limit", () => {
  test("fault 54: announced by Content-Length -> 413 before it is sent, and the connection is closed", async () => {
    const before = await keyCount();
    const answer = await exchange(
      [head({ ...JSON_TYPE, "Content-Length": String(10 * 1024 * 1024) })],
      never,
    );
    expect(answer).toEqual({ status: 413, text: TOO_LARGE, closed: true });
    await expectUnharmed(before);
  });

  test("a client that sends all of it before it reads sees the 413", async () => {
    const answer = await sendWhole(`{"name":"${"a".repeat(8 * 1024 * 1024)}"}`);
    expect(answer.error).toBeUndefined();
    expect(answer.text).toStartWith("HTTP/1.1 413");
    expect(answer.text).toEndWith(TOO_LARGE);
  });

  test("fault 54: sent in chunks -> 413 at the limit, and the connection is closed", async () => {
    const before = await keyCount();
    const piece = "a".repeat(256 * 1024);
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
    const answer = await exchange(
      [head({ ...JSON_TYPE, "Transfer-Encoding": "chunked" }), ...Array.from({ length: 6 }, () => chunk)],
      never,
    );
    expect(answer).toMatchObject({ status: 413, closed: true });
    expect(answer.text).toContain(TOO_LARGE);
    await expectUnharmed(before);
  });
});

test("fault 54: chunked without end -> bounded: 413 at the limit, however long it goes on", async () => {
  const before = await keyCount();
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
  const chunk = `10000\r\n${"a".repeat(0x1_0000)}\r\n`;
  let sentBytes = 0;
  let received = "";
  socket.on("data", (bytes) => (received += bytes.toString("latin1")));
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.on("error", () => resolve());
  });
  socket.write(head({ ...JSON_TYPE, "Transfer-Encoding": "chunked" }));
  const deadline = performance.now() + DEADLINE_MS;
  while (!socket.destroyed && performance.now() < deadline && sentBytes < 64 * 1024 * 1024) {
    if (socket.write(chunk)) sentBytes += chunk.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;
  expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
  expect(received).toContain(TOO_LARGE);
  await expectUnharmed(before);
});

test("fault 54: Content-Length together with Transfer-Encoding -> 400 and closed, nothing smuggled", async () => {
  const before = await keyCount();
  const smuggled = head({ ...JSON_TYPE, "Content-Length": "19" }) + '{"name":"smuggled"}';
  const answer = await exchange(
    [head({ ...JSON_TYPE, "Content-Length": "5", "Transfer-Encoding": "chunked" }), "0\r\n\r\n", smuggled],
    never,
  );
  expect(answer.status).toBe(400);
  expect(answer.closed).toBe(true);
  await expectUnharmed(before);
});

test.each([
  ["two Content-Length headers that differ", { "Content-Length": "5\r\nContent-Length: 7" }],
  ["a Content-Length that is no number", { "Content-Length": "five" }],
  ["a negative Content-Length", { "Content-Length": "-5" }],
  ["an unknown Transfer-Encoding", { "Transfer-Encoding": "gzip" }],
])("fault 54: %s -> 400 and closed", async (_, headers) => {
  const before = await keyCount();
  const answer = await exchange([head({ ...JSON_TYPE, ...headers }), "{}abc"], never);
  expect(answer).toMatchObject({ status: 400, closed: true });
  await expectUnharmed(before);
});

test("fault 54: a bad chunk size -> 400 and closed", async () => {
  const before = await keyCount();
  const answer = await exchange(
    [head({ ...JSON_TYPE, "Transfer-Encoding": "chunked" }), "zz\r\n{}\r\n0\r\n\r\n"],
    never,
  );
  expect(answer).toMatchObject({ status: 400, closed: true });
  await expectUnharmed(before);
});

test.each([
  ["a header of 100 kB", { "X-Long": "x".repeat(100_000) }],
  ["headers of more than 16 KiB", { "X-Long": "x".repeat(16 * 1024) }],
  ["300 headers", Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`X-${index}`, "1"]))],
])("fault 54: %s -> 431 and closed", async (_, headers) => {
  const before = await keyCount();
  const answer = await exchange([head(headers, "GET /api/v1/auth/me HTTP/1.1")], never);
  expect(answer).toMatchObject({ status: 431, closed: true });
  await expectUnharmed(before);
});

test("headers of 14 KiB, as long cookies of a proxy may be, are taken", async () => {
  const answer = await exchange([head({ "X-Long": "x".repeat(14 * 1024) }, "GET /api/v1/auth/me HTTP/1.1")]);
  expect(answer.status).toBe(200);
});

describe("fault 54: 10,000 query parameters", () => {
  test("fault 54: in a URL that is too long -> 431 and closed", async () => {
    const before = await keyCount();
    const query = Array.from({ length: 10_000 }, (_, index) => `p${index}=${index}`).join("&");
    const answer = await exchange([head({}, `GET /api/v1/audit/logs?${query} HTTP/1.1`)], never);
    expect(answer).toMatchObject({ status: 431, closed: true });
    await expectUnharmed(before);
  });

  test("fault 54: as many as fit change nothing: unknown ones are ignored, and the limits of known ones hold", async () => {
    const query = Array.from({ length: 3000 }, () => "x=1").join("&");
    const get = (rest: string) => exchange([head({}, `GET /api/v1/audit/logs?${query}&${rest} HTTP/1.1`)]);
    expect((await get("limit=1")).status).toBe(200);
    expect((await get("limit=1000000000")).status).toBe(422);
    expect((await get("__proto__=1&constructor=2&limit=1")).status).toBe(200);
  });
});

test.each([
  ["text/plain", { "Content-Type": "text/plain" }],
  ["a form", { "Content-Type": "application/x-www-form-urlencoded" }],
  ["multipart", { "Content-Type": "multipart/form-data; boundary=b" }],
  ["JSON in name only", { "Content-Type": "text/json" }],
  ["none", {}],
])("fault 54: a wrong content type (%s) -> 415", async (_, headers) => {
  const before = await keyCount();
  const answer = await send('{"name":"wrong type"}', headers);
  expect(answer.status).toBe(415);
  expect(JSON.parse(answer.text)).toEqual({ detail: expect.stringContaining("application/json") });
  await expectUnharmed(before);
});

describe("fault 54: JSON that two readers could understand differently -> 422 `json_invalid`", () => {
  test.each([
    ["duplicate keys", '{"name":"a","name":"b"}'],
    ["duplicate keys by escape", '{"name":"a","n\\u0061me":"b"}'],
    ["duplicate keys in depth", '{"name":"a","x":[{"y":1,"y":2}]}'],
    ["__proto__", '{"name":"a","__proto__":{"isSuperAdmin":true}}'],
    ["__proto__ by escape", '{"name":"a","__pr\\u006fto__":{"isSuperAdmin":true}}'],
    ["__proto__ in depth", '{"name":"a","x":{"__proto__":{"toString":1}}}'],
    ["100,000 levels", "[".repeat(100_000)],
    ["50,000 levels of objects", '{"a":'.repeat(50_000)],
    ["a second value", '{"name":"a"}{"name":"b"}'],
    ["a comment", '{"name":"a"/*b*/}'],
    ["NaN", '{"name":NaN}'],
    ["octets that are not UTF-8", Buffer.from('{"name":"\xff"}', "latin1")],
    ["half of a surrogate pair as octets", Buffer.from('{"name":"\xed\xa0\x80"}', "latin1")],
    ["UTF-16", Buffer.from('{"name":"a"}', "utf16le")],
  ])("fault 54: %s", async (_, body) => {
    const before = await keyCount();
    const answer = await send(body);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toMatchObject({
      detail: [{ loc: ["body", expect.any(Number)], type: "json_invalid" }],
    });
    expect(Object.keys(Object.getOwnPropertyDescriptors(Object.prototype)).sort()).toEqual(PROTOTYPE);
    await expectUnharmed(before);
  });

  test("fault 54: `constructor` and `prototype` are names like others: ignored, and nothing changes", async () => {
    const body = '{"name":"a","constructor":{"prototype":{"isSuperAdmin":true}},"prototype":{"x":1}}';
    expect((await send(body)).status).toBe(201);
    expect(Object.keys(Object.getOwnPropertyDescriptors(Object.prototype)).sort()).toEqual(PROTOTYPE);
    expect({}).not.toHaveProperty("isSuperAdmin");
  });
});

const PROTOTYPE = Object.keys(Object.getOwnPropertyDescriptors(Object.prototype)).sort();

test.each([
  ["an unknown version", "GET /api/health HTTP/9.9", 505],
  ["no version", "GET /api/health", 505],
  ["garbage", "\u0000\u0001\u0002 garbage", 400],
  ["a TLS hello", "\u0016\u0003\u0001\u0002", 400],
])(
  "fault 54: a request line with %s -> refused and closed, the server lives",
  async (_, requestLine, status) => {
    const before = await keyCount();
    const answer = await exchange([head({}, requestLine)], never);
    expect(answer).toMatchObject({ status, closed: true });
    await expectUnharmed(before);
  },
);

test("a health check of HTTP/1.0 without a Host is answered", async () => {
  const answer = await exchange(["GET /api/health HTTP/1.0\r\n\r\n"]);
  expect(answer).toMatchObject({ status: 200, text: '{"status":"ok"}' });
});

test.each(["a b", "]][[", "a:99999", "a/../b", "user@evil.example", "a?b", "a#b", "a\\b", "a\r\nHost: b"])(
  "a Host that is none (%p) -> 400",
  async (host) => {
    const answer = await exchange([head({ Host: host }, "GET /api/v1/auth/me HTTP/1.1")]);
    expect(answer).toMatchObject({ status: 400, text: '{"detail":"Invalid host header"}' });
  },
);

test("a path of thousands of slashes is redirected like any other", async () => {
  const path = `/api/${"/".repeat(14_000)}x`;
  const answer = await exchange([head({}, `GET ${path}/ HTTP/1.1`)], (text) => text.includes("\r\n\r\n"));
  expect(answer.status).toBe(307);
});
