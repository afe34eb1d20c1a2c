import { setImmediate } from "node:timers/promises";
import type { DuckDBConnection, DuckDBResultReader, DuckDBValue } from "@duckdb/node-api";
import { createTurnstile } from "#platform/turnstile";
import { IdleTimer } from "#platform/idle-timer";
import { EVENT_COLUMNS } from "../event/columns";
import { LazyInstance } from "./duckdb-instance";

export type Cell = string | number | boolean | null;

export type Row = Record<string, Cell>;

export type Statement = {
  sql: string;
  /** For $1, $2, … */
  values?: readonly (string | number)[];
};

export type EventDatabaseOptions = {
  /** Segments; below DATA_DIR. */
  eventsFolder: string;
  /** Parquet files in the making, and what DuckDB spills. */
  temporaryFolder: string;
  /** What searches may take. */
  memoryMegabytes: number;
  /** Threads of searches. */
  threads: number;
  /** After how long without a statement an instance is closed; absent: half a minute. */
  idleMs?: number | undefined;
};

/** A query that waits for a connection; a set of them keeps their order. */
type Waiting = { resolve(connection: DuckDBConnection): void; reject(error: unknown): void };

/** For all searches and export pages that run at a time (search/queues.ts), which have two statements at times. */
export const SEARCH_CONNECTIONS = 12;
/** Measured: a segment of 110,000 rows or 160 MiB takes less, and one thread half the processor time of two. */
const INGEST_LIMITS = { memoryMegabytes: 200, threads: 1 };
/** Measured: the rows of a merge of 240,000 usual lines are sorted with little of them being spilled. */
const MERGE_LIMITS = { memoryMegabytes: 250, threads: 1 };
const INTERRUPT_AGAIN_MS = 10;
/** An instance that nobody has used for so long gives its memory and its threads back; to open one takes some 20 ms. */
const IDLE_MS = 30_000;
/** Rows that are read from a result before other work gets its turn. */
const ROWS_PER_TURN = 1000;

/**
 * DuckDB in this process, without tables of its own: it reads and writes the Parquet files of two folders and nothing
 * else. The native library is loaded at the first statement. Results come whole or not at all: the
 * streaming API ends early without an error. Ingest and merging have instances of their own, so that none
 * takes the memory or the turn of another.
 */
export class EventDatabase {
  readonly #search: LazyInstance;
  readonly #ingest: LazyInstance;
  readonly #merging: LazyInstance;
  /** Of the ingest instance; used by one statement at a time. */
  #ingestConnection: Promise<DuckDBConnection> | undefined;
  readonly #ingestTurn = createTurnstile(1);
  /** Search connections that no statement uses. */
  #idle: DuckDBConnection[] = [];
  #searchConnections = 0;
  readonly #waiting = new Set<Waiting>();
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #searchIdle: IdleTimer;
  readonly #ingestIdle: IdleTimer;
  readonly #mergingIdle: IdleTimer;

  constructor(options: EventDatabaseOptions) {
    for (const folder of [options.eventsFolder, options.temporaryFolder]) {
      if (/[*?[\]]/.test(folder))
        throw new Error(`cannot keep events in ${folder}: its path must not contain * ? [ ]`);
    }
    this.#search = new LazyInstance({ ...options, keepsFooters: true });
    this.#ingest = new LazyInstance({ ...options, ...INGEST_LIMITS, keepsFooters: false });
    this.#merging = new LazyInstance({ ...options, ...MERGE_LIMITS, keepsFooters: false });
    const { idleMs = IDLE_MS } = options;
    this.#searchIdle = new IdleTimer(idleMs, () => this.#closeSearch());
    this.#ingestIdle = new IdleTimer(idleMs, () => this.#closeIngest());
    this.#mergingIdle = new IdleTimer(idleMs, () => this.#merging.close());
  }

  /** How many instances hold memory now. */
  get openInstances(): number {
    return [this.#search, this.#ingest, this.#merging].filter(({ isOpen }) => isOpen).length;
  }

  /** All rows of a query. The signal interrupts it and makes it throw the signal's reason. */
  async query(statement: Statement, signal?: AbortSignal): Promise<Row[]> {
    const until =
      signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    return this.#searchIdle.during(this.#queryUntil(statement, until));
  }

  async #queryUntil(statement: Statement, until: AbortSignal): Promise<Row[]> {
    const connection = await this.#takeSearchConnection(until);
    try {
      return await this.#track(runInterruptibly(connection, statement, until));
    } finally {
      this.#giveBack(connection);
    }
  }

