import { tooManyRequests } from "#platform/errors";
import { FairQueue, type FairQueueCounts } from "#platform/fair-queue";

const SEARCHES_AT_ONCE = 4;
const EXPORT_PAGES_AT_ONCE = 2;
const AT_ONCE_PER_CALLER = 2;
const WAITING_PER_CALLER = 16;
/** With a search's own time limit it stays below the minute for which proxies wait. */
const MAX_WAIT_MS = 30_000;
const EXPORTS_PER_CALLER = 2;
const RETRY_EXPORT_SECONDS = 10;

/**
 * Who may search when: one caller, whatever its sessions and keys, takes neither all places nor all turns from the
 * others. Exports have places of their own, page by page, so that a file that is slow to load keeps nobody from
 * searching.
 */
export class SearchQueues {
  readonly #searches = new FairQueue({
    atOnce: SEARCHES_AT_ONCE,
    atOncePerCaller: AT_ONCE_PER_CALLER,
    waitingPerCaller: WAITING_PER_CALLER,
    longestWaitMs: MAX_WAIT_MS,
    refusals: {
      tooMany: "Too many of your searches are waiting",
      tooLong: `The search has waited ${MAX_WAIT_MS / 1000} seconds for its turn`,
    },
  });
  /** No page is refused: its file would end in the middle. The number of exports bounds what waits. */
  readonly #exportPages = new FairQueue({
    atOnce: EXPORT_PAGES_AT_ONCE,
    atOncePerCaller: 1,
    waitingPerCaller: EXPORTS_PER_CALLER,
    longestWaitMs: Infinity,
    refusals: { tooMany: "our bug: pages of more exports than may run", tooLong: "" },
  });
  /** Exports that run, by caller. */
  readonly #exports = new Map<number, number>();
  #refusedExports = 0;

  /** @throws ApiError 429 where the caller has too many searches waiting, 503 where its turn does not come in time. */
  search<T>(callerId: number, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#searches.run(callerId, work, signal);
  }

  readExportPage<T>(callerId: number, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#exportPages.run(callerId, work, signal);
  }

  /**
   * Gives what to call when the export has ended; it ends with the signal, too. @throws ApiError 429 where the caller
   * has two.
   */
  beginExport(callerId: number, signal: AbortSignal): () => void {
    signal.throwIfAborted();
    const own = this.#exports.get(callerId) ?? 0;
    if (own >= EXPORTS_PER_CALLER) {
      this.#refusedExports++;
      throw tooManyRequests("Two of your exports are running; wait for one to end", RETRY_EXPORT_SECONDS);
    }
    this.#exports.set(callerId, own + 1);
    let isRunning = true;
    const end = () => {
      if (!isRunning) return;
      isRunning = false;
      signal.removeEventListener("abort", end);
      const left = (this.#exports.get(callerId) ?? 1) - 1;
      if (left === 0) this.#exports.delete(callerId);
      else this.#exports.set(callerId, left);
    };
    signal.addEventListener("abort", end, { once: true });
    return end;
  }

  /** For the metrics. */
  counts(): { searches: FairQueueCounts; exports: { running: number; refused: number } } {
    const running = [...this.#exports.values()].reduce((sum, own) => sum + own, 0);
    return { searches: this.#searches.counts, exports: { running, refused: this.#refusedExports } };
  }
}
