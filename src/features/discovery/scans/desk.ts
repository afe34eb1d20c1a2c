import { and, eq } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { isCancelled, isGivenUp, type OperationRunner, type RunningOperation } from "#features/operations";
import type { Database, Db } from "#platform/database";
import { ApiError, tooManyRequests } from "#platform/errors";
import { FairQueue } from "#platform/fair-queue";
import type { Logger } from "#platform/log";
import { oneLine } from "#platform/one-line";
import type { Found } from "../inventory/match";
import type { SweepOptions, SweepSink, SweepSummary } from "../sweep/models";
import { discoveryScans } from "../tables";
import type { Exclusion } from "../target/exclusion";
import { addressesOf, splitTarget, type Target } from "../target/target";
import { dropFindsOf, readFindsOf } from "./finds";
import { findKnownAddresses } from "./known-addresses";
import { BASIC_PORTS, PACKETS_PER_SECOND, timeoutSeconds, timeoutText } from "./limits";
import type { ScanState, ScanType } from "./models";
import { observeHolders } from "./observe-holders";
import { Recorder } from "./recorder";
import type { FillBySnmp } from "./snmp-fill";

/** Finds out what is at addresses; the real one sends packets. */
export type Sweep = (options: SweepOptions, sink: SweepSink) => Promise<SweepSummary>;

export type ScanRequest = {
  /** Without what is excluded. */
  target: Target;
  exclusion: Exclusion;
  scanType: ScanType;
  /** Path of the program that looks; undefined: we look ourselves. */
  nmap?: string | undefined;
  /** Whose operation it is. */
  userId: number;
  actor: Actor;
  /** Ends the scan: its client has left, or its schedule is another process's. */
  signal: AbortSignal;
  /** What agents know of the hosts; undefined: none is asked. @throws ApiError where they cannot be asked at all. */
  fill?: FillBySnmp | undefined;
  /** Of a schedule's scan. */
  schedule?: {
    id: number;
    /** Somebody waits for it. */
    isByHand: boolean;
    /** Done in the transaction that ends the scan. */
    onEnd: (db: Db, ended: EndedScan) => Promise<void>;
  };
};

export type EndedScan = {
  scanId: number;
  status: "completed" | "failed";
  error: string | null;
  /** Everything was asked, so that who did not answer is not there. */
  isWhole: boolean;
  finds: readonly Found[];
};

type Ending = { state: Exclude<ScanState, "running">; error: string | null; summary?: SweepSummary };

type ClosedScan = Ending & { finds: readonly Found[] };

/** A scan that has begun: its row is there. */
export type BegunScan = { scanId: number; operationId: string };

export type DeskOptions = {
  database: Database;
  operations: OperationRunner;
  sweep: Sweep;
  /** DISCOVERY_SCAN_TIMEOUT_SECONDS */
  baseSeconds: number;
  /** DISCOVERY_MAX_HOSTS */
  mostHosts: number;
  log: Logger;
};

/** The scan has ended, not well: its row says how. */
class UnsuccessfulScan extends ApiError {}

export const INTERRUPTED = "Server restarted while scan was in progress";
const CANCELLED = "Scan was cancelled";
export const UNEXPECTED = "An unexpected failure, which is in the service's log";
/** All scans of this process that schedules begin by themselves take turns, one after the other. */
const SCHEDULES = -1;
/** Scans by hand of one user that run or wait in this process. */
const PLACES_PER_USER = 2;
const RETRY_SECONDS = 30;

