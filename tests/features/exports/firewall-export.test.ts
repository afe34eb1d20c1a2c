import { beforeAll, describe, expect, test } from "bun:test";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { z } from "zod";
import { OperationRunner, ResultFiles } from "#features/operations";
import { FirewallEventRead, startSyslog, type SyslogEngine } from "#features/syslog";
import type { FirewallExportQuery } from "../../../src/features/exports/firewall/models";
import { EVENT_COLUMNS } from "../../../src/features/syslog/event/columns";
import { quoteText } from "../../../src/features/syslog/segments/quote-text";
import { ApiError } from "#platform/errors";
import { createServerApp } from "../../../src/platform/http/server-app";
import { firewallExportRoutes } from "../../../src/features/exports/firewall/routes";
import { exportFirewallEvents } from "../../../src/features/exports/firewall/service";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { createStoreFolders, type GivenEvent, type StoreFolders, testPool } from "../../support/event-store";
import { engineOptions } from "../../support/syslog-engine";
import { atRunEnd } from "../../support/run-end";
import { temporaryPath } from "../../support/temporary-path";
import { queryFile, readWithDuckDb, readWithHyparquet } from "../syslog/parquet/read-back";
import { createEngineTable, givenEngineEvents, testOfSegments } from "../../support/test-store";
import { waitFor } from "../../support/wait-for";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const NEVER = new AbortController().signal;
const ACTOR = {
  userId: 1,
  username: "ann",
  apiKeyId: null,
  sessionId: null,
  clientAddress: "192.0.2.7",
  requestId: "r1",
};
const QUERY: FirewallExportQuery = { format: "csv", limit: 5000, all: false };
const ROWS = 8000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
}, 30_000);

type Store = {
  engine: SyslogEngine;
  folders: StoreFolders;
  paths: string[];
  db: TestDatabase["db"];
  give: (events: readonly GivenEvent[], collector: string) => Promise<string>;
};

/** An engine that receives nothing, over three segments of 8,000 numbered events. */
async function givenEvents(own = database): Promise<Store> {
  const folders = await createStoreFolders();
  const table = await createEngineTable();
  const engine = await startSyslog(
    {
      db: own.db,
      catalogReady: Promise.resolve(),
      pool: testPool(),
      log: pino({ level: "silent" }),
      clickhouse: table,
    },
    engineOptions(folders),
  );
  atRunEnd(() => engine.stop(0));
  const collector = crypto.randomUUID().slice(-12);
  const give: Store["give"] = (events, ofCollector) =>
    givenEngineEvents({ db: own.db, folders, table }, events, ofCollector);
  const paths: string[] = [];
  for (let segment = 0; segment < 3; segment++) {
    const events = Array.from({ length: ROWS }, (_, row) => ({
      receivedAtMicros: NOON + segment * ROWS + row,
      rawLog: `n=${segment * ROWS + row};`,
      reason: row % 2 === 0 ? "even" : "odd",
    }));
    paths.push(await give(events, collector));
  }
  return { engine, folders, paths, db: own.db, give };
}

async function readAll(store: Store, query: Partial<FirewallExportQuery>): Promise<string> {
  return new TextDecoder().decode(await readBytes(store, query));
}

async function readBytes(
  store: Store,
  query: Partial<FirewallExportQuery>,
): Promise<Uint8Array<ArrayBuffer>> {
  const ctx = {
    db: store.db,
    engine: store.engine,
    userId: 1,
    actor: ACTOR,
    now: new Date("2026-06-02T03:04:05Z"),
  };
  const file = await exportFirewallEvents(ctx, { ...QUERY, ...query }, NEVER);
  return Buffer.concat((await Array.fromAsync(file.content)).map(({ bytes }) => bytes));
}

function numbers(csv: string): number[] {
  return [...csv.matchAll(/n=(\d+);/g)].map((match) => Number(match[1]));
}

const NEWEST_FIRST = Array.from({ length: 3 * ROWS }, (_, index) => 3 * ROWS - 1 - index);

