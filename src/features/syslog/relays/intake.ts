import type { Db } from "#platform/database";
import { tooManyRequests, unavailable } from "#platform/errors";
import { codeOf } from "#platform/error-code";
import type { Logger } from "#platform/log";
import { createTurnstile } from "#platform/turnstile";
import { readBatch, type RelayBatch } from "./batch";
import { openBody, type RelayBody } from "./body";
import { ClockGuess } from "./clock-guess";
import type { RelayPlace, SentReport } from "./models";
import { acknowledge, noteReport, type RelayRow, type RelaySender } from "./register";
import type { OpenSpool, RelayStore } from "./relay-store";

export type RelayIntakeDeps = { db: Db; log: Logger; store: RelayStore };

/** So many bodies are opened at a time; others wait for their turn. */
const AT_ONCE = 4;
const QUEUE = { mostWaiting: 64, refusal: "Too many relays are sending" };
/** What of one relay may wait to be stored: more stays with the relay, which has room for days of it. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
const RETRY_SECONDS = 1;
const FULL_RETRY_SECONDS = 30;
const DISK_FULL = "There is too little free space to take more";

/** Takes what relays send. What is acknowledged is on the disk, and comes to be stored exactly once. */
export class RelayIntake {
  readonly #deps: RelayIntakeDeps;
  readonly #inTurn = createTurnstile(AT_ONCE, QUEUE);
  /** Relays, and keys, of which a request is being taken. */
  readonly #busy = new Set<string>();
  readonly #clocks = new Map<string, ClockGuess>();

  constructor(deps: RelayIntakeDeps) {
    this.#deps = deps;
  }

  /**
   * Takes a body. Gives where the relay stands, which is behind the body where that goes on from where it stood before;
   * else nothing of it was taken, and the relay knows from its own journal what that means.
   * @throws ApiError 400, 413, 422 for what is wrong with the body, 403 for the key, 429 and 503 to come again.
   */
  take(octets: Uint8Array, sender: RelaySender): Promise<RelayPlace> {
    // Before a turn is taken, so that one key has no more of them than any other.
    return this.#alone(`key ${sender.keyId}`, () =>
      this.#inTurn(async () => {
        const body = await openBody(octets);
        return this.#alone(`relay ${body.report.relay}`, () => this.#takeFrom(body, sender));
      }),
    );
  }

  async #alone<T>(whose: string, work: () => Promise<T>): Promise<T> {
    if (this.#busy.has(whose)) throw tooManyRequests(`A request of ${whose} is being taken`, RETRY_SECONDS);
    this.#busy.add(whose);
    try {
      return await work();
    } finally {
      this.#busy.delete(whose);
    }
  }

  async #takeFrom({ report, records }: RelayBody, sender: RelaySender): Promise<RelayPlace> {
    const nowMs = Date.now();
    const clock = this.#clocks.get(report.relay) ?? new ClockGuess();
    clock.observe(report.sent_at_micros / 1000, nowMs);
    const clockOffsetMs = Math.round(clock.offsetMs);
    const row = await noteReport(this.#deps.db, { ...sender, report, clockOffsetMs });
    this.#clocks.set(report.relay, clock);
    const opened = await this.#deps.store.open(report.relay);
    notePresence(opened, report);
    if (records.length === 0 || !continues(row, report)) return placeOf(row);
    const { shiftMicros } = clock;
    const rule = { shiftMicros, latestMicros: nowMs * 1000 };
    const batch = await readBatch(records, report.after.position, rule);
    return batch === undefined ? placeOf(row) : this.#keep(opened, { row, batch, report });
  }

  async #keep(opened: OpenSpool, { row, batch, report }: Found): Promise<RelayPlace> {
    const { db, store } = this.#deps;
    const { spool } = opened;
    const bytes = batch.batches.reduce((sum, { record }) => sum + record.length, 0);
    if (spool.feed.depth().bytes > MAX_WAITING_BYTES)
      throw unavailable("What this relay has sent before waits to be stored", RETRY_SECONDS);
    if (!(await store.hasRoom(bytes))) throw unavailable(DISK_FULL, FULL_RETRY_SECONDS);
    const appended = await spool.append(batch.batches).catch((error: unknown) => {
      if (!["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "")) throw error;
      throw unavailable(DISK_FULL, FULL_RETRY_SECONDS, error);
    });
    // What lies between where it stood and where it goes on went with a database that was put back.
    const missing = batch.missing + report.after.position - row.position;
    const entry = { row, batch, spool, appended, missing };
    let isFirst: boolean;
    try {
      isFirst = await acknowledge(db, entry);
    } catch (error) {
      // It may have been committed all the same: what is on the disk is brought in line when the spool is opened anew.
      await store.reopen(row.id);
      throw error;
    }
    if (!isFirst) {
      await spool.takeBack(appended);
      throw unavailable("This relay sends to another process, too", RETRY_SECONDS);
    }
    spool.announce(appended);
    return batch.end;
  }
}

type Found = { row: RelayRow; batch: RelayBatch; report: SentReport };

/** From where it stands, or from a later place, where what lies between has gone here. */
function continues(row: RelayRow, { after }: SentReport): boolean {
  if (after.position > row.position) return true;
  return after.position === row.position && after.check === row.lastCheck;
}

function placeOf({ position, lastCheck }: RelayRow): RelayPlace {
  return { position, check: lastCheck };
}

function notePresence({ presence }: OpenSpool, report: SentReport): void {
  const oldest = report.backlog.oldest_at_micros;
  presence.heardAtMs = performance.now();
  presence.isListening = report.problems.length === 0 && report.journal.refusal === null;
  presence.lagSeconds = oldest === null ? 0 : Math.max(0, (report.sent_at_micros - oldest) / 1e6);
}
