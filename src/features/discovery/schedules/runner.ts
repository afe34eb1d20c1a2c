import { eq, sql } from "drizzle-orm";
import { NOBODY, type Actor } from "#features/audit";
import { ClaimQueue, type Claim } from "#platform/claims";
import type { Database, Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { ApiError, conflict } from "#platform/errors";
import type { Logger } from "#platform/log";
import { oneLine } from "#platform/one-line";
import type { Outbox } from "#platform/outbox/outbox";
import { compareFinds } from "../inventory/compare";
import { noteKeys } from "../inventory/note-keys";
import { keepNoticed } from "../observations/store";
import { UNEXPECTED, type BegunScan, type EndedScan } from "../scans/desk";
import { ScanType } from "../scans/models";
import { openFill, openJudge, type ScanDeps } from "../scans/start";
import { discoverySchedules } from "../tables";
import { requireEngine } from "../sweep/nmap/program";
import { exclusionOf, type Exclusion } from "../target/exclusion";
import { hasAddress, type Target } from "../target/target";
import type { ScheduleRow } from "./models";
import { tellNoticed } from "./notices";
import { afterQuietHours } from "./quiet-hours";
import { dueAfter, getSchedule } from "./service";
import { pauseUnlessStopped } from "#platform/pause";

type Options = { database: Database; scans: ScanDeps; outbox: Outbox; log: Logger };

/** Who is to be known as the one who began a run. */
type Starter = { userId: number; actor: Actor; signal: AbortSignal; isByHand: boolean };

// No multiple of other loops' times: those that ask together do so by a connection each.
const ROUNDS_EVERY_MS = 14_570;
const RENEWS_EVERY_MS = 5000;
/** Due schedules that this process takes on; they are scanned one after the other. */
const MAX_CLAIMED = 3;
const FAR_AHEAD_MS = 100 * 365 * 86_400_000;
/** Without a round in that time schedules stand still. */
const STALL_MS = 120_000;
/** After what was nobody's decision, as that a process is just being stopped. */
const RETRY_MS = 5 * 60_000;
const NOT_NOW = "Schedule is disabled or a scan is already running for this schedule";
/** SNMP of schedules: by their profile alone, which has port and patience of its own. */
const BY_PROFILE = { community: null, port: 161, timeoutSeconds: 3 };

/**
 * Runs the schedules that are due, together with all other processes on the database: each is run by one of them at a
 * time.
 */
export class ScheduleRunner {
  readonly #options: Options;
  readonly #queue: ClaimQueue;
  /** Those that this process runs now, with what ends their scan. */
  readonly #held = new Map<number, { claim: Claim; lost: AbortController; ended: Promise<void> }>();
  readonly #stopped = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  #renewal: Timer | undefined;
  #lastRoundMs = performance.now();

  constructor(options: Options) {
    this.#options = options;
    this.#queue = new ClaimQueue({
      sql: options.database.sql,
      table: "discovery_schedules",
      active: options.database.sql`is_enabled`,
    });
  }

  start(): void {
    this.#lastRoundMs = performance.now();
    this.#loop = this.#run();
  }

  /** Begins no run any more. Those that go on are given up by the operations that they are. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
    await Promise.all([...this.#held.values()].map(({ ended }) => ended));
  }

  /** Not well where it looks for work no more. */
  check(): { ok: boolean; message: string } {
    const seconds = Math.round((performance.now() - this.#lastRoundMs) / 1000);
    if (seconds * 1000 < STALL_MS) return { ok: true, message: "schedules that are due are run" };
    return { ok: false, message: `no schedule has been looked for since ${seconds} s` };
  }

  /** Runs what is due now, and waits for its end. */
  async runDue(): Promise<void> {
    await this.#begin();
    await Promise.all([...this.#held.values()].map(({ ended }) => ended));
  }

  /**
   * Runs a schedule at once, whenever it is due. @throws ApiError 404; 409 where it is not enabled, or runs already,
   * wherever that is.
   */
  async runNow(
    id: number,
    starter: Omit<Starter, "isByHand">,
  ): Promise<{ begun: Promise<BegunScan>; ended: Promise<BegunScan> }> {
    await getSchedule({ db: this.#options.database.db }, id);
    const only = this.#options.database.sql`id = ${id}`;
    const [claim] = await this.#queue.claim({ limit: 1, aheadMs: FAR_AHEAD_MS, only });
    if (claim === undefined) throw conflict(NOT_NOW);
    return this.#runClaimed(claim, { ...starter, isByHand: true });
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        await this.#begin();
        this.#lastRoundMs = performance.now();
      } catch (error) {
        this.#options.log.debug({ err: error }, "cannot look for schedules; it is tried again");
      }
      await pauseUnlessStopped(ROUNDS_EVERY_MS, this.#stopped.signal);
    }
    await Promise.all([...this.#held.values()].map(({ ended }) => ended));
  }

  async #begin(): Promise<void> {
    const claims = await this.#queue.claim({ limit: MAX_CLAIMED - this.#held.size });
    for (const claim of claims) {
      const row = await this.#read(claim.id);
      if (row === undefined) continue;
      if (await this.#postponeQuiet(claim, row)) continue;
      const { signal } = new AbortController();
      const starter = { userId: row.ownerUserId, actor: NOBODY, signal, isByHand: false };
      await this.#runClaimed(claim, starter).catch((error: unknown) =>
        this.#options.log.debug({ err: error, schedule: claim.id }, "a schedule could not be run"),
      );
    }
  }

  async #read(id: number): Promise<ScheduleRow | undefined> {
    const { db } = this.#options.database;
    const [row] = await db.select().from(discoverySchedules).where(eq(discoverySchedules.id, id));
    return row;
  }

  /** What fell due while nobody was there may be due in the quiet hours. */
  async #postponeQuiet({ id, token }: Claim, { quietHours }: ScheduleRow): Promise<boolean> {
    const { db } = this.#options.database;
    const now = await databaseNow(db);
    const dueAt = afterQuietHours(now, quietHours);
    if (dueAt.getTime() === now.getTime()) return false;
    await db.execute(sql`
      UPDATE discovery_schedules SET due_at = ${dueAt.toISOString()}, leased_until = NULL, claim_token = claim_token + 1
      WHERE id = ${id} AND claim_token = ${token}`);
    return true;
  }

  async #runClaimed(claim: Claim, starter: Starter) {
    const row = await this.#read(claim.id);
    if (row === undefined) throw conflict(NOT_NOW);
    const lost = new AbortController();
    const noted = { claim, row, isByHand: starter.isByHand };
    const scan = await this.#startScan({ claim, row, lost }, starter).catch(async (error: unknown) => {
      await this.#noteRefusal(noted, error);
      throw error;
    });
    const ended = scan.ended
      .then(
        () => undefined,
        (error: unknown) => this.#noteRefusal(noted, error),
      )
      // Its lease runs out, and whoever looks next begins it anew.
      .catch((error: unknown) =>
        this.#options.log.warn(
          { err: error, schedule: claim.id },
          "cannot note what became of a scheduled scan",
        ),
      );
    this.#hold(claim.id, { claim, lost, ended: ended.finally(() => this.#letGo(claim.id)) });
    return scan;
  }

  /** A run by hand has to be renewed, too, also where the runner was never started. */
  #hold(id: number, run: { claim: Claim; lost: AbortController; ended: Promise<void> }): void {
    this.#held.set(id, run);
    this.#renewal ??= setInterval(() => void this.#renew(), RENEWS_EVERY_MS);
  }

  #letGo(id: number): void {
    this.#held.delete(id);
    if (this.#held.size > 0) return;
    clearInterval(this.#renewal);
    this.#renewal = undefined;
  }

  async #startScan({ claim, row, lost }: Run, { signal, isByHand, ...who }: Starter) {
    const { scans } = this.#options;
    const judge = await openJudge(scans);
    const { exclude } = row;
    const target = judge({ target: row.target, exclude, confirm_large_scan: row.confirmsLargeScan });
    const exclusion = exclusionOf(exclude);
    const nmap = requireEngine(row.engine, scans.findNmap);
    const fill = await openFill(scans, {
      ...BY_PROFILE,
      profileId: row.snmpProfileId,
      targets: row.snmpTargets,
      groupId: row.topologyGroupId,
    });
    return scans.desk.start({
      ...who,
      target,
      exclusion,
      scanType: ScanType.parse(row.scanType),
      nmap,
      fill,
      signal: AbortSignal.any([signal, lost.signal]),
      schedule: {
        id: row.id,
        isByHand,
        onEnd: (db, scan) => this.#end(db, { claim, target, exclusion }, scan),
      },
    });
  }

  /**
   * In the transaction that ends the scan. Throws where another process has taken the schedule: then nothing of it
   * stays.
   */
  async #end(db: Db, { claim, target, exclusion }: EndedRun, scan: EndedScan): Promise<void> {
    const [row] = await db
      .select()
      .from(discoverySchedules)
      .where(eq(discoverySchedules.id, claim.id))
      .for("no key update");
    if (row === undefined) return;
    if (row.claimToken !== claim.token) throw new Error(`schedule ${claim.id} is another process's by now`);
    const now = await databaseNow(db);
    const { scanId: id, isWhole, finds } = scan;
    const isInTarget = (address: string, mac: string | null) =>
      hasAddress(target, address) && !(mac !== null && exclusion.macAddresses.has(mac));
    const compared = await compareFinds(db, finds);
    const news = await keepNoticed(db, row.id, { scan: { id, now, isWhole, isInTarget }, finds: compared });
    await noteKeys(db, compared);
    await db
      .update(discoverySchedules)
      .set({
        lastRunAt: now,
        lastScanId: id,
        lastStatus: scan.status,
        lastError: scan.error,
        dueAt: dueAfter(now, row),
        leasedUntil: null,
        claimToken: claim.token + 1,
      })
      .where(eq(discoverySchedules.id, row.id));
    await tellNoticed({ outbox: this.#options.outbox, db }, row, news);
  }

  /**
   * A run that came to no scan: the schedule says why. What was refused is tried again after the interval; what the
   * service or its database could not do at the moment is tried again soon, by whichever process can.
   */
  async #noteRefusal({ claim: { id, token }, row, isByHand }: NotedRun, error: unknown): Promise<void> {
    const { database, log } = this.#options;
    const { db } = database;
    const isRefused = error instanceof ApiError;
    if (!isRefused)
      log.error({ err: error, schedule: id }, "a scheduled scan came to nothing; it is tried again");
    const text = isRefused ? oneLine(error.message) : UNEXPECTED;
    const now = await databaseNow(db);
    const isTriedSoon = !isByHand && !(isRefused && error.status < 500);
    const soon = new Date(now.getTime() + RETRY_MS);
    const usual = dueAfter(now, row);
    const dueAt = isTriedSoon && soon < usual ? soon : usual;
    await db.execute(sql`
      UPDATE discovery_schedules SET last_run_at = now(), last_status = 'failed', last_error = ${text},
        due_at = ${dueAt.toISOString()}, leased_until = NULL, claim_token = claim_token + 1
      WHERE id = ${id} AND claim_token = ${token}`);
  }

  async #renew(): Promise<void> {
    const runs = [...this.#held.values()];
    const kept = await this.#queue.renew(runs.map(({ claim }) => claim)).catch((error: unknown) => {
      this.#options.log.debug({ err: error }, "cannot renew the leases of schedules");
    });
    if (kept === undefined) return;
    const ids = new Set(kept.map(({ id }) => id));
    for (const { claim, lost } of runs) {
      if (!ids.has(claim.id)) lost.abort(new Error("another process has taken over the schedule"));
    }
  }
}

type Run = { claim: Claim; row: ScheduleRow; lost: AbortController };
type NotedRun = { claim: Claim; row: ScheduleRow; isByHand: boolean };
type EndedRun = { claim: Claim; target: Target; exclusion: Exclusion };
