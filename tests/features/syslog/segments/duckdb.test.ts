import { beforeAll, describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LazyInstance } from "../../../../src/features/syslog/segments/duckdb-instance";
import { EventDatabase, SEARCH_CONNECTIONS } from "../../../../src/features/syslog/segments/duckdb";
import { createStoreFolders, openEventDatabase, type StoreFolders } from "../../../support/event-store";
import { patient } from "../../../support/patience";
import { waitFor } from "../../../support/wait-for";

const ENDLESS = "SELECT count(*) AS count FROM range(1000000000000) AS numbers(n) WHERE n % 7 = 3";

let folders: StoreFolders;
let database: EventDatabase;
beforeAll(async () => {
  folders = await createStoreFolders();
  database = openEventDatabase(folders);
});

async function refusalOf(query: Promise<unknown>): Promise<string> {
  return query.then(
    () => "no refusal",
    (error: unknown) => String(error),
  );
}

describe("what DuckDB writes and reads", () => {
  const CACHED =
    "SELECT sum(memory_usage_bytes)::DOUBLE AS bytes FROM duckdb_memory() WHERE tag = 'EXTERNAL_FILE_CACHE'";

  test("is kept by the kernel, and not in the memory of the process beside it", async () => {
    const parquet = join(folders.events, "read-twice.parquet");
    await database.write({
      sql: `COPY (SELECT hash(n) AS number FROM range(1000000) AS numbers(n)) TO '${parquet}' (FORMAT parquet)`,
    });
    const sum = { sql: `SELECT max(number)::DOUBLE AS highest FROM read_parquet('${parquet}')` };
    expect(await database.write(sum)).toEqual(await database.query(sum));
    expect(await database.query({ sql: CACHED })).toEqual([{ bytes: 0 }]);
    expect(await database.write({ sql: CACHED })).toEqual([{ bytes: 0 }]);
  });
});

test.if(process.platform === "linux")(
  "code that only the opening of an instance runs leaves memory while it is open",
  async () => {
    const lazy = new LazyInstance({
      eventsFolder: folders.events,
      temporaryFolder: folders.temporary,
      memoryMegabytes: 100,
      threads: 1,
      keepsFooters: false,
      releaseMs: 50,
    });
    const connection = await lazy.connect();
    const opened = codeInMemory();
    expect(opened).toBeGreaterThan(10);
    await waitFor("its code to leave memory", () => codeInMemory() < opened / 2);
    const result = await connection.runAndReadAll("SELECT 42 AS answer");
    expect(result.getRowObjects()).toEqual([{ answer: 42 }]);
    connection.closeSync();
    await lazy.close();
  },
);