describe("an export", () => {
  let store: Store;
  beforeAll(async () => {
    store = await givenEvents();
  }, 30_000);

  test("gives the newest events up to its limit", async () => {
    expect(numbers(await readAll(store, {}))).toEqual(NEWEST_FIRST.slice(0, 5000));
    expect(numbers(await readAll(store, { limit: 1 }))).toEqual(NEWEST_FIRST.slice(0, 1));
    expect(numbers(await readAll(store, { limit: 10_000 }))).toEqual(NEWEST_FIRST.slice(0, 10_000));
  });

  test("of everything has each event once, in order", async () => {
    expect(numbers(await readAll(store, { all: true }))).toEqual(NEWEST_FIRST);
    const json: unknown = JSON.parse(await readAll(store, { all: true, format: "json" }));
    expect(json).toHaveLength(3 * ROWS);
  });

  test("as CSV has its columns in order, CRLF, quotes by RFC 4180, and nothing for null", async () => {
    const own = await givenEvents(await createTestDatabase());
    const event = {
      receivedAtMicros: NOON + 3_600_000_000,
      rawLog: '=a,"b" \u2028 \u001b',
      srcIp: "10.0.0.1",
      srcPort: 1024,
    };
    await own.give([event], "feedc0ffee00");
    expect((await readAll(own, { limit: 1 })).split("\r\n")).toEqual([
      "id,received_at,event_time,source_host,src_ip,dst_ip,src_port,dst_port,protocol,action,interface,direction,rule_id,tracker_id,reason,raw_log",
      `${NOON + 3_600_000_000},2026-06-01T13:00:00.000Z,,,10.0.0.1,,1024,,,,,,,,,"'=a,""b"" \u2028 \\u001b"`,
      "",
    ]);
  });

  test("without a match is a header row, or an empty array", async () => {
    expect((await readAll(store, { q: "absent" })).trimEnd().split("\r\n")).toHaveLength(1);
    expect(JSON.parse(await readAll(store, { q: "absent", format: "json" }))).toEqual([]);
  });

  test("takes q as the list does: words, phrases, -not and fields", async () => {
    expect(numbers(await readAll(store, { q: "N=1234;" }))).toEqual([1234]);
    expect(numbers(await readAll(store, { q: '"n=1234; n="' }))).toEqual([]);
    expect(numbers(await readAll(store, { q: "reason:even -n=23998", limit: 2 }))).toEqual([23_996, 23_994]);
  });

  test("as JSON lines has every field of a list in each line", async () => {
    const text = await readAll(store, { format: "jsonl", limit: 700 });
    const lines = text.trimEnd().split("\n");
    expect(lines).toHaveLength(700);
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(lines[600] ?? "")))).toEqual(
      FirewallEventRead.keyof().options,
    );
    expect(numbers(text)).toEqual(NEWEST_FIRST.slice(0, 700));
  });

  test("as Parquet has the columns of the store, in two readers, with the filters of the search", async () => {
    const file = await readBytes(store, { format: "parquet", all: true, q: "reason:even" });
    const rows = await readWithDuckDb(file);
    const even = NEWEST_FIRST.filter((number) => number % 2 === 0);
    expect(rows.map(({ raw_log: line }) => line)).toEqual(even.map((number) => `n=${number};`));
    const segment = quoteText(join(store.folders.events, store.paths[2] ?? ""));
    const [kept] = await queryFile(
      file,
      (path) => `SELECT count(*) AS rows FROM (SELECT * FROM read_parquet('${path}') INTERSECT ALL
        SELECT ${Object.keys(EVENT_COLUMNS).join(", ")} FROM read_parquet(${segment}))`,
    );
    expect(Number(kept?.["rows"])).toBe(ROWS / 2);
    const read = await readWithHyparquet(file);
    expect(read).toHaveLength(even.length);
    expect(Object.keys(read[0] ?? {})).toEqual(Object.keys(EVENT_COLUMNS));
  });

  test("as Parquet without a match is a file without rows", async () => {
    expect(await readWithDuckDb(await readBytes(store, { format: "parquet", q: "absent" }))).toEqual([]);
  });

  test("refuses a bad filter before it begins", async () => {
    for (const query of [{ q: "src_port:x" }, { src_ip: "here" }, { device_id: 4711 }]) {
      const refusal = await readAll(store, query).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ApiError);
    }
  });

  test("keeps to a time window, and refuses one that is none", async () => {
    const csv = await readAll(store, {
      start_time: "2026-06-01T12:00:00.023Z",
      end_time: "2026-06-01T12:00:00.023",
    });
    expect(numbers(csv)).toEqual(NEWEST_FIRST.filter((number) => number >= 23_000 && number < 24_000));
    const refusal = await readAll(store, { start_time: "yesterday" }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 400, detail: "Invalid datetime filter" });
  });

  test("is entered in the audit log with its rows", async () => {
    await readAll(store, { limit: 7 });
    const [row] =
      await database.sql`SELECT * FROM audit_log WHERE action = 'export.firewall' ORDER BY id DESC LIMIT 1`;
    expect(row).toMatchObject({
      actor_name: "ann",
      detail: "format=csv rows=7",
      client_address: "192.0.2.7",
    });
  });
});

