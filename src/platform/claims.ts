import type postgres from "postgres";
import type { Sql } from "./database";

/** A row that this process has to itself until it gives it back, or until its lease runs out unrenewed. */
export type Claim = {
  id: number;
  /**
   * Fencing token: a write on behalf of the claim names it, and comes to nothing once another process has claimed the
   * row.
   */
  token: number;
  /** Until the row is due, on the database's clock; negative: it is overdue. */
  dueInMs: number;
};

type Held = Pick<Claim, "id" | "token">;

export type ClaimRequest = {
  limit: number;
  /** Rows that fall due within that time are claimed already. */
  aheadMs?: number;
  /** Which of the due rows; all of them where absent. */
  only?: postgres.PendingQuery<postgres.Row[]>;
};

type Options = {
  sql: Sql;
  /** Has the columns `id`, `due_at`, `leased_until` and `claim_token`, and an index that finds due rows. */
  table: string;
  /** Which rows are worked on at all. */
  active?: postgres.PendingQuery<postgres.Row[]>;
  leaseSeconds?: number;
  /**
   * Rows that somebody else has locked are neither renewed nor given back: a long transaction that changes many would
   * otherwise hold up the claims of all others, and wait for them in a circle.
   */
  passesOverLocked?: boolean;
  /** After which a due row that nobody claims means that the queue stands still. */
  stallSeconds?: number;
};

const LEASE_SECONDS = 15;
const STALL_SECONDS = 60;

/**
 * Work that is rows with a time at which they are due, shared by all processes on one database: each row is claimed by
 * one of them at a time, for the length of a lease. Times are the database's, so that the clocks of the processes need
 * not agree. A lease that ends later than any can was taken before that clock was set back, and counts for nothing.
 */
export class ClaimQueue {
  readonly #sql: Sql;
  readonly #table: string;
  readonly #active: postgres.PendingQuery<postgres.Row[]>;
  readonly #leaseSeconds: number;
  readonly #stallSeconds: number;
  readonly #passesOverLocked: boolean;

  constructor({ sql, table, active, leaseSeconds, stallSeconds, passesOverLocked = false }: Options) {
    this.#sql = sql;
    this.#table = table;
    this.#active = active ?? sql`true`;
    this.#leaseSeconds = leaseSeconds ?? LEASE_SECONDS;
    this.#stallSeconds = stallSeconds ?? STALL_SECONDS;
    this.#passesOverLocked = passesOverLocked;
  }

  /**
   * Those that are due first, at most `limit`; rows that another process is claiming at this moment are passed over.
   */
  async claim({ limit, aheadMs = 0, only }: ClaimRequest): Promise<Claim[]> {
    if (limit <= 0) return [];
    const sql = this.#sql;
    const table = sql(this.#table);
    return sql<Claim[]>`
      WITH due AS (
        SELECT id FROM ${table}
        WHERE due_at <= statement_timestamp() + make_interval(secs => ${aheadMs / 1000})
          AND ${this.#isFree()} AND ${this.#active} AND ${only ?? sql`true`}
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      UPDATE ${table} claimed SET leased_until = ${this.#leaseEnd()}, claim_token = claim_token + 1
      FROM due WHERE claimed.id = due.id
      RETURNING claimed.id::float8 AS id, claim_token::float8 AS token,
        (extract(epoch FROM due_at - statement_timestamp()) * 1000)::float8 AS "dueInMs"`;
  }

  /** Until the first row falls due; not more than 0 where one is, whoever has claimed it. Infinity: there is none. */
  async untilDueMs(): Promise<number> {
    const sql = this.#sql;
    const [row] = await sql<{ ms: number | null }[]>`
      SELECT (extract(epoch FROM min(due_at) - statement_timestamp()) * 1000)::float8 AS ms
      FROM ${sql(this.#table)} WHERE ${this.#active}`;
    return row?.ms ?? Infinity;
  }

  /** Begins the leases anew. Gives those that are held still; another process has taken the others. */
  async renew(claims: readonly Held[]): Promise<Held[]> {
    if (claims.length === 0) return [];
    const sql = this.#sql;
    return sql<Held[]>`
      UPDATE ${sql(this.#table)} claimed SET leased_until = ${this.#leaseEnd()}
      FROM ${this.#locked(claims)} WHERE claimed.id = held.id
      RETURNING claimed.id::float8 AS id, claim_token::float8 AS token`;
  }

  /** Gives rows back as they are: whoever comes next may claim them. */
  async release(claims: readonly Held[]): Promise<void> {
    if (claims.length === 0) return;
    const sql = this.#sql;
    await sql`
      UPDATE ${sql(this.#table)} claimed SET leased_until = NULL, claim_token = claim_token + 1
      FROM ${this.#locked(claims)} WHERE claimed.id = held.id`;
  }

  /** Not well where a row has been due for long and no process claims it. For readiness. */
  async check(): Promise<{ ok: boolean; message: string }> {
    const sql = this.#sql;
    const [waiting] = await sql<{ seconds: number }[]>`
      SELECT extract(epoch FROM statement_timestamp() - min(due_at))::float8 AS seconds FROM ${sql(this.#table)}
      WHERE due_at < statement_timestamp() - make_interval(secs => ${this.#stallSeconds})
        AND ${this.#isFree()} AND ${this.#active}
      HAVING count(*) > 0`;
    if (waiting === undefined) return { ok: true, message: "what is due is claimed" };
    return { ok: false, message: `nobody has claimed what is due since ${Math.round(waiting.seconds)} s` };
  }

  #isFree() {
    return this.#sql`
      (leased_until IS NULL OR leased_until < statement_timestamp() OR leased_until > ${this.#leaseEnd()} + interval '5 seconds')`;
  }

  #leaseEnd() {
    return this.#sql`statement_timestamp() + make_interval(secs => ${this.#leaseSeconds})`;
  }

  /** Locked in the order of their ids, so that nobody who does the same waits for it in a circle. */
  #locked(claims: readonly Held[]) {
    const rows = JSON.stringify(claims.map(({ id, token }) => ({ id, token })));
    const orNot = this.#passesOverLocked ? this.#sql`SKIP LOCKED` : this.#sql``;
    return this.#sql`(
      SELECT held.id FROM jsonb_to_recordset(${rows}::text::jsonb) AS given(id bigint, token bigint)
      JOIN ${this.#sql(this.#table)} held ON held.id = given.id AND held.claim_token = given.token
      ORDER BY held.id FOR NO KEY UPDATE OF held ${orNot}) held`;
  }
}
