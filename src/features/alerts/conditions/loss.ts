import { findLossyDevices, type HistoryReader, type NamedTarget } from "#features/monitoring";
import type { Condition } from "./condition";
import { foundAt, onlyOf } from "./targets";
import { figure, labelOf } from "../words";

/** Devices of which too many results of the rule's window were down. */
export function createLossCondition(onDamage: HistoryReader["onDamage"]): Condition {
  return async ({ db, now }, rule) => {
    const { lossPctThreshold: percent, lossWindowMinutes: windowMinutes } = rule;
    if (percent === null) return [];
    const asked = { now, windowMinutes, percent, only: onlyOf(rule) };
    const lossy = await findLossyDevices({ db, onDamage }, asked);
    return lossy.map((device) =>
      foundAt(device, rule, lossWords(device, { lossPercent: device.lossPercent, percent })),
    );
  };
}

/** That a device loses packets, for people. */
export function lossWords(
  device: NamedTarget,
  { lossPercent, percent }: { lossPercent: number; percent: number },
): string {
  return `${labelOf(device)} ping loss ${figure(lossPercent, percent)}% is above the ${percent}% threshold`;
}
