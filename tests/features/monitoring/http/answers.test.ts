import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { startHttpServer } from "../../../support/http-server";
import { waitFor } from "../../../support/wait-for";
import { ask, head, optionsFor, pour, probe, startRawServer } from "./given";
import { patient } from "../../../support/patience";

const MEBI = 1024 * 1024;

describe("an answer", () => {
  test("is up, with its size, its times, and nothing left out of the request", async () => {
    const { url, received } = startHttpServer({ answer: () => new Response("hello") });
    const found = await ask(`${url}/a?b=c#d`, {
      method: "POST",
      headers: { "X-Own": "1", accept: "application/json", "Content-Length": "99" },
      body: { text: '{"ä":1}', encoding: "json" },
    });
    expect(found).toMatchObject({ status: "up", error: null, statusCode: 200, responseSizeBytes: 5 });
    expect(found.latencyMs).toBeGreaterThan(0);
    expect(found.details).toMatchObject({
      connect_ms: expect.any(Number),
      first_octet_ms: expect.any(Number),
    });
    expect(found).toMatchObject({ certificateExpiresAt: null, redirects: [], excerpt: null });
    expect(received).toMatchObject([
      {
        method: "POST",
        path: "/a?b=c",
        body: '{"ä":1}',
        headers: {
          host: url.replace("http://", ""),
          accept: "application/json",
          "x-own": "1",
          "content-type": "application/json",
          connection: "close",
          "content-length": "8",
        },
      },
    ]);
  });

  test.each([
    [200, "200-299,301", "up"],
    [301, "200-299,301", "up"],
    [302, "200-299,301", "down"],
    [500, "500", "up"],
    [404, "200-399", "down"],
  ])("of status %d, where %s is accepted, is %s", async (code, acceptedStatusCodes, status) => {
    const { url } = startHttpServer({ answer: () => new Response(null, { status: code }) });
    const found = await ask(url, { acceptedStatusCodes });
    expect(found).toMatchObject({ status, statusCode: code });
    expect(found.error).toBe(
      status === "up" ? null : `status: expected ${acceptedStatusCodes}, found ${code}`,
    );
  });

  test.each([
    ["HTTP/1.0 without a length", "HTTP/1.0 200 OK\r\n\r\nuntil the end", {}, 13],
    ["204 that says that its nothing is encoded", head("204 None", "Content-Encoding: gzip"), {}, 0],
    ["HEAD", head("200 OK", "Content-Length: 500", "Content-Encoding: gzip"), { method: "HEAD" }, 0],
    ["an early hint before it", head("103 Hints") + head("200 OK", "Content-Length: 2") + "hi", {}, 2],
    ["no length of a gzip body", head("200 OK", "Content-Length: 0", "Content-Encoding: gzip"), {}, 0],
  ])("is one with %s", async (_, answer, changes, size) => {
    const { url } = await startRawServer(answer);
    expect(await ask(url, changes)).toMatchObject({ status: "up", error: null, responseSizeBytes: size });
  });

  test("that changes the protocol is one of status 101", async () => {
    const { url } = await startRawServer(head("101 Switch", "Upgrade: x", "Connection: upgrade"));
    expect(await ask(url, { acceptedStatusCodes: "101" })).toMatchObject({ status: "up", statusCode: 101 });
    expect(await ask(url)).toMatchObject({ status: "down", statusCode: 101 });
  });

  test.each([
    ["SSH-2.0-OpenSSH_9.9\r\n", "the answer is not HTTP", null],
    ["", "the connection was closed before the end of the answer", null],
    [head("099 Odd", "Content-Length: 0"), "the answer is not HTTP", null],
    [
      head("200 OK", "Content-Length: 9") + "abc",
      "the connection was closed before the end of the answer",
      200,
    ],
    [
      head("200 OK", "Transfer-Encoding: chunked") + "5\r\nab",
      "the connection was closed before the end of the answer",
      200,
    ],
    [head("200 OK", "Content-Encoding: gzip") + "no gzip", "the body is not encoded as the answer says", 200],
    [
      head("200 OK", "Content-Length: 3", "Transfer-Encoding: chunked") + "0\r\n\r\n",
      "the answer is not HTTP",
      null,
    ],
  ])("that is broken is none: %j", async (answer, error, statusCode) => {
    const { url } = await startRawServer(answer);
    expect(await ask(url)).toMatchObject({ status: "down", error, statusCode, latencyMs: null });
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ])("is read through %s", async (encoding, compress) => {
    const body = compress(Buffer.from("the word is here"));
    const { url } = startHttpServer({
      answer: () => new Response(body, { headers: { "Content-Encoding": encoding } }),
    });
    const found = await ask(url, { keyword: { text: "word", isInverted: false } });
    expect(found).toMatchObject({ status: "up", responseSizeBytes: 16 });
  });

  test("comes on a connection of its own each time", async () => {
    const { url, received } = await startRawServer(head("200 OK", "Content-Length: 0"));
    for (let round = 0; round < 3; round += 1) expect((await ask(url)).status).toBe("up");
    expect(received).toHaveLength(3);
  });

  test("is shown to a person who tries, and is not otherwise", async () => {
    const { url } = startHttpServer({
      answer: () => new Response("x".repeat(20_000), { headers: { "X-One": "1" } }),
    });
    const { excerpt } = await ask(url, { withExcerpt: true });
    expect(excerpt?.headers).toMatchObject({ "x-one": "1" });
    expect(excerpt?.body).toHaveLength(16_384);
  });

  test("is asked for past caches", async () => {
    const { url, received } = startHttpServer();
    await ask(`${url}/a?b=%7E`, { cacheBust: true });
    await ask(`${url}/a`, { cacheBust: true });
    const [first, second] = received;
    expect(first?.path).toMatch(/^\/a\?b=%7E&_=[\da-f-]{36}$/);
    expect(second?.path).toMatch(/^\/a\?_=[\da-f-]{36}$/);
    expect(first?.path.slice(-36)).not.toBe(second?.path.slice(-36));
    expect(first?.headers).toMatchObject({ "cache-control": "no-cache" });
  });
});

