import { ClaimQueue, type Claim, type ClaimRequest } from "../claims";
import type { Sql } from "../database";
import { UnreadableSecret, type Encryption } from "../encryption";
import type { Logger } from "../log";
import { pauseSeconds, TRIED_FOR_SECONDS } from "./retries";
import { ifInTime } from "../pause";
import type { Quarantine } from "./quarantine";
import { UNWATCHED, type Writes } from "../write-watch";

export type Delivery = {
  /** The same in every attempt: what a receiver tells a repetition by. */
  deliveryId: string;
  destination: string;
  payload: string;
};

export type Result =
  | { isSent: true }
  | {
      isSent: false;
      /** In words, for people. */
      detail: string;
      /** Another attempt cannot end otherwise. */
      isFinal?: boolean;
      /** What the destination asked for. */
      retryAfterSeconds?: number | undefined;
    };

export type OutboxObserver = { onAttempt: (result: "delivered" | "failed" | "dead") => void };

type Options = {
  sql: Sql;
  encryption: Encryption;
  log: Logger;
  /** One attempt. May throw: that is one that failed. */
  deliver: (delivery: Delivery) => Promise<Result>;
  quarantine: Quarantine;
  /** Absent: it is looked again and again. */
  writes?: Writes;
  observer?: OutboxObserver;
  leaseSeconds?: number;
  /** For one attempt. */
  timeoutMs?: number;
  /** A clock that only goes forward, in milliseconds. */
  clock?: () => number;
};

type Row = {
  id: number;
  deliveryId: string;
  destination: string;
  payload: string | null;
  attempts: number;
  isLate: boolean;
};
type Running = { claim: Claim; destination: string; ended: Promise<void> };
type Ended = {
  state: "sent" | "dead" | "waiting";
  detail: string;
  pauseSeconds: number;
  milliseconds: number;
};

const AT_ONCE = 32;
const AT_ONCE_PER_DESTINATION = 2;
const PAUSE_MS = 1070;
/** Where nothing waits and nothing is written. */
const QUIET_PAUSE_MS = 15_000;
const LEASE_SECONDS = 15;
const TIMEOUT_MS = 60_000;
/** Without a round in that time the outbox stands still. */
const STALL_MS = 60_000;
const KEPT_ATTEMPTS = 10;
const LONGEST_DETAIL = 255;

/**
 * Delivers what is in the outbox, each notice at least once: one whose process ends between the delivery and its mark
 * is delivered again, under the same id. In no order, but that of a group: its next notice goes out when the one before
 * is done with. Processes on one database share the work.
 */
export class OutboxWorker {
  readonly #options: Options;
  readonly #queue: ClaimQueue;
  readonly #running = new Map<number, Running>();
  readonly #stopped = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  readonly #clock: () => number;
  #lastRoundMs: number;
  #isAnyLeft = true;

  constructor(options: Options) {
    this.#options = options;
    const { sql, leaseSeconds = LEASE_SECONDS, clock = () => performance.now() } = options;
    this.#clock = clock;
    this.#lastRoundMs = clock();
    this.#queue = new ClaimQueue({ sql, table: "outbox", active: sql`state = 'waiting'`, leaseSeconds });
  }

  start(): void {
    this.#lastRoundMs = this.#clock();
    this.#loop = this.#run();
  }

