import type { OperationRunner, RunningOperation } from "#features/operations";
import type { Logger } from "#platform/log";
import { createPrintQueue } from "../print-queue";
import { keepReport, keptReportPath } from "./kept";
import { periodOf, type Period } from "./period";
import { collectFor, recordPrint, render, type PrinterOptions, type ReportRequest } from "./print";

export type DeskOptions = PrinterOptions & { operations: OperationRunner; log: Logger };

/** Where the reports that people ask this process for are made: few at a time, of each caller one. */
export class ReportDesk {
  readonly #options: DeskOptions;
  readonly #queue = createPrintQueue({ atOnce: 2, one: "report", many: "reports" });

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /**
   * Makes a report as a PDF file. Where the signal fires, the work ends.
   * @throws ApiError 422 for a period that is none, 429 where the caller has too many waiting, 503 where its turn does
   * not come in time.
   */
  async print(request: ReportRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const options = this.#options;
    const period = periodOf(request.query, request.now);
    const work = async () => render(options, await collectFor(options, request, { period, signal }), signal);
    const file = await this.#queue.run(request.caller.userId, work, signal);
    await recordPrint(options.db, request, { period, file });
    return file;
  }

  /**
   * Makes a report as an operation, whose result leads to the file; tells `begun` its id.
   * @throws ApiError 422 for a period that is none, 503 where the service stops.
   */
  async printBehind(request: ReportRequest, begun: (id: string) => void): Promise<void> {
    const period = periodOf(request.query, request.now);
    const { userId } = request.caller;
    const { signal } = new AbortController();
    const { operations } = this.#options;
    await operations.run({ kind: "report", userId, phase: "waiting", signal }, async (operation) => {
      begun(operation.id);
      await this.#carryOut(request, { period, operation });
    });
  }

  async #carryOut(
    request: ReportRequest,
    { period, operation }: { period: Period; operation: RunningOperation },
  ): Promise<void> {
    const { id, signal } = operation;
    const work = async () => {
      await operation.report({ phase: "collecting" });
      const data = await collectFor(this.#options, request, { period, signal });
      await operation.report({ phase: "printing" });
      return render(this.#options, data, signal);
    };
    const file = await this.#queue.run(request.caller.userId, work, signal);
    await this.#options.db.transaction(async (db) => {
      await keepReport(db, id, file);
      await recordPrint(db, request, { period, file });
      await operation.finish(db, { result: { bytes: file.byteLength }, resultPath: keptReportPath(id) });
    });
  }
}