describe("what would never end", () => {
  test("a body without end is read in part, and its status counts", async () => {
    const server = await startRawServer((socket) => {
      socket.write(head("200 OK"));
      pour(socket, Buffer.alloc(65_536, "a"));
    });
    const found = await ask(server.url);
    expect(found).toMatchObject({ status: "up", responseSizeBytes: 2 * MEBI });
    expect(found.details).toMatchObject({ body_read_in_part: true });
    const missed = await ask(server.url, { keyword: { text: "b", isInverted: false } });
    expect(missed).toMatchObject({ status: "down", error: "Response exceeds 2 MiB limit" });
    const tooLong = await ask(server.url, { maxBodyBytes: 3 * MEBI });
    expect(tooLong).toMatchObject({ status: "down", responseSizeBytes: 3 * MEBI });
    await waitFor("the connection to close", () => server.sockets.size === 0);
  });

  test.each([
    ["plain", ""],
    ["encoded", "Content-Encoding: gzip"],
  ])("a body in chunks of one octet, %s, is given up before it holds up others", async (_, field) => {
    const octet = field === "" ? "a" : "\x1f";
    const server = await startRawServer((socket) => {
      socket.write(head("200 OK", ...["Transfer-Encoding: chunked", field].filter((line) => line !== "")));
      pour(socket, `1\r\n${octet}\r\n`.repeat(10_000));
    });
    const found = await ask(server.url, { timeoutMs: patient(20_000) });
    expect(found.status).toBe("down");
    expect(found.error).toBe(
      field === ""
        ? "the body comes in more than 50000 pieces"
        : "the body is not encoded as the answer says",
    );
    await waitFor("the connection to close", () => server.sockets.size === 0);
  });

  test("a body in 50,000 chunks is read", async () => {
    const { url } = await startRawServer(
      head("200 OK", "Transfer-Encoding: chunked") + `1\r\na\r\n`.repeat(49_999) + "1\r\nb\r\n0\r\n\r\n",
    );
    const found = await ask(url, { keyword: { text: "ab", isInverted: false }, timeoutMs: patient(20_000) });
    expect(found).toMatchObject({ status: "up", responseSizeBytes: 50_000 });
  });

  test("interim answers that are poured out are given up, and 50 before an answer are not", async () => {
    const interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    const server = await startRawServer((socket) => pour(socket, interim.repeat(1000)));
    expect(await ask(server.url, { timeoutMs: patient(20_000) })).toMatchObject({
      status: "down",
      error: "more than 50 interim answers came, and no answer",
    });
    await waitFor("the connection to close", () => server.sockets.size === 0);
    const { url } = await startRawServer(interim.repeat(50) + head("200 OK", "Content-Length: 0"));
    expect(await ask(url)).toMatchObject({ status: "up" });
  });

  test.each([
    ["blank lines before an answer", "", "\r\n"],
    ["noughts before the length of a chunk", head("200 OK", "Transfer-Encoding: chunked"), "0"],
  ])("%s, which are poured out, are given up", async (_, begin, octets) => {
    let sent = 0;
    const server = await startRawServer((socket) => {
      socket.write(begin);
      pour(socket, octets.repeat(30_000), (bytes) => (sent += bytes));
    });
    const found = await ask(server.url, { timeoutMs: patient(5000) });
    expect(found).toMatchObject({ status: "down", error: expect.not.stringContaining("within") });
    await waitFor("the connection to close", () => server.sockets.size === 0);
    expect(sent).toBeLessThan(64 * MEBI);
  });

  test("a bomb of gzip unfolds no further than is looked at", async () => {
    const bomb = gzipSync(Buffer.alloc(512 * MEBI));
    expect(bomb.length).toBeLessThan(MEBI);
    const { url } = startHttpServer({
      answer: () => new Response(bomb, { headers: { "Content-Encoding": "gzip" } }),
    });
    const before = process.memoryUsage.rss();
    const found = await ask(url, { keyword: { text: "x", isInverted: true } });
    expect(found).toMatchObject({ status: "down", error: "Response exceeds 2 MiB limit" });
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * MEBI);
  });

  test.each([
    ["one long field", `X-A: ${"a".repeat(100_000)}\r\n`],
    ["fields without end", `X-A: ${"a".repeat(500)}\r\n`],
  ])("a header of %s is not HTTP that anybody needs", async (_, field) => {
    const { url } = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      pour(socket, field);
    });
    expect(await ask(url)).toMatchObject({ status: "down", error: "the header of the answer is too long" });
  });

  test.each([
    ["says nothing", "", "the answer"],
    ["says one octet at a time of its header", "HTTP/1.1 200 OK\r\nX: ", "the answer"],
    ["says one octet at a time of its body", head("200 OK"), "the body"],
    ["sends informational answers for ever", head("100 Continue"), "the answer"],
  ])("a server that %s has until the time is over", async (_, begin, stage) => {
    const server = await startRawServer((socket) => {
      if (begin === "") return;
      socket.write(begin);
      const drip = setInterval(() => socket.write(begin.includes("100") ? begin : "a"), 20);
      socket.on("close", () => clearInterval(drip));
    });
    const begun = performance.now();
    const found = await ask(server.url, { timeoutMs: 300 });
    expect(performance.now() - begun).toBeLessThan(patient(2000));
    expect(found).toMatchObject({
      status: "down",
      error: `no complete answer within 0.3 s: it ended at ${stage}`,
    });
    await waitFor("the connection to close", () => server.sockets.size === 0);
  });

  test("a signal ends it at once, with its reason", async () => {
    const server = await startRawServer(() => undefined);
    const end = new AbortController();
    const asked = probe(optionsFor(server.url, { timeoutMs: 60_000 }), { signal: end.signal });
    await waitFor("the request", () => server.received.length === 1);
    const reason = new Error("the service stops");
    end.abort(reason);
    expect(await asked.catch((error: unknown) => error)).toBe(reason);
    await waitFor("the connection to close", () => server.sockets.size === 0);
    const late = probe(optionsFor(server.url), { signal: end.signal });
    expect(await late.catch((error: unknown) => error)).toBe(reason);
    expect(server.received).toHaveLength(1);
  });
});

test("1,000 probes that fail leave no descriptor behind", async () => {
  const silent = await startRawServer(() => undefined);
  const rude = await startRawServer((socket) => socket.resetAndDestroy());
  const garbage = await startRawServer("garbage\r\n");
  const bare = await startRawServer(head("200 OK", "Content-Length: 0"));
  const urls = [
    silent.url,
    silent.url.replace("http:", "https:"),
    rude.url,
    garbage.url,
    bare.url.replace("http:", "https:"),
  ];
  const count = () => readdirSync("/proc/self/fd").length;
  await Promise.all(urls.map((url) => ask(url, { timeoutMs: 200 })));
  await waitFor("the connection to close", () => silent.sockets.size === 0);
  const before = count();
  const { signal } = new AbortController();
  for (let round = 0; round < 20; round += 1) {
    const found = await Promise.all(
      Array.from({ length: 10 }, () => urls)
        .flat()
        .map((url) => probe(optionsFor(url, { timeoutMs: 200 }), { signal })),
    );
    expect(found.map(({ status }) => status)).toEqual(found.map(() => "down"));
  }
  await waitFor("descriptors to close", () => count() <= before + 5);
});
