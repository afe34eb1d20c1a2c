import type { CollectorReport } from "#features/syslog";
import type { Condition, ConditionContext, Found } from "./condition";
import { findLosingRelays } from "./relays";
import { counted } from "../words";

/** How all collectors are. Whoever asks says with it how its own one is. */
export type ReadCollectors = (ctx: ConditionContext) => Promise<CollectorReport[]>;

/** Of a rule that says nothing else. */
const USED_PERCENT = 90;
const GIBIBYTE = 1024 ** 3;

/** Disks under data folders that are nearly full, and journals that take nothing more for want of space. */
export function createDiskCondition(readCollectors: ReadCollectors): Condition {
  return async (ctx, { thresholdPercent }) => {
    const bound = thresholdPercent ?? USED_PERCENT;
    return (await readCollectors(ctx)).flatMap((report) => [
      ...fullDisk(report, bound),
      ...fullJournal(report),
    ]);
  };
}

function fullDisk({ collector, usedPercent, freeBytes }: CollectorReport, bound: number): Found[] {
  if (usedPercent < bound) return [];
  const free = (freeBytes / GIBIBYTE).toFixed(1);
  const sentence =
    `The disk of the data folder of collector ${collector} is ${Math.floor(usedPercent)}% full: ` +
    `${free} GiB are free (bound: ${bound}%)`;
  return [{ subject: `disk:${collector}`, cause: `disk:${collector}`, sentence }];
}

function fullJournal({ collector, shortage }: CollectorReport): Found[] {
  if (shortage === null) return [];
  const why = shortage === "disk_full" ? "its disk has too little free space" : "it has reached its bound";
  const sentence = `The syslog journal of collector ${collector} takes no more messages: ${why}`;
  return [{ subject: `journal:${collector}`, cause: `disk:${collector}`, sentence }];
}

/** Collectors, relays among them, that have lost messages within the last five minutes. */
export function createLosingCondition(readCollectors: ReadCollectors): Condition {
  return async (ctx) => {
    const reports = await readCollectors(ctx);
    const losing = reports.flatMap(({ collector, lost }) => {
      if (lost === null) return [];
      const reasons = Object.entries(lost).map(([reason, count]) => `${reason} ${count}`);
      const total = Object.values(lost).reduce((sum, count) => sum + count, 0);
      const sentence = `Collector ${collector} is losing messages: ${counted(total, "message")} (${reasons.join(", ")})`;
      return [{ subject: `collector:${collector}`, sentence }];
    });
    return [...losing, ...(await findLosingRelays(ctx))];
  };
}