  /** Begins no attempt any more, and waits for those that run. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
    await this.#settled();
  }

  /** Attempts all that is due, and waits until it was. */
  async deliverDue(): Promise<void> {
    while ((await this.#begin()) > 0) await this.#settled();
  }

  /** Not well where it looks for work no more. A destination that does not answer is not the service's trouble. */
  check(): { ok: boolean; message: string } {
    const seconds = Math.round((this.#clock() - this.#lastRoundMs) / 1000);
    if (seconds * 1000 < STALL_MS) return { ok: true, message: "notices that are due are delivered" };
    return { ok: false, message: `no notice has been looked for since ${seconds} s` };
  }

  async #run(): Promise<void> {
    const { log, writes = UNWATCHED, leaseSeconds = LEASE_SECONDS } = this.#options;
    const { signal } = this.#stopped;
    const renewal = setInterval(() => void this.#renew(), (leaseSeconds * 1000) / 3);
    while (!signal.aborted) {
      const mark = writes.mark();
      try {
        await this.#begin();
        this.#lastRoundMs = this.#clock();
      } catch (error) {
        // What it has not seen may wait.
        this.#isAnyLeft = true;
        log.debug({ err: error }, "cannot look for notices; it is tried again");
      }
      const mostMs = this.#isAnyLeft ? PAUSE_MS : QUIET_PAUSE_MS;
      await writes.pause(mark, { leastMs: PAUSE_MS, mostMs }, signal);
    }
    await this.#settled();
    clearInterval(renewal);
  }

  /**
   * Claims what is due as far as there is room, for each destination by itself. Gives how many attempts it has begun.
   */
  async #begin(): Promise<number> {
    this.#isAnyLeft = await this.#isAnyWaiting();
    if (!this.#isAnyLeft) return 0;
    let begun = await this.#beginProbes();
    for (const destination of shuffled(await this.#dueDestinations())) {
      const limit = Math.min(this.#room(), AT_ONCE_PER_DESTINATION - this.#countOf(destination));
      const { sql } = this.#options;
      begun += await this.#beginSome({
        limit,
        only: sql`destination = ${destination} AND (group_key = '' OR NOT EXISTS (
          SELECT 1 FROM outbox earlier WHERE earlier.state = 'waiting' AND earlier.group_key <> ''
            AND earlier.destination = outbox.destination AND earlier.group_key = outbox.group_key AND earlier.id < outbox.id))`,
      });
    }
    return begun;
  }

  /** Most looks of most days find nothing. */
  async #isAnyWaiting(): Promise<boolean> {
    const [row] = await this.#options.sql<{ is: boolean }[]>`
      SELECT EXISTS (SELECT FROM outbox WHERE state = 'waiting') AS is`;
    return row?.is === true;
  }

  async #beginProbes(): Promise<number> {
    const { sql, quarantine } = this.#options;
    if (this.#room() <= 0) return 0;
    const probes = await quarantine.takeProbes();
    if (probes.length === 0) return 0;
    return this.#beginSome({ limit: this.#room(), only: sql`id IN ${sql(probes)}` });
  }

  async #beginSome(request: ClaimRequest): Promise<number> {
    const claims = await this.#queue.claim(request);
    if (claims.length === 0) return 0;
    const tokens = new Map(claims.map((claim) => [claim.id, claim]));
    const rows = await this.#read(claims);
    for (const row of rows) {
      const claim = tokens.get(row.id);
      if (claim === undefined) continue;
      const ended = this.#attempt(claim, row).finally(() => this.#running.delete(claim.id));
      this.#running.set(claim.id, { claim, destination: row.destination, ended });
    }
    return rows.length;
  }

  #room(): number {
    return AT_ONCE - this.#running.size;
  }

  /** By one step in the index for each, however much waits for one of them. Those in quarantine have probes. */
  async #dueDestinations(): Promise<string[]> {
    const rows = await this.#options.sql<{ destination: string }[]>`
      WITH RECURSIVE waiting AS (
        (SELECT destination FROM outbox WHERE state = 'waiting' ORDER BY destination LIMIT 1)
        UNION ALL
        SELECT (SELECT o.destination FROM outbox o WHERE o.state = 'waiting' AND o.destination > w.destination
          ORDER BY o.destination LIMIT 1)
        FROM waiting w WHERE w.destination IS NOT NULL)
      SELECT destination FROM waiting w WHERE EXISTS (
        SELECT 1 FROM outbox o
        WHERE o.state = 'waiting' AND o.destination = w.destination AND o.due_at <= statement_timestamp())
      AND NOT EXISTS (
        SELECT 1 FROM outbox_destinations q WHERE q.destination = w.destination AND q.quarantined_at IS NOT NULL)`;
    return rows.map(({ destination }) => destination);
  }

  async #read(claims: readonly Claim[]): Promise<Row[]> {
    const ids = claims.map(({ id }) => id);
    return this.#options.sql<Row[]>`
      SELECT id::float8 AS id, delivery_id AS "deliveryId", destination, payload, attempts,
        coalesce(expires_at < statement_timestamp(), false) AS "isLate"
      FROM outbox WHERE id IN ${this.#options.sql(ids)}`;
  }

  async #attempt(claim: Claim, row: Row): Promise<void> {
    const { log, observer } = this.#options;
    const startedMs = performance.now();
    try {
      const result = await this.#resultOf(row);
      const milliseconds = Math.round(performance.now() - startedMs);
      const state = await this.#note(claim, { ...endOf(result, row.attempts + 1), milliseconds });
      if (state !== undefined) await this.#judge(row.destination, result);
      if (state === "sent") observer?.onAttempt("delivered");
      else if (state !== undefined) observer?.onAttempt(state === "dead" ? "dead" : "failed");
    } catch (error) {
      // Its lease ends, and somebody attempts it again.
      log.warn({ err: error, delivery: row.deliveryId }, "cannot note how a delivery ended");
    }
  }

  /** What the attempt says of the destination; nothing where this side alone decided. */
  async #judge(destination: string, result: Result): Promise<void> {
    const { quarantine } = this.#options;
    if (result.isSent) return quarantine.end(destination);
    const { isFinal = false, detail, retryAfterSeconds } = result;
    if (isFinal) return;
    await quarantine.noteFailure({
      destination,
      detail: detail.slice(0, LONGEST_DETAIL),
      retryAfterSeconds,
    });
  }

  async #resultOf({ payload, isLate, ...row }: Row): Promise<Result> {
    const { encryption, deliver, timeoutMs = TIMEOUT_MS } = this.#options;
    if (isLate) return { isSent: false, detail: "It came too late to be of use", isFinal: true };
    if (payload === null) return { isSent: false, detail: "Its content was not kept", isFinal: true };
    try {
      const delivery = { ...row, payload: encryption.decrypt(payload) };
      const result = await ifInTime(timeoutMs, deliver(delivery));
      return result ?? { isSent: false, detail: "no answer came in time" };
    } catch (error) {
      const isFinal = error instanceof UnreadableSecret;
      if (!isFinal) this.#options.log.warn({ err: error }, "a delivery failed");
      return { isSent: false, detail: isFinal ? error.message : "Error: delivery failed", isFinal };
    }
  }

  /** Gives the state that it has now; undefined where another process has it, whose word counts. */
  async #note(claim: Claim, ended: Ended): Promise<Ended["state"] | undefined> {
    const { sql } = this.#options;
    const next = sql`statement_timestamp() + make_interval(secs => ${ended.pauseSeconds})`;
    const last = sql`least(tried_from + make_interval(secs => ${TRIED_FOR_SECONDS}), expires_at)`;
    const state = sql`CASE WHEN ${ended.state} = 'waiting' AND ${next} > ${last} THEN 'dead' ELSE ${ended.state} END`;
    const entry = JSON.stringify({
      milliseconds: ended.milliseconds,
      detail: ended.detail.slice(0, LONGEST_DETAIL),
    });
    const [row] = await sql<{ state: Ended["state"] }[]>`
      UPDATE outbox SET state = ${state}, attempts = attempts + 1, tried_at = statement_timestamp(),
        due_at = ${next}, leased_until = NULL, detail = ${ended.detail.slice(0, LONGEST_DETAIL)},
        attempt_log = (CASE WHEN jsonb_array_length(attempt_log) >= ${KEPT_ATTEMPTS} THEN attempt_log - 0 ELSE attempt_log END)
          || jsonb_build_array(${entry}::text::jsonb || jsonb_build_object('at', extract(epoch FROM statement_timestamp()))),
        payload = CASE WHEN ${state} = 'sent' OR (${state} = 'dead' AND expires_at IS NOT NULL) THEN NULL ELSE payload END
      WHERE id = ${claim.id} AND claim_token = ${claim.token}
      RETURNING state`;
    return row?.state;
  }

  async #renew(): Promise<void> {
    try {
      await this.#queue.renew([...this.#running.values()].map(({ claim }) => claim));
    } catch (error) {
      this.#options.log.debug({ err: error }, "cannot renew the leases of deliveries");
    }
  }

  async #settled(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    }
  }

  #countOf(destination: string): number {
    return [...this.#running.values()].filter((running) => running.destination === destination).length;
  }
}

function endOf(result: Result, attempts: number): Omit<Ended, "milliseconds"> {
  if (result.isSent) return { state: "sent", detail: "", pauseSeconds: 0 };
  const { detail, isFinal = false, retryAfterSeconds = 0 } = result;
  if (isFinal) return { state: "dead", detail, pauseSeconds: 0 };
  return { state: "waiting", detail, pauseSeconds: pauseSeconds(attempts, { retryAfterSeconds }) };
}

/** No destination is always the last to get what room there is. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