  /** Runs a statement of the ingest pipeline; one after the other, each to its end. */
  async write(statement: Statement): Promise<Row[]> {
    const turn = this.#ingestTurn(async () => {
      this.#closing.signal.throwIfAborted();
      this.#ingestConnection ??= this.#ingest.connect().catch((error: unknown) => {
        this.#ingestConnection = undefined;
        throw error;
      });
      return runInterruptibly(await this.#ingestConnection, statement, this.#closing.signal);
    });
    return this.#ingestIdle.during(this.#track(turn));
  }

  /** Runs a statement that merges segments. The signal interrupts it and makes it throw the signal's reason. */
  async merge(statement: Statement, signal: AbortSignal): Promise<Row[]> {
    const until = AbortSignal.any([signal, this.#closing.signal]);
    return this.#mergingIdle.during(this.#track(this.#mergeAlone(statement, until)));
  }

  async #mergeAlone(statement: Statement, until: AbortSignal): Promise<Row[]> {
    until.throwIfAborted();
    const connection = await this.#merging.connect();
    try {
      return await runInterruptibly(connection, statement, until);
    } finally {
      connection.closeSync();
    }
  }

  /** Interrupts what runs, then frees the native memory. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the event store is closed"));
    await Promise.allSettled(this.#running);
    for (const timer of [this.#searchIdle, this.#ingestIdle, this.#mergingIdle]) timer.stop();
    await this.#closeSearch();
    await this.#closeIngest();
    await this.#merging.close();
  }

  /** Nothing may run on it. */
  async #closeSearch(): Promise<void> {
    for (const connection of this.#idle.splice(0)) connection.closeSync();
    this.#searchConnections = 0;
    await this.#search.close();
  }

  /** Nothing may run on it. */
  async #closeIngest(): Promise<void> {
    const connecting = this.#ingestConnection;
    this.#ingestConnection = undefined;
    const ingest = await connecting?.catch(() => undefined);
    ingest?.closeSync();
    await this.#ingest.close();
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  async #takeSearchConnection(signal: AbortSignal): Promise<DuckDBConnection> {
    signal.throwIfAborted();
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const { promise, resolve, reject } = Promise.withResolvers<DuckDBConnection>();
    const place = { resolve, reject };
    const leave = () => {
      this.#waiting.delete(place);
      reject(signal.reason);
    };
    this.#waiting.add(place);
    signal.addEventListener("abort", leave, { once: true });
    if (this.#searchConnections < SEARCH_CONNECTIONS) {
      this.#searchConnections++;
      void this.#searchIdle.during(this.#track(this.#openSearchConnection()));
    }
    return promise.finally(() => signal.removeEventListener("abort", leave));
  }

  /**
   * Opens one for whoever has waited longest: it takes a native thread, and statements may hold all of them for long.
   */
  async #openSearchConnection(): Promise<void> {
    try {
      this.#giveBack(await this.#search.connect());
    } catch (error) {
      this.#searchConnections--;
      this.#nextWaiting()?.reject(error);
      // Nobody is left who could give one to the others.
      while (this.#searchConnections === 0 && this.#waiting.size > 0) this.#nextWaiting()?.reject(error);
    }
  }

  #giveBack(connection: DuckDBConnection): void {
    const next = this.#nextWaiting();
    if (next === undefined) this.#idle.push(connection);
    else next.resolve(connection);
  }

  #nextWaiting(): Waiting | undefined {
    const [next] = this.#waiting;
    if (next !== undefined) this.#waiting.delete(next);
    return next;
  }
}

async function runInterruptibly(
  connection: DuckDBConnection,
  { sql, values }: Statement,
  signal: AbortSignal,
): Promise<Row[]> {
  signal.throwIfAborted();
  let again: ReturnType<typeof setInterval> | undefined;
  const interrupt = () => {
    connection.interrupt();
    // An interrupt that falls between two steps of a statement is forgotten.
    again ??= setInterval(interrupt, INTERRUPT_AGAIN_MS);
  };
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    const reader = await connection.runAndReadAll(sql, values === undefined ? undefined : [...values]);
    return await toRows(reader);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearInterval(again);
    signal.removeEventListener("abort", interrupt);
  }
}

/** Reads cell by cell, several times faster than the driver's rows, and lets the event loop turn in between. */
async function toRows(reader: DuckDBResultReader): Promise<Row[]> {
  const names = reader.columnNames();
  const rows: Row[] = [];
  for (let index = 0; index < reader.currentRowCount; index++) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate();
    const row: Row = {};
    for (const [column, name] of names.entries()) row[name] = toCell(reader.value(column, index));
    rows.push(row);
  }
  return rows;
}

function toCell(value: DuckDBValue): Cell {
  switch (typeof value) {
    case "bigint":
      return Number(value);
    case "string":
    case "number":
    case "boolean":
      return value;
    default:
      if (value === null) return null;
      throw new Error("our bug: a query selects a type that rows do not carry");
  }
}

/**
 * Columns of an event that is none: united with it by name, files have those too that were added after they were
 * written.
 */
export const NO_EVENT = Object.entries(EVENT_COLUMNS)
  .map(([name, type]) => `NULL::${type} AS "${name}"`)
  .join(", ");
