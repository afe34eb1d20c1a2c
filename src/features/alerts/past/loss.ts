import {
  findOnceFailed,
  hasOwnLoss,
  lossPercentOf,
  tellsOfLoss,
  type CheckedResult,
  type NamedTarget,
} from "#features/monitoring";
import { lossWords } from "../conditions/loss";
import { onlyOf } from "../conditions/targets";
import type { Rehearsal } from "../rehearsal/rehearsal";
import { followStates } from "./device-states";
import type { Look } from "./looks";
import { coursesOfResults, type TargetPast } from "./results";

const MINUTE_MS = 60_000;

/**
 * The share of results that were down in the rule's window, looked at each minute. Devices that never failed are not
 * read.
 */
export const lossRehearsal: Rehearsal = async (ctx, rule) => {
  const { lossPctThreshold: percent, lossWindowMinutes } = rule;
  if (percent === null) return { reason: "The rule has no bound" };
  const windowMs = lossWindowMinutes * MINUTE_MS;
  const from = new Date(ctx.from.getTime() - windowMs);
  const failed = await findOnceFailed(ctx.db, { only: onlyOf(rule), from });
  const targets = failed.filter(ctx.covers);
  const times = { fromMs: ctx.from.getTime(), toMs: ctx.to.getTime(), windowMs };
  const courses = coursesOfResults(ctx, rule, {
    targets,
    from,
    looksAt: (target, past) => looksAtLoss(target, past, { ...times, percent }),
  });
  return { gap: null, total: targets.length, courses };
};

type Bounds = { fromMs: number; toMs: number; windowMs: number; percent: number };

function looksAtLoss(device: NamedTarget, { results, states }: TargetPast, bounds: Bounds): Look[] {
  const { fromMs, toMs, windowMs, percent } = bounds;
  const stateAt = followStates(states);
  const window = new LossWindow(results);
  const looks: Look[] = [];
  for (let atMs = fromMs; atMs <= toMs; atMs += MINUTE_MS) {
    const lossPercent = window.at(atMs, windowMs);
    const isFound =
      lossPercent !== undefined && lossPercent >= percent && hasOwnLoss(stateAt(atMs) ?? "unknown");
    if (isFound) looks.push({ atMs, kind: "found", sentence: lossWords(device, { lossPercent, percent }) });
    else if (looks.at(-1)?.kind !== "absent") looks.push({ atMs, kind: "absent" });
  }
  return looks;
}

/** Counts the results of a window that goes on with time. */
class LossWindow {
  readonly #results: readonly CheckedResult[];
  #first = 0;
  #next = 0;
  readonly #count = { told: 0, down: 0 };

  constructor(results: readonly CheckedResult[]) {
    this.#results = results.filter(tellsOfLoss);
  }

  /** Of 100; undefined: too few to tell. Moments come one after the other. */
  at(atMs: number, windowMs: number): number | undefined {
    for (let result = this.#results[this.#next]; isAt(result, atMs); result = this.#results[this.#next]) {
      this.#add(result, 1);
      this.#next += 1;
    }
    // What is exactly as old as the window is long still belongs to it.
    for (let result = this.#results[this.#first]; isAt(result, atMs - windowMs - 1);) {
      this.#add(result, -1);
      this.#first += 1;
      result = this.#results[this.#first];
    }
    return lossPercentOf(this.#count);
  }

  #add({ rawStatus }: CheckedResult, by: 1 | -1): void {
    this.#count.told += by;
    if (rawStatus === "down") this.#count.down += by;
  }
}

function isAt(result: CheckedResult | undefined, untilMs: number): result is CheckedResult {
  return result !== undefined && result.at.getTime() <= untilMs;
}
