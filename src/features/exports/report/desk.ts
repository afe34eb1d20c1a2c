import { recordAudit, type Actor } from "#features/audit";
import type { OperationRunner, RunningOperation } from "#features/operations";
import type { SyslogEngine } from "#features/syslog";
import type { Db } from "#platform/database";
import { ApiError } from "#platform/errors";
import { FairQueue } from "#platform/fair-queue";
import type { Caller } from "#platform/http/guard";
import type { Logger } from "#platform/log";
import { defineTask, type WorkerPool } from "#platform/workers";
import { collectReport } from "./collect/report";
import type { ReportData } from "./data";
import { keepReport, keptReportPath } from "./kept";
import type { ReportQuery } from "./models";
import { periodOf, type Period } from "./period";

const renderTask = defineTask<ReportData, Uint8Array<ArrayBuffer>>(
  "render-report",
  new URL("../../../../workers/render-report.ts", import.meta.url),
);

export type DeskOptions = {
  db: Db;
  engine: SyslogEngine;
  pool: WorkerPool;
  operations: OperationRunner;
  version: string;
  log: Logger;
  /** What people call this service. */
  readAppName: () => Promise<string>;
};

export type ReportRequest = { query: ReportQuery; caller: Caller; actor: Actor; now: Date };

const LONGEST_WAIT_MS = 30_000;

/** Where every report of this process is made: few at a time, of each caller one. */
export class ReportDesk {
  readonly #options: DeskOptions;
  readonly #queue = new FairQueue({
    atOnce: 2,
    atOncePerCaller: 1,
    waitingPerCaller: 2,
    longestWaitMs: LONGEST_WAIT_MS,
    refusals: {
      tooMany: "Too many of your reports are waiting",
      tooLong: `The report has waited ${LONGEST_WAIT_MS / 1000} seconds for its turn`,
    },
  });

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /**
   * Makes a report as a PDF file. Where the signal fires, the work ends.
   * @throws ApiError 422 for a period that is none, 429 where the caller has too many waiting, 503 where its turn does not come in time.
   */
  async print(request: ReportRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const period = periodOf(request.query, request.now);
    const file = await this.#queue.run(
      request.caller.userId,
      async () => this.#render(await this.#collect(request, { period, signal }), signal),
      signal,
    );
    await recordPrint(this.#options.db, request, { period, file });
    return file;
  }

  /**
   * Begins a report as an operation, whose result leads to the file; gives its id.
   * @throws ApiError 422 for a period that is none, 503 where the service stops.
   */
  async begin(request: ReportRequest): Promise<string> {
    const period = periodOf(request.query, request.now);
    const { promise: begun, resolve, reject } = Promise.withResolvers<string>();
    const { userId } = request.caller;
    const { signal } = new AbortController();
    const { operations, log } = this.#options;
    operations
      .run({ kind: "report", userId, phase: "waiting", signal }, async (operation) => {
        resolve(operation.id);
        await this.#carryOut(request, { period, operation });
      })
      .catch((error: unknown) => {
        // Once it has begun, the operation says how it ended.
        if (!(error instanceof ApiError)) log.error({ err: error }, "cannot make a report");
        reject(error);
      });
    return begun;
  }

  async #carryOut(
    request: ReportRequest,
    { period, operation }: { period: Period; operation: RunningOperation },
  ): Promise<void> {
    const { id, signal } = operation;
    const work = async () => {
      await operation.report({ phase: "collecting" });
      const data = await this.#collect(request, { period, signal });
      await operation.report({ phase: "printing" });
      return this.#render(data, signal);
    };
    const file = await this.#queue.run(request.caller.userId, work, signal);
    await this.#options.db.transaction(async (db) => {
      await keepReport(db, id, file);
      await recordPrint(db, request, { period, file });
      await operation.finish(db, { result: { bytes: file.byteLength }, resultPath: keptReportPath(id) });
    });
  }

  async #collect(
    { query, caller, now }: ReportRequest,
    { period, signal }: { period: Period; signal: AbortSignal },
  ): Promise<ReportData> {
    const { db, engine, version, readAppName } = this.#options;
    const ctx = { db, engine, caller, now, version, product: await readAppName() };
    return collectReport(ctx, { period, query }, signal);
  }

  #render(data: ReportData, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    return this.#options.pool.run(renderTask, data, { signal });
  }
}

async function recordPrint(
  db: Db,
  { actor, query }: ReportRequest,
  { period, file }: { period: Period; file: Uint8Array },
): Promise<void> {
  const [from, to] = [period.from, period.to].map((moment) => moment.toISOString());
  const detail = `from=${from} to=${to} paper=${query.paper} bytes=${file.byteLength}`;
  await recordAudit({ db, actor }, { action: "export.report_pdf", detail });
}
