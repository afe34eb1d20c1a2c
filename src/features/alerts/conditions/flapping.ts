import { findFlappingDevices, type NamedTarget } from "#features/monitoring";
import type { Condition } from "./condition";
import { foundAt, onlyOf } from "./targets";
import { labelOf } from "../words";

/** Devices that come and go. */
export const deviceFlapping: Condition = async ({ db, now }, rule) => {
  const flapping = await findFlappingDevices(db, { now, only: onlyOf(rule) });
  return flapping.map((device) => foundAt(device, rule, flappingWords(device, device.changes)));
};

/** That a device comes and goes, for people. */
export function flappingWords(device: NamedTarget, changes: number): string {
  return `${labelOf(device)} is flapping — ${changes} status changes in the last hour`;
}
