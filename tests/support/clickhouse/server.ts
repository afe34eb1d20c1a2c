import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";

/**
 * `bun server.ts <folder of chdb> <data folder> <port> <user> <password>`: ClickHouse as a library behind the part of its
 * HTTP interface that Netatlas uses, on loopback; prints the port, which with 0 is a free one. What differs from the server: an answer comes once it is
 * whole, KILL QUERY ends the wait and not the work, and the data of an insert go by a file.
 */
type Session = {
  query(sql: string): string;
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array<ArrayBuffer> }>;
  close(): void;
};

const [, , chdbFolder = "", dataFolder = "", port = "0", user = "", password = ""] = process.argv;
const chdb = z
  .object({ Session: z.custom<new (path: string) => Session>((value) => typeof value === "function") })
  .parse(createRequire(join(chdbFolder, "index.js"))("chdb"));

/** They are of the HTTP interface, all others are settings of the query. */
const OWN_NAMES = new Set(["query", "query_id", "database", "default_format", "wait_end_of_query"]);
const formFields = z.record(z.string(), z.string());
const running = new Map<string, () => void>();
const killed: string[] = [];
/** The step of an insert at which it dies, as by kill -9: `received`, `running` or `stored`. */
let deathAt: string | null = null;
/** An insert takes longer. */
const RUNNING_MS = 30;
const files = mkdtempSync(join(dataFolder, "inserts-"));
// The data folder stays open between the sessions of requests.
const first = new chdb.Session(join(dataFolder, "data"));

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  maxRequestBodySize: 1024 ** 3,
  idleTimeout: 0,
  async fetch(request) {
    const url = new URL(request.url);
    if (url.pathname === "/ping") return new Response("Ok.\n");
    if (url.pathname === "/killed") return Response.json(killed);
    if (url.pathname === "/die-at") {
      deathAt = url.searchParams.get("step");
      return new Response("");
    }
    const { headers } = request;
    if (headers.get("X-ClickHouse-User") !== user || headers.get("X-ClickHouse-Key") !== password)
      return refuse(
        new Error(`Code: 516. DB::Exception: ${user}: Authentication failed. (AUTHENTICATION_FAILED)`),
      );
    try {
      if (headers.get("Content-Type")?.startsWith("multipart/form-data") !== true)
        return await answer(url.searchParams, new Uint8Array(await request.arrayBuffer()));
      const { query = "", ...values } = formFields.parse(Object.fromEntries(await request.formData()));
      for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
      return await answer(url.searchParams, Buffer.from(query));
    } catch (error) {
      return refuse(error);
    }
  },
});
process.stdout.write(`${server.port}\n`);
process.on("SIGTERM", () => {
  first.close();
  process.exit(0);
});

async function answer(parameters: URLSearchParams, body: Uint8Array): Promise<Response> {
  const sql = parameters.get("query") ?? Buffer.from(body).toString();
  if (sql.startsWith("KILL QUERY")) return kill(parameters.get("param_id") ?? "");
  const hasData = parameters.has("query");
  if (hasData && deathAt === "received") die();
  const file = join(files, crypto.randomUUID());
  if (hasData) writeFileSync(file, body);
  const session = new chdb.Session(join(dataFolder, "data"));
  try {
    for (const [name, value] of parameters) {
      if (name === "database") session.query(`USE ${quoteName(value)}`);
      else if (!OWN_NAMES.has(name)) session.query(`SET ${quoteName(name)} = ${quoteText(value)}`);
    }
    const format = parameters.get("default_format") ?? "TabSeparated";
    const work = session.queryAsync(hasData ? readingFrom(file, sql) : sql, { format });
    if (hasData && deathAt === "running") setTimeout(die, Math.random() * RUNNING_MS);
    const found = await untilKilled(parameters.get("query_id") ?? crypto.randomUUID(), work);
    if (hasData && deathAt === "stored") die();
    return new Response(found.bytes());
  } finally {
    session.close();
    if (hasData) await rm(file, { force: true });
  }
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
}

function kill(queryId: string): Response {
  killed.push(queryId);
  running.get(queryId)?.();
  return new Response("");
}

function untilKilled<T>(queryId: string, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  running.set(queryId, () =>
    reject(new Error("Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)")),
  );
  work.then(resolve, reject);
  return promise.finally(() => running.delete(queryId));
}

/** The statement with the file in place of the data that would follow it. */
function readingFrom(file: string, sql: string): string {
  const path = quoteText(file);
  if (!/\binput\(/.test(sql)) return sql.replace(/\bFORMAT\b/, `FROM INFILE ${path} FORMAT`);
  return sql.replace(
    /\binput\(('(?:[^'\\]|\\.)*')\)([\s\S]*)\bFORMAT (\w+)\s*$/,
    (_, structure: string, rest: string, format: string) => `file(${path}, ${format}, ${structure})${rest}`,
  );
}

function refuse(error: unknown): Response {
  const text = error instanceof Error ? error.message : String(error);
  const [, exception = text] = /(Code: \d+\..*)/s.exec(text) ?? [];
  const [, code = "0"] = /Code: (\d+)/.exec(exception) ?? [];
  return new Response(`${exception}\n`, {
    status: code === "516" ? 403 : 500,
    headers: { "X-ClickHouse-Exception-Code": code },
  });
}

function quoteText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function quoteName(name: string): string {
  return `\`${name.replaceAll(/[^\w]/g, "")}\``;
}
