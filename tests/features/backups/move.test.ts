import { expect, test } from "bun:test";
import pino from "pino";
import { NOBODY, recordAudit, verifyAuditLog } from "#features/audit";
import { moveDatabase } from "#features/backups";
import { asUnavailable, connectDatabase, type Database } from "#platform/database";
import { requireCurrentSchema } from "#platform/migrations";
import { admitArrival, readMoveMark, requireInCharge, tidyMove } from "#platform/move-mark";
import { restore } from "../../../src/features/backups/restore/restore";
import { givenInstance, refusalOf, restoreContext, storeBackup, takeBackup } from "../../support/backups";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { allHashes, givenEmptyDatabase, moveOrder, startWriteLoad } from "../../support/move";
import { patient } from "../../support/patience";

/** Each makes the tables of a database twice; a machine with much else to do takes a minute for that. */
const LIMIT_MS = patient(240_000);
const log = pino({ level: "silent" });

/** A database with rows in tables with and without keys, and of every odd character. */
async function givenSource(): Promise<TestDatabase> {
  const source = await createTestDatabase();
  await source.sql`
    INSERT INTO devices (display_name, ip_address, status, lifecycle, monitoring_paused, expected_status, icon, notes)
    SELECT 'device ' || i, '10.0.0.' || i, 'unknown', 'active', false, 'up', 'server', ${'\u2028 ü \\ " \n \t 雪 {} \\N'} FROM generate_series(1, 200) i`;
  await source.sql`
    INSERT INTO device_dependencies (device_id, parent_id) SELECT d.id, (SELECT min(id) FROM devices) FROM devices d OFFSET 1`;
  return source;
}

async function givenPair() {
  const source = await givenSource();
  return { source, target: await givenEmptyDatabase(source) };
}

const hasTraces = async ({ sql }: Database) => {
  const [found] = await sql`
    SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'netatlas_move')
      OR EXISTS (SELECT FROM pg_trigger WHERE tgname LIKE 'netatlas_move%') AS traces`;
  return found?.traces === true;
};

const write = ({ sql }: Database) =>
  sql`INSERT INTO sites (name) VALUES (${crypto.randomUUID()})`.then(() => "written");

test(
  "a database that is written to all the time arrives as it was at its last write, and takes none from then on",
  async () => {
    const { source, target } = await givenPair();
    const load = startWriteLoad(connectDatabase(source.connection, { log, maxConnections: 2 }));
    const order = moveOrder({ source, target });
    const moved = await moveDatabase(order);
    const refusal = await load.refused;
    const { writes } = await load.stop();
    expect(writes).toBeGreaterThan(0);
    expect(moved.changes).toBeGreaterThan(0);
    expect(asUnavailable(refusal)).toBeDefined();
    expect(await allHashes(target.db)).toEqual(await allHashes(source.db));
    expect(await readMoveMark(source.sql)).toEqual({
      move: order.move,
      phase: "moved",
      other: "the new one",
    });
    expect(asUnavailable(await refusalOf(write(source)))).toBeDefined();
    expect(await refusalOf(source.sql`TRUNCATE sites CASCADE`)).toBeInstanceOf(Error);
  },
  LIMIT_MS,
);

test(
  "the copy goes on where the original ended: numbers, references, audit chain, schema; and nothing of the move stays",
  async () => {
    const { source, target } = await givenPair();
    await recordAudit({ db: source.db, actor: NOBODY }, { action: "test.before" });
    // A number that was given out and taken back.
    await source.sql`INSERT INTO sites (name) VALUES ('gone')`;
    const [last] = await source.sql`DELETE FROM sites RETURNING id`;
    const order = moveOrder({ source, target });
    await moveDatabase(order);
    expect(() => requireInCharge({ move: order.move, phase: "arriving", other: "x" })).toThrow();
    await admitArrival(target, order.move);
    expect(await tidyMove(target)).toBe(true);
    expect(await hasTraces(target)).toBe(false);
    const [next] = await target.sql`INSERT INTO sites (name) VALUES ('next') RETURNING id`;
    expect(Number(next?.id)).toBe(Number(last?.id) + 1);
    await recordAudit({ db: target.db, actor: NOBODY }, { action: "test.behind" });
    const verified = await verifyAuditLog({ db: target.db }, { anchor: undefined, expected: undefined });
    expect(verified).toMatchObject({ ok: true, rows: 2 });
    await requireCurrentSchema(target);
    expect(await schemaOf(target)).toEqual(await schemaOf(await createTestDatabase()));
  },
  LIMIT_MS,
);

