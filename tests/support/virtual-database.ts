import pino from "pino";
import { connectDatabase, type Database } from "#platform/database";
import { createTestDatabase } from "./database";
import { nextTurn, VirtualClock } from "./virtual-clock";

/** Work in real time during which virtual time stands still. */
class UnderWay {
  #count = 0;
  #isIdle = Promise.withResolvers<void>();

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#count === 0) this.#isIdle = Promise.withResolvers();
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#isIdle.resolve();
    }
  }

  async settle(): Promise<void> {
    await nextTurn();
    while (this.#count > 0) {
      await this.#isIdle.promise;
      await nextTurn();
    }
  }
}

export type VirtualTime = {
  database: Database;
  clock: VirtualClock;
  /** The database's time just now. */
  nowMs(): number;
  /** Sets the database's clock. */
  jump(byMs: number): void;
  wasSetBack(): boolean;
  /** Whatever asks the database does it herein, so that its clock is right and time stands still meanwhile. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  drop(): Promise<void>;
};

const CLOCKS = ["now", "statement_timestamp", "clock_timestamp"];

/**
 * A database of its own whose `now()` is virtual: functions of the same names stand before PostgreSQL's in the search
 * path. Defaults of columns keep the real time, which is before the virtual one.
 */
export async function createVirtualDatabase(): Promise<VirtualTime> {
  const real = await createTestDatabase();
  const underWay = new UnderWay();
  const clock = new VirtualClock(() => underWay.settle());
  let offsetMs = Date.now() + 1000;
  let wasSetBack = false;
  await real.sql.unsafe(`CREATE SCHEMA virtual; CREATE TABLE virtual.clock (at timestamptz NOT NULL);
    INSERT INTO virtual.clock VALUES (now());
    ${CLOCKS.map((name) => `CREATE FUNCTION virtual.${name}() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM virtual.clock'`).join(";")};
    ALTER DATABASE ${real.connection.database} SET search_path = virtual, pg_catalog, public`);
  const database = connectDatabase(real.connection, { log: pino({ level: "silent" }), maxConnections: 4 });
  const nowMs = () => offsetMs + clock.nowMs();
  let set: { atMs: number; isDone: Promise<unknown> } | undefined;
  const setClock = () => {
    const atMs = nowMs();
    if (set?.atMs !== atMs)
      set = {
        atMs,
        isDone: database.sql`UPDATE virtual.clock SET at = to_timestamp(${atMs / 1000}::float8)`,
      };
    return set.isDone;
  };
  return {
    database,
    clock,
    nowMs,
    jump: (byMs) => {
      offsetMs += byMs;
      wasSetBack ||= byMs < 0;
    },
    wasSetBack: () => wasSetBack,
    during: (work) =>
      underWay.during(async () => {
        await setClock();
        return work();
      }),
    drop: async () => {
      await database.close();
      await real.drop();
    },
  };
}
