import type { Reachability } from "#platform/echo/reachability";
import { listInterfaces } from "#platform/network/interfaces";
import { readRoutes } from "#platform/network/route-table";
import type { WorkerPool } from "#platform/workers";
import { Asker } from "./asker";
import { Candidates } from "./candidates";
import { complete } from "./complete";
import { Finds } from "./finds";
import { knockPorts } from "./knock-ports";
import { lookForHosts } from "./look";
import type { SweepOptions, SweepSink, SweepSummary } from "./models";
import { findNames } from "./names/find-names";
import { lookByNmap } from "./nmap/look-by-nmap";
import { Pacer } from "./pacer";
import { dotted, Places, segmentsOf } from "./places";
import { checkPorts, readEveryService } from "./ports";
import { Progress } from "./progress";
import type { Method, Run } from "./run";
import { summaryOf } from "./summary";

/** What a sweep works with; all of it outlives the sweep. */
export type SweepContext = { reachability: Reachability; pool: WorkerPool };

/** The time that a sweep may take is over. */
class TimeOverError extends Error {}

/**
 * Finds out which addresses have hosts, and what they are: by ARP on segments of ours, else by ICMP echoes and TCP
 * connections; or by nmap. Each address must be one that may be sent to. Ends after `limitMs` with what it has by then.
 * @throws the signal's reason, ApiError where nmap fails, ScanInterruptedError, EchoInterruptedError,
 * EchoOverloadError; what was found until then has been told.
 */
export async function sweep(
  { reachability, pool }: SweepContext,
  options: SweepOptions,
  sink: SweepSink,
): Promise<SweepSummary> {
  options.signal.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new TimeOverError("the time of the sweep is over")),
    options.limitMs,
  );
  const used = new Set<Method>();
  const unasked = new Map<string, number>();
  const signal = AbortSignal.any([options.signal, limit.signal]);
  const run = beginRun(reachability, {
    options,
    signal,
    sink,
    uses: (method) => void used.add(method),
    noteUnasked: (reason) => void unasked.set(reason, (unasked.get(reason) ?? 0) + 1),
  });
  try {
    const { isOver, notes } = await runPhases(run, { pool, limit: limit.signal });
    options.signal.throwIfAborted();
    await complete(run, pool);
    run.progress.tell();
    const endedAt = isOver ? { seconds: options.limitMs / 1000 } : null;
    return summaryOf({ run, used, unasked, reachability, endedAt, notes });
  } finally {
    clearTimeout(timer);
    await run.asker.close();
  }
}

/** Gives whether the time was over before the last phase was. */
async function runPhases(
  run: Run,
  { pool, limit }: { pool: WorkerPool; limit: AbortSignal },
): Promise<{ isOver: boolean; notes: string[] }> {
  try {
    const { nmap } = run.options;
    if (nmap === undefined) await lookForHosts(run);
    else await lookByNmap(run, nmap);
    await complete(run, pool);
    await (nmap === undefined ? checkPorts(run) : readEveryService(run));
    return { isOver: false, notes: await findNames(run) };
  } catch (error) {
    if (!limit.aborted || error !== limit.reason) throw error;
    return { isOver: true, notes: [] };
  }
}

type Beginning = Pick<Run, "options" | "signal" | "uses" | "noteUnasked"> & { sink: SweepSink };

function beginRun(reachability: Reachability, { sink, ...given }: Beginning): Run {
  const { options, signal } = given;
  const interfaces = listInterfaces();
  const pacer = new Pacer({ packetsPerSecond: options.packetsPerSecond, signal });
  const finds = new Finds((find) => sink.onFind(find));
  const asker = new Asker({
    reachability,
    pacer,
    signal,
    segments: segmentsOf(interfaces),
    onArp: ({ address, macAddress, afterMs }) => {
      const isFirst = !finds.has(dotted(address));
      finds.learn(dotted(address), { by: "arp", macAddress, ...(isFirst && { roundTripMs: afterMs }) });
    },
  });
  return {
    ...given,
    pacer,
    asker,
    finds,
    places: new Places({ interfaces, routes: readRoutes(), segments: asker.segments }),
    candidates: new Candidates(),
    knocks: knockPorts(options.ports),
    progress: new Progress(finds, (progress) => sink.onProgress(progress)),
    omitted: new Map(),
  };
}
