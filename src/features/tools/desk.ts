import { recordAudit, type Actor, type AuditEntry } from "#features/audit";
import type { ActiveTargetRule } from "#platform/active-targets";
import type { Db } from "#platform/database";
import { type NameServerList, systemNameServers } from "#platform/dns/system-servers";
import { FairQueue, type FairQueueCounts } from "#platform/fair-queue";
import type { LookUpName } from "#platform/name-lookup";
import type { CountToolCall } from "#platform/tool-limit";
import type { KeptFinding } from "./kept/finding";
import { holdResult } from "./kept/hold";
import { resolveToolTarget } from "./target";

export type DeskOptions = {
  db: Db;
  countCall: CountToolCall;
  targetRule: () => Promise<ActiveTargetRule>;
  /** In place of the system's look-up of names, and of its name servers. */
  lookUp?: LookUpName | undefined;
  nameServers?: (() => NameServerList) | undefined;
};

/** Who calls a tool, and when it is no longer wanted. */
export type ToolCaller = { userId: number; actor: Actor; signal: AbortSignal };

/** What a tool is let at: the one address, judged. */
export type Target = { host: string; address: string; signal: AbortSignal };

/** Calls that run at a time on this replica, and of those the ones of one user. */
const AT_ONCE = 32;
const AT_ONCE_PER_USER = 4;
const WAITING_PER_USER = 8;
const LONGEST_WAIT_MS = 20_000;

/**
 * Where every call of a tool goes through: it is counted, waits for its turn, has its target judged, and is put on
 * record.
 */
export class ToolDesk {
  readonly #options: DeskOptions;
  readonly #queue = new FairQueue({
    atOnce: AT_ONCE,
    atOncePerCaller: AT_ONCE_PER_USER,
    waitingPerCaller: WAITING_PER_USER,
    longestWaitMs: LONGEST_WAIT_MS,
    refusals: {
      tooMany: "Too many of your tool calls are waiting",
      tooLong: `The tool call has waited ${LONGEST_WAIT_MS / 1000} seconds for its turn`,
    },
  });

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** Those that are asked where a caller chooses none. */
  nameServers(): NameServerList {
    return (this.#options.nameServers ?? systemNameServers)();
  }

  /** Calls that run and wait now, and how many were sent away since start. */
  get counts(): FairQueueCounts {
    return this.#queue.counts;
  }

  /**
   * Counts a call that sends nothing to what its user names, and does it in its turn.
   * @throws ApiError 429, 503; the signal's reason.
   */
  async serve<T>(caller: ToolCaller, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    await this.#options.countCall(caller.userId);
    return this.#queue.run(caller.userId, () => work(caller.signal), caller.signal);
  }

  /**
   * Counts a call, finds and judges the address of its host, puts it on record, and does it in its turn.
   * @throws ApiError 400 for a host that may not be asked, 429, 503; the signal's reason.
   */
  async send<T>(
    caller: ToolCaller,
    { host, entry }: { host: string; entry: AuditEntry },
    work: (target: Target) => Promise<T>,
  ): Promise<T> {
    return this.serve(caller, async (signal) => {
      const address = await this.#resolve(host, signal);
      await recordAudit({ db: this.#options.db, actor: caller.actor }, entry);
      signal.throwIfAborted();
      return work({ host, address, signal });
    });
  }

  /**
   * The same for an answer that goes on after it was given: its place is kept until `done`.
   * @throws as `send`.
   */
  open(
    caller: ToolCaller,
    what: { host: string; entry: AuditEntry },
    begin: (target: Target) => { response: Response; done: Promise<void> },
  ): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const kept = this.send(caller, what, (target) => {
      const { response, done } = begin(target);
      resolve(response);
      return done;
    });
    kept.catch(reject);
    return promise;
  }

  /** The answer with the id by which whoever asked may keep it. */
  async answer<Found extends KeptFinding>(
    { userId }: ToolCaller,
    finding: Found,
  ): Promise<Found["result"] & { result_id: number | null }> {
    const resultId = await holdResult(this.#options.db, { userId, finding });
    return { ...finding.result, result_id: resultId };
  }

  async #resolve(host: string, signal: AbortSignal): Promise<string> {
    const { targetRule, lookUp } = this.#options;
    return resolveToolTarget(host, { rule: await targetRule(), lookUp, signal });
  }
}