describe("fault 24: an export whose segment disappears under it", () => {
  testOfSegments("throws behind what it had read", async () => {
    const store = await givenEvents(await createTestDatabase());
    const ctx = { db: store.db, engine: store.engine, userId: 1, actor: ACTOR, now: new Date() };
    const file = await exportFirewallEvents(ctx, { ...QUERY, all: true }, NEVER);
    expect((await file.content.next()).done).toBe(false);
    await rm(join(store.folders.events, store.paths[0] ?? ""));
    let text = "";
    const decoder = new TextDecoder();
    const reading = (async () => {
      for await (const { bytes } of file.content) text += decoder.decode(bytes);
    })();
    expect(await reading.catch((error: unknown) => error)).toBeInstanceOf(Error);
    const read = numbers(text);
    expect(read).toEqual(NEWEST_FIRST.slice(0, read.length));
    expect(read.length).toBeLessThan(3 * ROWS);
  });

  testOfSegments(
    "throws too where the segment is damaged instead, and has no event twice or out of order",
    async () => {
      const store = await givenEvents(await createTestDatabase());
      const ctx = { db: store.db, engine: store.engine, userId: 1, actor: ACTOR, now: new Date() };
      const file = await exportFirewallEvents(ctx, { ...QUERY, all: true }, NEVER);
      const parts = [await file.content.next()];
      const path = join(store.folders.events, store.paths[0] ?? "");
      const bytes = await readFile(path);
      await writeFile(path, bytes.fill(0xff, 100, bytes.length - 4000));
      const failure = await (async () => {
        for (;;) {
          const part = await file.content.next();
          if (part.done) return undefined;
          parts.push(part);
        }
      })().catch((error: unknown) => error);
      expect(failure).toMatchObject({ status: 409 });
      const text = parts
        .map(({ value }) => new TextDecoder().decode(value?.bytes ?? new Uint8Array()))
        .join("");
      const read = numbers(text);
      expect(read).toEqual(NEWEST_FIRST.slice(0, read.length));
      expect(read.length).toBeLessThan(3 * ROWS);
    },
  );

  testOfSegments("breaks the connection, so that the file does not look whole", async () => {
    const store = await givenEvents(await createTestDatabase());
    using server = serve(store);
    const response = await server.get();
    expect(response.status).toBe(200);
    await rm(join(store.folders.events, store.paths[0] ?? ""));
    const outcome = await response.text().catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(Error);
  });

  test("stops when the client leaves, and the audit log has what it took", async () => {
    const own = await createTestDatabase();
    const store = await givenEvents(own);
    using server = serve(store);
    const left = new AbortController();
    const response = await server.get(left.signal);
    await response.body?.getReader().read();
    left.abort();
    const row = await waitFor("the audit row", async () => {
      const [found] = await own.sql`SELECT detail FROM audit_log WHERE action = 'export.firewall'`;
      return found;
    });
    const rows = Number(/rows=(\d+)/.exec(String(row["detail"]))?.[1]);
    expect(rows).toBeLessThan(3 * ROWS);
  });

  /** The real server app with this route alone, and a guard that knows one caller. */
  function serve({ db, engine }: Store) {
    const log = pino({ level: "silent" });
    const desk = {
      db,
      log,
      runner: new OperationRunner({ db, log }),
      files: new ResultFiles({ db, folder: temporaryPath("results"), minFreeBytes: 0, log }),
    };
    const app = createServerApp(firewallExportRoutes({ desk, engine }), {
      log,
      rules: { authenticate: () => Promise.resolve({ caller: CALLER }), refusalOf: () => "refused" },
      corsOrigins: [],
      trustedHosts: [],
      trustedProxies: [],
      headers: {
        isEnabled: false,
        contentSecurityPolicy: "",
        referrerPolicy: "",
        permissionsPolicy: "",
        hstsMaxAge: null,
      },
      requireDatabase: () => undefined,
    });
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => app.fetch(request, { peer: "127.0.0.1" }),
    });
    return {
      [Symbol.dispose]: () => void server.stop(true),
      get: (signal = NEVER) =>
        fetch(new URL("/api/v1/exports/firewall?all=true", server.url), {
          signal,
          headers: { "X-API-Key": "any" },
        }),
    };
  }

  const CALLER = {
    mustEnrol: false,
    userId: 1,
    username: "ann",
    role: "SuperAdmin",
    isSuperAdmin: true,
    permissions: [],
    apiKeyId: null,
    sessionId: null,
  };
});
