import { findFlappingDevices } from "#features/monitoring";
import type { Condition } from "./condition";
import { foundAt, onlyOf } from "./targets";
import { labelOf } from "../words";

/** Devices that come and go. */
export const deviceFlapping: Condition = async ({ db, now }, rule) => {
  const flapping = await findFlappingDevices(db, { now, only: onlyOf(rule) });
  return flapping.map((device) =>
    foundAt(
      device,
      rule,
      `${labelOf(device)} is flapping — ${device.changes} status changes in the last hour`,
    ),
  );
};
