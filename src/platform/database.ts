import { drizzle, PostgresJsSession, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { makePgArray } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { conflict, unavailable, type ApiError } from "./errors";
import type { Logger } from "./log";
import { causesOf, codeOf } from "./error-code";
import { parseTextArray } from "./text-array";

/** A drizzle handle: the database or a transaction on it; every service verb takes either. */
export type Db = PostgresJsDatabase;

type Transaction = Parameters<Parameters<Db["transaction"]>[0]>[0];

/**
 * The same transaction, in which what asks for one of its own joins it: for work on many things under one savepoint.
 * PostgreSQL remembers each savepoint that has written until the transaction ends, and has room for some thousands in
 * all. What a rule refuses ends all of the work then, as nothing takes a part of it back.
 */
export function withoutSavepoints(transaction: Transaction): Db {
  const joined: Transaction = Object.create(transaction);
  joined.transaction = (work) => work(joined);
  return joined;
}

export type Sql = postgres.Sql;

/** A part of a statement, to be put into one. */
export type SqlFragment = postgres.PendingQuery<postgres.Row[]>;

/** What runs statements: the driver, or a transaction of its. */
export type Statements = postgres.ISql;

export type DatabaseConnection =
  { url: string } | { host: string; port: number; username: string; password: string; database: string };

type Connections = {
  db: Db;
  /** The driver itself, for the few statements that drizzle cannot say. */
  sql: Sql;
};

export type Database = Connections & {
  /**
   * For short statements of work that has a transaction open meanwhile: where all other connections wait for that
   * transaction, it could never end by way of one of them.
   */
  reserved: Connections;
  /** Waits at most so long for running statements. */
  close(timeoutSeconds?: number): Promise<void>;
};

const CLOSE_SECONDS = 2;
/** To open a connection takes the server some 20 ms of processor time, as it learns the tables anew. */
const IDLE_SECONDS = 10;
/** To open the first connection, which all wait for. */
const CONNECT_SECONDS = 5;
/** To open one more, where others answer meanwhile: seven ways there and back, of a database that takes seconds for each. */
const GROWTH_SECONDS = 20;
/** So long a queue in front of those in use lasts before one more is opened: longer than a burst of short statements. */
const PATIENCE_SECONDS = 0.06;
/**
 * The same while a service starts that has a server of its own: what it asks then, much of it at once, is soon answered
 * by one or two connections, and ten, open for a while behind it, keep 3 to 6 MiB each.
 */
export const START_PATIENCE = { patienceSeconds: 0.25, forMs: 10_000 };
const SHARED_CONNECTIONS = 10;
const RESERVED_CONNECTIONS = 2;
/** That a process has open at a time. */
export const MOST_CONNECTIONS = SHARED_CONNECTIONS + RESERVED_CONNECTIONS;

/** `text[]` and `integer[]` by their fixed identifiers (PostgreSQL's pg_type.dat). */
const ARRAY_TYPES = { texts: arrayType(1009), integers: arrayType(1007) };

function arrayType(oid: number): postgres.PostgresType<unknown> {
  return {
    to: oid,
    from: [oid],
    // drizzle hands over arrays that it has already written.
    serialize: (value: unknown) => (Array.isArray(value) ? makePgArray(value) : value),
    // drizzle takes what is an array already as it is; its own parser drops each backslash.
    parse: parseTextArray,
  };
}

/**
 * The driver's own transaction, or pool, behind one of drizzle's: for the few statements that drizzle cannot say, and for
 * those that are made again and again, which the driver prepares.
 */
export function statementsOf(transaction: Db): Statements {
  const { session } = transaction._;
  if (!(session instanceof PostgresJsSession)) throw new Error("our bug: a transaction of another driver");
  return session.client;
}

/** `start`: for how long, from now on, statements have more patience than later, and how much. */
type ConnectOptions = { log: Logger; maxConnections?: number; start?: typeof START_PATIENCE };

/**
 * Opens a pool. Nothing is connected before the first query, and one more only where some have waited for those in use
 * (docs/decisions/embedded-postgres.md); connections that are idle, or nearly so, close after ten seconds.
 */
export function connectDatabase(connection: DatabaseConnection, options: ConnectOptions): Database {
  const settings = {
    idle_timeout: IDLE_SECONDS,
    connect_timeout: CONNECT_SECONDS,
    growth_timeout: GROWTH_SECONDS,
    growth_patience: PATIENCE_SECONDS,
    max_lifetime: null,
    // The driver would ask for the array types at each connect, in a query whose failure nobody hears; they are below.
    fetch_types: false,
    types: ARRAY_TYPES,
    backoff: (attempt: number) => Math.min(0.5, 0.05 * 2 ** attempt),
    onnotice: (notice: postgres.Notice) => options.log.debug({ notice: notice.message }, "database notice"),
    connection: { application_name: "netatlas", TimeZone: "UTC" },
  };
  const open = (max: number) =>
    "url" in connection
      ? postgres(connection.url, { ...settings, max })
      : postgres({ ...connection, ...settings, max });
  const shared = connectionsOf(open(options.maxConnections ?? SHARED_CONNECTIONS));
  if (options.start !== undefined) waitMore(shared.sql, options.start);
  const reserved = connectionsOf(open(RESERVED_CONNECTIONS));
  return {
    ...shared,
    reserved,
    async close(timeout = CLOSE_SECONDS) {
      await Promise.all([shared.sql.end({ timeout }), reserved.sql.end({ timeout })]);
    },
  };
}

function waitMore({ options }: Sql, { patienceSeconds, forMs }: typeof START_PATIENCE): void {
  options.growth_patience = patienceSeconds;
  setTimeout(() => {
    options.growth_patience = PATIENCE_SECONDS;
  }, forMs).unref();
}

function connectionsOf(sql: Sql): Connections {
  return { db: withoutDeadlocks(drizzle(sql, { casing: "snake_case" })), sql };
}

/**
 * A database whose place may change while it is used: each statement and transaction goes to where it is at that
 * moment.
 */
export type FollowingDatabase = {
  database: Database;
  /** Goes over to another one. The one before is the caller's to close. */
  switchTo(next: Database): void;
};

export function followDatabase(first: Database): FollowingDatabase {
  let current = first;
  const follow = (sqlOf: (database: Database) => Sql): Connections =>
    connectionsOf(
      new Proxy(sqlOf(first), {
        apply: (_first, _this, given: unknown[]): unknown => Reflect.apply(sqlOf(current), undefined, given),
        get: (_first, name): unknown => Reflect.get(sqlOf(current), name),
      }),
    );
  return {
    database: {
      ...follow(({ sql }) => sql),
      reserved: follow(({ reserved }) => reserved.sql),
      close: (timeoutSeconds) => current.close(timeoutSeconds),
    },
    switchTo(next) {
      current = next;
    },
  };
}

/**
 * How often a transaction is tried. Each try that ends in a deadlock has taken PostgreSQL's `deadlock_timeout`, a
 * second.
 */
const MAX_TRIES = 5;

/**
 * Of transactions that wait for each other in a circle PostgreSQL breaks one off, of which nothing stays. It is run
 * again, now that the others have gone on. So what is done in a transaction beside the database has to bear being done
 * twice.
 */
function withoutDeadlocks(db: Db): Db {
  const tryOnce = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await tryOnce(work, config);
      } catch (error) {
        if (tries === MAX_TRIES || !isPostgresError(error, { code: "40P01" })) throw error;
      }
    }
  };
  return db;
}

