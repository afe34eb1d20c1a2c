import { findLossyDevices, type HistoryReader } from "#features/monitoring";
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
    return lossy.map((device) => {
      const loss = figure(device.lossPercent, percent);
      return foundAt(
        device,
        rule,
        `${labelOf(device)} ping loss ${loss}% is above the ${percent}% threshold`,
      );
    });
  };
}