/** Where every scan goes through: it waits for its turn, is carried out as an operation, and is put on record. */
export class ScanDesk {
  readonly #options: DeskOptions;
  readonly #queue = new FairQueue({
    atOnce: 4,
    atOncePerCaller: 1,
    waitingPerCaller: 1000,
    longestWaitMs: Infinity,
    refusals: { tooMany: "Too many scans are waiting", tooLong: "The scan has waited too long" },
  });
  readonly #places = new Map<number, number>();

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /**
   * Begins a scan. `begun` is there as soon as its row is; `ended` when it has ended, however it did. Both reject where
   * it could not begin, as with the 503 of a service that stops.
   * @throws ApiError 429 where others of the user run and wait.
   */
  start(request: ScanRequest): { begun: Promise<BegunScan>; ended: Promise<BegunScan> } {
    const { promise: begun, resolve, reject } = Promise.withResolvers<BegunScan>();
    const { userId, target, signal } = request;
    const leave = request.schedule === undefined ? this.#takePlace(userId) : () => undefined;
    const operation = {
      kind: "discovery_scan",
      userId,
      subject: target.text,
      phase: "waiting",
      signal,
    } as const;
    const running = this.#options.operations
      .run(operation, (op) => this.#carryOut(request, op, resolve))
      .finally(leave);
    const ended = running.then(
      () => begun,
      async (error: unknown) => {
        reject(error);
        // Where it had begun, its row says how it ended.
        return begun;
      },
    );
    begun.catch(() => undefined);
    ended.catch(() => undefined);
    return { begun, ended };
  }

  #takePlace(userId: number): () => void {
    const taken = this.#places.get(userId) ?? 0;
    if (taken >= PLACES_PER_USER) throw tooManyRequests("Your last scans have not ended yet", RETRY_SECONDS);
    this.#places.set(userId, taken + 1);
    return () => {
      const left = (this.#places.get(userId) ?? 1) - 1;
      if (left === 0) this.#places.delete(userId);
      else this.#places.set(userId, left);
    };
  }

  async #carryOut(
    request: ScanRequest,
    operation: RunningOperation,
    onBegun: (scan: BegunScan) => void,
  ): Promise<void> {
    const scanId = await this.#insert(request, operation.id);
    await operation.report({ resultPath: `/api/v1/discovery/scans/${scanId}` });
    onBegun({ scanId, operationId: operation.id });
    const failing = new AbortController();
    const signal = AbortSignal.any([operation.signal, failing.signal]);
    const recorder = new Recorder({
      db: this.#options.database.db,
      scanId,
      operation,
      excludedMacs: request.exclusion.macAddresses,
      onFailure: (error) => failing.abort(error),
    });
    const running = { request, operation, scanId, recorder };
    const ending = await this.#inTurn(running, signal).catch((error: unknown) =>
      this.#endingOf(error, running),
    );
    const closed = await this.#close(running, ending).catch(async (error: unknown) => {
      // Somebody may have cancelled it in the last moment: then nothing of its good end stays.
      if (ending.state !== "completed") throw error;
      return this.#close(running, this.#endingOf(error, running));
    });
    await this.#observeHolders(scanId, closed.finds);
    if (closed.state !== "completed") throw new UnsuccessfulScan(500, closed.error ?? UNEXPECTED);
  }

  async #insert(request: ScanRequest, operationId: string) {
    const { target, exclusion, scanType, nmap, userId, schedule, actor } = request;
    const engine = nmap === undefined ? "own" : "nmap";
    return this.#options.database.db.transaction(async (db) => {
      const [row] = await db
        .insert(discoveryScans)
        .values({
          scheduleId: schedule?.id ?? null,
          userId,
          operationId,
          target: target.text,
          scanType,
          engine,
          exclude: [...exclusion.texts],
          hostCount: Number(splitTarget(target, this.#options.mostHosts).swept.count),
        })
        .returning({ id: discoveryScans.id });
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      const action = `${actionOf(schedule)}_started`;
      const ways = nmap === undefined ? "" : ` engine=${engine}`;
      const detail = `target=${target.text} type=${scanType}${ways}`;
      await recordAudit({ db, actor }, { action, target: `scan:${row.id}`, detail });
      return row.id;
    });
  }

  async #inTurn({ request, recorder, operation, scanId }: RunningScan, signal: AbortSignal): Promise<Ending> {
    const { target, scanType, nmap, schedule, userId, fill } = request;
    const { addresses, hostCount, notes } = await this.#addressesOf(target, scanId);
    const seconds = timeoutSeconds({ scanType, hostCount }, this.#options.baseSeconds);
    const caller = schedule === undefined || schedule.isByHand ? userId : SCHEDULES;
    return this.#queue.run(
      caller,
      async () => {
        await operation.report({ phase: "looking", total: hostCount });
        const ask = await fill?.prepare();
        const endsAt = performance.now() + seconds * 1000;
        const swept = await this.#options.sweep(
          {
            addresses,
            count: hostCount,
            kind: scanType,
            ports: scanType === "ping" ? [] : BASIC_PORTS,
            nmap,
            packetsPerSecond: PACKETS_PER_SECOND,
            limitMs: seconds * 1000,
            names: true,
            signal,
          },
          recorder,
        );
        await recorder.close();
        const summary = { ...swept, notes: [...notes, ...swept.notes] };
        if (!summary.isWhole) return { state: "timed_out", error: timeoutText(seconds, hostCount), summary };
        if (ask !== undefined) await operation.report({ phase: "snmp" });
        await ask?.({ scanId, endsAt, signal });
        return { state: "completed", error: null, summary };
      },
      signal,
    );
  }

  /** What is asked: of networks of IPv6 that nobody could go through the addresses that are known. */
  async #addressesOf(target: Target, scanId: number) {
    const { database, mostHosts } = this.#options;
    const { swept, known } = splitTarget(target, mostHosts);
    if (known.length === 0)
      return { addresses: addressesOf(swept), hostCount: Number(swept.count), notes: [] };
    const most = mostHosts - Number(swept.count);
    const found = await findKnownAddresses(database.db, { intervals: known, most });
    const hostCount = Number(swept.count) + found.length;
    await database.db.update(discoveryScans).set({ hostCount }).where(eq(discoveryScans.id, scanId));
    return { addresses: oneByOne(addressesOf(swept), found), hostCount, notes: [knownText(found.length)] };
  }

  /** Outside of the scan's transaction; the scan has ended as it has, whatever comes of this. */
  async #observeHolders(scanId: number, finds: readonly Found[]): Promise<void> {
    const { database, log } = this.#options;
    await observeHolders(database.db, { finds, moment: new Date() }).catch((error: unknown) =>
      log.error({ err: error, scan: scanId }, "cannot keep who had the addresses that a scan found"),
    );
  }

  #endingOf(error: unknown, { request, operation, scanId }: RunningScan): Ending {
    const cause: unknown = operation.signal.aborted ? operation.signal.reason : error;
    if (isGivenUp(cause)) return { state: "interrupted", error: INTERRUPTED };
    if (isCancelled(cause) || request.signal.aborted) return { state: "cancelled", error: CANCELLED };
    if (error instanceof ApiError && typeof error.detail === "string")
      return { state: "failed", error: oneLine(error.detail) };
    this.#options.log.error({ err: error, scan: scanId }, "a scan failed");
    return { state: "failed", error: UNEXPECTED };
  }

  /** One transaction: the scan's end, what its schedule makes of it, and the operation's. */
  async #close({ request, operation, scanId, recorder }: RunningScan, ending: Ending): Promise<ClosedScan> {
    const { state, error, summary } = ending;
    const { db } = this.#options.database;
    await recorder.close();
    await dropFindsOf(db, scanId, request.exclusion.macAddresses);
    const finds = await readFindsOf(db, scanId);
    const status = state === "completed" ? "completed" : "failed";
    await db.transaction(async (tx) => {
      const closed = await tx
        .update(discoveryScans)
        .set({
          status,
          state,
          error,
          resultCount: finds.length,
          ...(summary !== undefined && { methods: summary.methods, notes: summary.notes }),
          completedAt: new Date(),
        })
        .where(and(eq(discoveryScans.id, scanId), eq(discoveryScans.status, "running")))
        .returning({ id: discoveryScans.id });
      if (closed.length === 0) return;
      const isWhole = state === "completed";
      await request.schedule?.onEnd(tx, { scanId, status, error, isWhole, finds });
      await recordAudit(
        { db: tx, actor: request.actor },
        {
          action: `${actionOf(request.schedule)}_${status}`,
          target: `scan:${scanId}`,
          detail: error ?? `found=${finds.length}`,
        },
      );
      if (isWhole) await operation.finish(tx, { result: { found: finds.length } });
    });
    return { ...ending, finds };
  }
}

function* oneByOne(...lists: readonly Iterable<string>[]): Generator<string> {
  for (const list of lists) yield* list;
}

function knownText(count: number): string {
  const addresses = count === 1 ? "1 known address was" : `${count} known addresses were`;
  return `networks of IPv6 that are too large to be gone through: ${addresses} asked`;
}

type RunningScan = {
  request: ScanRequest;
  operation: RunningOperation;
  scanId: number;
  recorder: Recorder;
};

function actionOf(schedule: ScanRequest["schedule"]): string {
  return schedule === undefined ? "discovery.scan" : "discovery.scheduled_scan";
}
