import { expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import pino from "pino";
import { ClickHouse } from "#platform/clickhouse/client";
import { ClickHouseError, ClickHouseUnreachableError } from "#platform/clickhouse/errors";
import { formatParameter } from "#platform/clickhouse/parameters";
import type { ClickHouseRow } from "../../../src/platform/clickhouse/rows";
import { waitFor } from "../../support/wait-for";

/** What the engine itself does is in tests/stores; here are answers that it gives only when something breaks. */
const NEVER = new AbortController().signal;

type Asked = { url: URL; body: string };

/** A server that answers everything with these pieces. */
function givenAnswer(pieces: readonly string[], { status = 200 } = {}) {
  const asked: Asked[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      asked.push({ url: new URL(request.url), body: await request.text() });
      const stream = new ReadableStream({
        async start(controller) {
          for (const piece of pieces) {
            controller.enqueue(Buffer.from(piece));
            await setImmediate();
          }
          controller.close();
        },
      });
      return new Response(stream, { status });
    },
  });
  return {
    asked,
    client: clientOf(String(server.url)),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function clientOf(...urls: string[]): ClickHouse {
  return new ClickHouse({ urls, user: "u", password: "p", log: pino({ level: "silent" }) });
}

async function readAll(client: ClickHouse, signal = NEVER): Promise<ClickHouseRow[]> {
  const rows: ClickHouseRow[] = [];
  for await (const batch of client.query("SELECT 1", {}, { signal })) rows.push(...batch);
  return rows;
}

const refusalOf = (client: ClickHouse) => readAll(client).catch((thrown: unknown) => thrown);

test("rows come together whatever pieces they arrive in", async () => {
  const text = `["a","b"]\n[1,"é\\n"]\n[null,true]\n`;
  for (const size of [1, 2, 7, 1000]) {
    const bytes = Buffer.from(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size).toString("latin1"),
    );
    // A piece may end within a character.
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () =>
        new Response(
          new ReadableStream({
            start(controller) {
              for (const piece of pieces) controller.enqueue(Buffer.from(piece, "latin1"));
              controller.close();
            },
          }),
        ),
    });
    const rows = await readAll(clientOf(String(server.url)));
    expect(rows).toEqual([
      { a: 1, b: "é\n" },
      { a: null, b: true },
    ]);
    await server.stop(true);
  }
});

test("an error in the middle of an answer is that error, never a short answer", async () => {
  await using broken = givenAnswer([
    `["a"]\n[1]\n`,
    "__exception__\r\nCode: 241. DB::Exception: Query memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)\r\n",
  ]);
  const error = await refusalOf(broken.client);
  expect(error).toBeInstanceOf(ClickHouseError);
  expect(error).toMatchObject({ code: 241 });
});

test("an answer that breaks off, or has no row of names, is none", async () => {
  for (const pieces of [[`["a"]\n[1`], []]) {
    await using cut = givenAnswer(pieces);
    expect(await refusalOf(cut.client)).toBeInstanceOf(ClickHouseUnreachableError);
  }
  // At the end of a row, but before the end of the answer.
  const text = `["a"]\n[1]\n`;
  const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  using server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data: (socket) => void socket.end(`${head}${text.length.toString(16)}\r\n${text}\r\n`),
    },
  });
  const refused = await refusalOf(clientOf(`http://127.0.0.1:${server.port}`));
  expect(refused).toBeInstanceOf(ClickHouseUnreachableError);
});

test("a query that is left is killed where it runs, by its id", async () => {
  await using slow = givenAnswer([`["a"]\n`, ...Array.from({ length: 500 }, () => "[1]\n".repeat(5000))]);
  for await (const rows of slow.client.query("SELECT 1", {}, { signal: NEVER })) if (rows.length > 0) break;
  await waitFor("the query to be killed", () => slow.asked.length === 2);
  const [query, kill] = slow.asked;
  expect(kill?.body).toContain("KILL QUERY");
  expect(kill?.body).toContain(query?.url.searchParams.get("query_id") ?? "no id");
});

test("where one address does not answer the next is asked; where none does, that is said", async () => {
  await using there = givenAnswer([`["a"]\n[1]\n`]);
  const away = "http://127.0.0.1:9/";
  const second = there.asked;
  await readAll(there.client);
  const url = new URL("/", second[0]?.url).toString();
  expect(await readAll(clientOf(away, url))).toEqual([{ a: 1 }]);
  const refused = await refusalOf(clientOf(away));
  expect(refused).toBeInstanceOf(ClickHouseUnreachableError);
  await using proxy = givenAnswer(["<html>no server is available</html>"], { status: 503 });
  expect(await refusalOf(proxy.client)).toBeInstanceOf(ClickHouseUnreachableError);
});

test("values go beside the statement, escaped as ClickHouse reads them", () => {
  expect(formatParameter(String.raw`a\b'c`)).toBe(String.raw`a\\b\'c`);
  expect(formatParameter("tab\t line\n")).toBe(String.raw`tab\t line\n`);
  expect(formatParameter(["x'", "é"])).toBe("['x\\'','é']");
  expect(formatParameter([1, 2])).toBe("[1,2]");
  expect(formatParameter(7)).toBe("7");
});