/** MiB of DuckDB's library that are in memory. */
function codeInMemory(): number {
  const mappings = readFileSync("/proc/self/smaps", "utf8").split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
  const sizes = mappings
    .filter((mapping) => mapping.includes("libduckdb"))
    .map((mapping) => Number(/^Rss: +(\d+)/m.exec(mapping)?.[1]));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

describe("DuckDB reaches two folders and nothing else", () => {
  test("files in them can be written and read", async () => {
    const parquet = join(folders.events, "a.parquet");
    await database.write({ sql: `COPY (SELECT 42 AS answer) TO '${parquet}' (FORMAT parquet)` });
    expect(await database.query({ sql: `SELECT answer FROM read_parquet(['${parquet}'])` })).toEqual([
      { answer: 42 },
    ]);
    const csv = join(folders.temporary, "a.csv");
    await writeFile(csv, "1\n");
    expect(
      await database.query({
        sql: `SELECT * FROM read_csv('${csv}', header = false, columns = {'n': 'INT'})`,
      }),
    ).toEqual([{ n: 1 }]);
  });

  const FORBIDDEN = [
    "SELECT * FROM read_text('/etc/hostname')",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM glob('/etc/*')",
    "COPY (SELECT 1) TO '/tmp/netatlas-forbidden.csv'",
    "ATTACH '/tmp/netatlas-forbidden.db'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SELECT * FROM read_parquet('https://example.invalid/x.parquet')",
    "SET memory_limit = '100GB'",
    "SET enable_external_access = true",
  ];
  for (const sql of FORBIDDEN) {
    test(`${sql} is refused`, async () => {
      expect(await refusalOf(database.query({ sql }))).toMatch(
        /Permission|Invalid Input|Catalog|disabled|locked/,
      );
      expect(await refusalOf(database.write({ sql }))).toMatch(
        /Permission|Invalid Input|Catalog|disabled|locked/,
      );
    });
  }

  test("a folder whose name is a pattern is refused at once", () => {
    const options = {
      eventsFolder: "/data/*/events",
      temporaryFolder: "/tmp",
      memoryMegabytes: 64,
      threads: 1,
    };
    expect(() => new EventDatabase(options)).toThrow("its path must not contain");
  });
});

describe("a query", () => {
  test("gives plain cells", async () => {
    const sql =
      "SELECT 1 AS small, 9007199254740991::BIGINT AS big, 'x' AS text, true AS flag, NULL AS nothing, $1 AS given";
    expect(await database.query({ sql, values: ["y"] })).toEqual([
      { small: 1, big: 9_007_199_254_740_991, text: "x", flag: true, nothing: null, given: "y" },
    ]);
  });

  test("is interrupted by its signal, and its connection works after", async () => {
    const abort = new AbortController();
    const query = database.query({ sql: ENDLESS }, abort.signal).catch((error: unknown) => error);
    const started = performance.now();
    setImmediate(() => abort.abort(new Error("enough")));
    expect(await query).toMatchObject({ message: "enough" });
    expect(performance.now() - started).toBeLessThan(patient(2000));
    expect(await database.query({ sql: "SELECT 1 AS one" })).toEqual([{ one: 1 }]);
  });

  test("that waits for a connection leaves the queue when its signal fires", async () => {
    const abort = new AbortController();
    const busy = Array.from({ length: SEARCH_CONNECTIONS }, () =>
      database.query({ sql: ENDLESS }, abort.signal).catch(() => "stopped"),
    );
    const impatient = new AbortController();
    const waiting = database.query({ sql: "SELECT 1" }, impatient.signal).catch((error: unknown) => error);
    impatient.abort(new Error("left"));
    expect(await waiting).toMatchObject({ message: "left" });
    abort.abort();
    expect(await Promise.all(busy)).toEqual(Array.from({ length: SEARCH_CONNECTIONS }, () => "stopped"));
    const answers = await Promise.all(
      Array.from({ length: 2 * SEARCH_CONNECTIONS }, () => database.query({ sql: "SELECT 1 AS one" })),
    );
    expect(answers.flat()).toHaveLength(2 * SEARCH_CONNECTIONS);
  });

  test("leaves when its signal fires while no native thread is free to open its connection", async () => {
    const own = openEventDatabase(await createStoreFolders());
    const abort = new AbortController();
    const asMany = Array.from({ length: SEARCH_CONNECTIONS - 1 });
    await Promise.all(asMany.map(() => own.query({ sql: "SELECT 1" })));
    const busy = asMany.map(() => own.query({ sql: ENDLESS }, abort.signal).catch(() => "stopped"));
    const impatient = new AbortController();
    const waiting = own.query({ sql: "SELECT 1" }, impatient.signal).catch((error: unknown) => error);
    impatient.abort(new Error("left"));
    expect(await waiting).toMatchObject({ message: "left" });
    abort.abort();
    await Promise.all(busy);
    await own.close();
  });

  test("fails with all that wait for a connection where none can be opened", async () => {
    const { events, temporary } = await createStoreFolders();
    const options = { eventsFolder: events, temporaryFolder: temporary, threads: 1 };
    const own = new EventDatabase({ ...options, memoryMegabytes: Number.NaN });
    const asked = Array.from({ length: SEARCH_CONNECTIONS + 2 }, () =>
      refusalOf(own.query({ sql: "SELECT 1" })),
    );
    for (const refusal of await Promise.all(asked)) expect(refusal).toContain("cannot open DuckDB");
    await own.close();
  });

  test("is interrupted when the store is closed", async () => {
    const own = openEventDatabase(await createStoreFolders());
    const query = own.query({ sql: ENDLESS }).catch((error: unknown) => error);
    await own.query({ sql: "SELECT 1" });
    await own.close();
    expect(await query).toMatchObject({ message: "the event store is closed" });
    expect(await refusalOf(own.query({ sql: "SELECT 1" }))).toContain("closed");
  });
});

test("what two of them spill at a time lies in a folder of each, which goes with it", async () => {
  const { events, temporary } = await createStoreFolders();
  const open = () =>
    new EventDatabase({ eventsFolder: events, temporaryFolder: temporary, memoryMegabytes: 60, threads: 1 });
  const [one, other] = [open(), open()];
  // More rows than the memory holds, whose order is looked at.
  const sorted = {
    sql: `SELECT count(*)::INT AS rows, (count(*) FILTER (WHERE before > hashed))::INT AS unsorted FROM (
      SELECT hashed, word, lag(hashed) OVER () AS before
      FROM (SELECT hash(n) AS hashed, n || repeat('x', 40) AS word FROM range(1500000) AS numbers(n) ORDER BY hashed))
      WHERE word <> ''`,
  };
  const first = one.query(sorted);
  await waitFor("what is spilled", () => readdirSync(temporary).length > 0);
  for (const name of readdirSync(temporary)) expect(statSync(join(temporary, name)).isDirectory()).toBe(true);
  const right = [{ rows: 1_500_000, unsorted: 0 }];
  expect(await Promise.all([first, other.query(sorted)])).toEqual([right, right]);
  await one.close();
  await other.close();
  expect(readdirSync(temporary)).toEqual([]);
});

test("nothing uses DuckDB's streaming results, which end early without an error", async () => {
  const source = join(import.meta.dir, "../../../../src/features/syslog");
  for await (const name of new Glob("**/*.ts").scan(source)) {
    const text = await Bun.file(join(source, name)).text();
    expect(text).not.toMatch(
      /\.(stream(AndRead\w*)?|startStream\w*|yield\w*Rows?\w*|runAndReadUntil|fetchChunk)\(/,
    );
  }
});

describe("DuckDB gives its memory back when nobody has used it for a while", () => {
  const NUMBERS = { sql: "SELECT count(*) AS count FROM range(1000)" };

  test("each instance by itself, footers of the files that were read with it, and opens anew for who comes then", async () => {
    const resting = new EventDatabase({
      eventsFolder: folders.events,
      temporaryFolder: folders.temporary,
      memoryMegabytes: 200,
      threads: 2,
      idleMs: 50,
    });
    await Promise.all([resting.query(NUMBERS), resting.query(NUMBERS), resting.write(NUMBERS)]);
    await resting.merge(NUMBERS, new AbortController().signal);
    expect(resting.openInstances).toBeGreaterThan(0);
    await waitFor("all instances to be closed", () => resting.openInstances === 0);
    expect(await Promise.all([resting.query(NUMBERS), resting.write(NUMBERS)])).toEqual([
      [{ count: 1000 }],
      [{ count: 1000 }],
    ]);
    await resting.close();
    expect(resting.openInstances).toBe(0);
  });

  test("not under a statement that takes longer", async () => {
    const resting = new EventDatabase({
      eventsFolder: folders.events,
      temporaryFolder: folders.temporary,
      memoryMegabytes: 200,
      threads: 2,
      idleMs: 1,
    });
    const slow = { sql: "SELECT count(*) AS count FROM range(300000000) AS numbers(n) WHERE n % 7 = 3" };
    const counted = resting.query(slow);
    await resting.query(NUMBERS);
    expect(await counted).toEqual([{ count: 42_857_143 }]);
    await resting.close();
  });
});