/** All that a schema consists of, as far as the catalogs say it as text. */
async function schemaOf({ sql }: Database): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated AS line
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT table_name || column_name || data_type || is_nullable || coalesce(column_default, '')
      FROM information_schema.columns WHERE table_schema = 'public'
    ORDER BY 1`;
  return rows.map(({ line }) => line);
}

const BEFORE_THE_COMMIT = [
  "move_prepared",
  "move_captured",
  "move_table_copied",
  "move_copied",
  "move_caught_up",
  "move_locked",
  "move_compared",
  "move_marked",
  "move_target_committed",
] as const;

test(
  "a failure at any step leaves the old one in charge, without a trace; the next move clears what has arrived",
  async () => {
    const { source, target } = await givenPair();
    for (const step of BEFORE_THE_COMMIT) {
      const before = await allHashes(source.db);
      const failing = moveOrder(
        { source, target },
        {
          observe: (reached) => {
            if (reached === step) throw new Error("the disk is gone");
          },
        },
      );
      const refusal = String(await refusalOf(moveDatabase(failing)));
      expect(refusal).toMatch(/the disk is gone|did not carry the last step out/);
      expect({ step, traces: await hasTraces(source) }).toEqual({ step, traces: false });
      expect(await allHashes(source.db)).toEqual(before);
      const rest = await readMoveMark(target.sql);
      expect(rest?.phase).toBe("arriving");
      expect(() => requireInCharge(rest)).toThrow("a move from the old one that did not end");
      expect(await write(source)).toBe("written");
    }
    await moveDatabase(moveOrder({ source, target }));
    expect(await allHashes(target.db)).toEqual(await allHashes(source.db));
  },
  LIMIT_MS,
);

test(
  "a writer that keeps a table is waited for again and again while the others write on between",
  async () => {
    const { source, target } = await givenPair();
    const own = connectDatabase(source.connection, { log, maxConnections: 1 });
    const release = Promise.withResolvers<void>();
    let held: Promise<unknown> | undefined;
    const lines: string[] = [];
    const order = moveOrder(
      { source, target },
      {
        say: (line) => {
          lines.push(line);
          if (line.includes("(try 1)")) release.resolve();
        },
        observe: (step) => {
          if (step !== "move_captured") return;
          held = own.sql.begin(async (tx) => {
            await tx`INSERT INTO sites (name) VALUES ('held')`;
            await release.promise;
          });
        },
      },
    );
    const moved = await moveDatabase(order);
    await held;
    expect(lines).toContain("The writers could not be stopped (try 1); they go on, and it is tried again.");
    expect(moved.pauseMs).toBeLessThan(patient(5000));
    const [found] = await target.sql`SELECT count(*)::int AS count FROM sites WHERE name = 'held'`;
    expect(found?.count).toBe(1);
    await own.close();
  },
  LIMIT_MS,
);

test(
  "a second move of the same database is refused while the first one goes on",
  async () => {
    const { source, target } = await givenPair();
    const other = await givenEmptyDatabase(source);
    const second = Promise.withResolvers<unknown>();
    const order = moveOrder(
      { source, target },
      {
        observe: (step) => {
          if (step === "move_captured")
            second.resolve(refusalOf(moveDatabase(moveOrder({ source, target: other }))));
        },
      },
    );
    await moveDatabase(order);
    expect(String(await second.promise)).toContain("another move works with this database");
    expect(await hasTraces(other)).toBe(false);
  },
  LIMIT_MS,
);

test(
  "a move to the database itself, to one that is not empty, or onto the rest of another instance's is refused, and changes nothing",
  async () => {
    const { source, target } = await givenPair();
    const refused = async (to: Database) => {
      const before = await allHashes(to.db);
      const refusal = String(await refusalOf(moveDatabase(moveOrder({ source, target: to }))));
      expect(await allHashes(to.db)).toEqual(before);
      expect(await hasTraces(source)).toBe(false);
      return refusal;
    };
    expect(await refused(source)).toContain("the two databases are one");
    expect(await refused(await createTestDatabase())).toContain(
      "the new database is not empty: it has the schema drizzle",
    );
    await target.sql`CREATE TABLE theirs (id int)`;
    expect(await refused(target)).toContain("the new database is not empty: it has the table theirs");
    await target.sql`DROP TABLE theirs`;
    const stranger = await createTestDatabase();
    const broken = moveOrder(
      { source: stranger, target },
      {
        observe: () => {
          throw new Error("at once");
        },
      },
    );
    await refusalOf(moveDatabase(broken));
    expect(await refused(target)).toContain("a copy of another instance");
  },
  LIMIT_MS,
);

test(
  "changes that were not noted, as somebody had switched a trigger off, end the move",
  async () => {
    const { source, target } = await givenPair();
    const done = Promise.withResolvers<unknown>();
    const order = moveOrder(
      { source, target },
      {
        observe: (step) => {
          if (step === "move_captured")
            done.resolve(
              source.sql.begin(async (tx) => {
                await tx`ALTER TABLE devices DISABLE TRIGGER USER`;
                await tx`UPDATE devices SET notes = 'unseen'`;
              }),
            );
        },
      },
    );
    expect(String(await refusalOf(moveDatabase(order)))).toContain("or changed the tables");
    await done.promise;
    expect(await hasTraces(source)).toBe(false);
  },
  LIMIT_MS,
);

test(
  "a row that is not the same on the other side ends the move",
  async () => {
    const { source, target } = await givenPair();
    const spoilt = Promise.withResolvers<void>();
    let writer: Promise<unknown> | undefined;
    const order = moveOrder(
      { source, target },
      {
        observe: (step) => {
          // Writers are stopped once this one has ended, and so behind the change over there.
          if (step === "move_captured")
            writer = source.sql.begin(async (tx) => {
              await tx`LOCK TABLE devices IN ROW EXCLUSIVE MODE`;
              await spoilt.promise;
            });
          if (step === "move_caught_up")
            target.sql`UPDATE devices SET notes = 'spoilt' WHERE id = (SELECT min(id) FROM devices)`.then(
              () => spoilt.resolve(),
              spoilt.reject,
            );
        },
      },
    );
    expect(String(await refusalOf(moveDatabase(order)))).toContain("the two databases differ in devices");
    await writer;
    expect(await write(source)).toBe("written");
  },
  LIMIT_MS,
);

test(
  "what a process has left that was killed while it moved is removed by whoever comes next, and not while it lives",
  async () => {
    const { source, target } = await givenPair();
    const outcomes: Promise<boolean>[] = [];
    const order = moveOrder(
      { source, target },
      {
        observe: (step) => {
          if (step === "move_captured") outcomes.push(tidyMove(source));
        },
      },
    );
    await moveDatabase(order);
    expect(await Promise.all(outcomes)).toEqual([false]);
    expect(String(await refusalOf(tidyMove(source)))).toContain("was moved away, to the new one");
    expect((await readMoveMark(source.sql))?.phase).toBe("moved");
  },
  LIMIT_MS,
);

test(
  "a backup is restored neither into a database that was moved away nor beside the rest of a move, and changes nothing there",
  async () => {
    const { source, target } = await givenPair();
    const instance = givenInstance();
    const other = await createTestDatabase();
    await other.sql`INSERT INTO users (username, password_hash, role) VALUES ('alice', 'x', 'SuperAdmin')`;
    // Of another audit log, for which a restore switches triggers off, also those that refuse writes behind a move.
    await recordAudit({ db: other.db, actor: NOBODY }, { action: "test.other" });
    const stored = await storeBackup(instance, await takeBackup(other.db, instance));
    const restoreIt = () =>
      refusalOf(restore(restoreContext(source.db, instance), { stored, passphrase: undefined }));

    await source.sql.unsafe(`CREATE SCHEMA netatlas_move;
      CREATE TABLE netatlas_move.mark AS SELECT gen_random_uuid() AS move, 'leaving' AS phase, 'x' AS other`);
    expect(await restoreIt()).toMatchObject({ status: 409 });
    expect(await tidyMove(source)).toBe(true);

    await moveDatabase(moveOrder({ source, target }));
    const before = await allHashes(source.db);
    expect(await restoreIt()).toMatchObject({ status: 503 });
    expect(await allHashes(source.db)).toEqual(before);
  },
  LIMIT_MS,
);

test(
  "a move clears no tables where the one before had made none yet: they are somebody else's, whatever their names",
  async () => {
    const { source, target } = await givenPair();
    const broken = moveOrder(
      { source, target },
      {
        observe: () => {
          throw new Error("at once");
        },
      },
    );
    await refusalOf(moveDatabase(broken));
    await target.sql.unsafe(`DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public;
      CREATE TABLE users AS SELECT 'theirs' AS name`);
    expect(String(await refusalOf(moveDatabase(moveOrder({ source, target }))))).toContain(
      "the new database is not empty: it has the table users",
    );
    expect([...(await target.sql`SELECT name FROM users`)]).toEqual([{ name: "theirs" }]);
  },
  LIMIT_MS,
);