const UNAVAILABLE_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08003",
  "08006",
  "53300",
  // io_error: its disk fails, and it goes down soon.
  "58030",
  // disk_full: it writes again when somebody has made room.
  "53100",
]);

/** 503 with Retry-After where the database could not be reached or was going down; undefined for any other error. */
export function asUnavailable(error: unknown): ApiError | undefined {
  const isAway = causesOf(error).some((cause) => UNAVAILABLE_CODES.has(codeOf(cause) ?? ""));
  return isAway ? unavailable("The database is not available at the moment", 2, error) : undefined;
}

/** True where the error, or what caused it, is PostgreSQL's unique_violation on the named constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return isPostgresError(error, { code: "23505", constraint });
}

/** A unique constraint, and the text of the 409 that its violation is. */
type Uniqueness = { constraint: string; detail: string };

/**
 * What the write gives. Throws 409 where it breaks that constraint: the database decides a race, not a look beforehand.
 */
export async function refuseDouble<Result>(
  { constraint, detail }: Uniqueness,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, constraint)) throw conflict(detail, error);
    throw error;
  }
}

/** True where the error, or what caused it, is PostgreSQL's foreign_key_violation: what a row refers to is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isPostgresError(error, { code: "23503" });
}

/** True where the error, or what caused it, is PostgreSQL's disk_full. */
export function isDiskFull(error: unknown): boolean {
  return isPostgresError(error, { code: "53100" });
}

/** True where the error, or what caused it, is PostgreSQL's exclusion_violation on the named constraint. */
export function isExclusionViolation(error: unknown, constraint: string): boolean {
  return isPostgresError(error, { code: "23P01", constraint });
}

/** True where the error, or what caused it, is PostgreSQL's undefined_table. */
export function isUndefinedTable(error: unknown): boolean {
  return isPostgresError(error, { code: "42P01" });
}

/**
 * True where somebody else had what a statement waited for: lock_not_available, query_canceled or transaction_timeout,
 * deadlock_detected.
 */
export function isBusy(error: unknown): boolean {
  return ["55P03", "57014", "25P04", "40P01"].some((code) => isPostgresError(error, { code }));
}

function isPostgresError(
  error: unknown,
  { code, constraint }: { code: string; constraint?: string | undefined },
): boolean {
  const found = causesOf(error).find(
    (cause) => cause instanceof postgres.PostgresError && cause.code === code,
  );
  if (!(found instanceof postgres.PostgresError)) return false;
  return constraint === undefined || found.constraint_name === constraint;
}
