import postgres from "postgres";
import { codeOf } from "#platform/error-code";
import { startCuttableProxy } from "./cuttable-proxy";
import { createTestDatabase } from "./database";
import { startTcpWay } from "./tcp-postgres";

export type Pool = {
  sql: postgres.Sql;
  /** How many connections were lost, or could not be opened. */
  closed: () => number;
};

/** What the server calls the connections of all these pools. */
const NAME = "driver-pools";
/** In which a server's process that is told to ends. */
const ENDED_MS = 10_000;

type PoolOptions = postgres.Options<Record<string, never>> & {
  /** Before the database's own one: a server that is not there. */
  withDeadHost?: boolean;
};

/** Pools of the driver itself on a database of their own, which they reach by a proxy that a test can make slow or mute. */
export async function startDriverPools() {
  const database = await createTestDatabase();
  const way = await startTcpWay(database.connection);
  const proxy = await startCuttableProxy(way.urlOf(database.connection).replace("postgres:", "http:"));
  const url = new URL(way.urlOf(database.connection));
  url.port = new URL(proxy.url).port;
  const pools: Pool[] = [];
  return {
    database,
    proxy,
    /** Opens one more after 5 ms, unless told otherwise. */
    poolOf({ withDeadHost = false, connection, ...options }: PoolOptions = {}): Pool {
      let closed = 0;
      const address = withDeadHost ? url.href.replace(`@${url.host}`, `@127.0.0.1:1,${url.host}`) : url.href;
      const sql = postgres(address, {
        fetch_types: false,
        growth_patience: 0.005,
        backoff: () => 0.01,
        onclose: () => void (closed += 1),
        onnotice: () => undefined,
        connection: { application_name: NAME, ...connection },
        ...options,
      });
      const pool = { sql, closed: () => closed };
      pools.push(pool);
      return pool;
    },
    /** How many connections of the pools the server knows. */
    async count(): Promise<number> {
      const found = await database.sql`SELECT 1 FROM pg_stat_activity WHERE application_name = ${NAME}`;
      return found.length;
    },
    /** Ends all pools, whatever they do, with what the server has not yet seen to be cut, and makes the proxy as it was. */
    async reset() {
      proxy.setDown(false);
      proxy.setSilent(false);
      proxy.setDelay(0);
      proxy.cut();
      await Promise.all(pools.splice(0).map(({ sql }) => sql.end({ timeout: 0 })));
      await database.sql`
        SELECT pg_terminate_backend(pid, ${ENDED_MS}) FROM pg_stat_activity WHERE application_name = ${NAME}`;
    },
    async remove() {
      await proxy.close();
      way.close();
      await database.drop();
    },
  };
}

/** Takes a connection of the pool in a transaction until it is told to end it. */
export async function hold({ sql }: Pool) {
  const begun = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  let speak: () => Promise<unknown> = async () => undefined;
  const ended = sql.begin(async (tx) => {
    speak = async () => tx`SELECT 1`;
    await speak();
    begun.resolve();
    await isOver.promise;
  });
  await Promise.race([begun.promise, ended]);
  return {
    speak: () => speak(),
    async end() {
      isOver.resolve();
      await ended;
    },
  };
}

/** The server's process that answers. */
export async function pidOf(sql: postgres.ISql): Promise<number | undefined> {
  const [row] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return row?.pid;
}

/** The code of its error, or `none`. */
export async function failureOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => "none",
    (error: unknown) => codeOf(error),
  );
}

/** Whether it has ended, either way. */
export function settled(work: Promise<unknown>): () => boolean {
  let isSettled = false;
  const note = () => void (isSettled = true);
  work.then(note, note);
  return () => isSettled;
}
