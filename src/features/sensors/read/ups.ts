import { scalarGroup, tableGroup } from "./groups";
import type { Group, Statuses } from "./reading";

/** UPS-MIB (RFC 1628). */
const UPS = "1.3.6.1.2.1.33.1";
/** PowerNet-MIB of APC. */
const APC = "1.3.6.1.4.1.318.1.1.1";

const BATTERY: Statuses = {
  1: ["unknown", "battery unknown"],
  2: ["ok", "battery normal"],
  3: ["critical", "battery low"],
  4: ["critical", "battery depleted"],
};

const SOURCE: Statuses = {
  1: ["unknown", "another source"],
  2: ["critical", "no output"],
  3: ["ok", "on line"],
  4: ["warning", "on bypass"],
  5: ["warning", "on battery"],
  6: ["warning", "booster"],
  7: ["warning", "reducer"],
};

const APC_BATTERY: Statuses = {
  1: ["unknown", "battery unknown"],
  2: ["ok", "battery normal"],
  3: ["critical", "battery low"],
  4: ["critical", "battery in fault"],
};

const APC_OUTPUT: Statuses = {
  1: ["unknown", "unknown"],
  2: ["ok", "on line"],
  3: ["warning", "on battery"],
  4: ["ok", "on smart boost"],
  5: ["warning", "sleeping"],
  6: ["warning", "on bypass by software"],
  7: ["critical", "off"],
  8: ["warning", "restarting"],
  9: ["warning", "on bypass by switch"],
  10: ["critical", "on bypass after a failure"],
  11: ["warning", "sleeping until power returns"],
  12: ["ok", "on smart trim"],
};

const APC_REPLACE: Statuses = {
  1: ["ok", "battery good"],
  2: ["warning", "battery to be replaced"],
};

/** TimeTicks to minutes. */
const PER_TICK = 1 / 6000;

const percent = (number: number | null) => number !== null && number >= 0;

/** UPS-MIB: battery, input and output. What it holds of itself is its state: on battery, battery low. */
export const UPS_GROUPS: readonly Group[] = [
  scalarGroup("ups", [
    { oid: `${UPS}.2.1.0`, category: "ups", name: "Battery", statuses: BATTERY },
    { oid: `${UPS}.4.1.0`, category: "ups", name: "Output source", statuses: SOURCE },
    { oid: `${UPS}.2.4.0`, category: "ups", name: "Charge", unit: "%" },
    { oid: `${UPS}.2.3.0`, category: "ups", name: "Runtime left", unit: "min" },
    { oid: `${UPS}.2.2.0`, category: "ups", name: "Seconds on battery", unit: "s" },
    { oid: `${UPS}.2.5.0`, category: "ups", name: "Battery voltage", unit: "V", step: 0.1 },
    { oid: `${UPS}.2.7.0`, category: "ups", name: "Battery temperature", unit: "°C" },
  ]),
  tableGroup({
    name: "ups-input",
    category: "ups",
    unit: "V",
    value: `${UPS}.3.3.1.3`,
    title: null,
    noun: "Input voltage",
  }),
  tableGroup({
    name: "ups-output",
    category: "ups",
    unit: "V",
    value: `${UPS}.4.4.1.2`,
    title: null,
    noun: "Output voltage",
  }),
  tableGroup({
    name: "ups-load",
    category: "ups",
    unit: "%",
    value: `${UPS}.4.4.1.5`,
    title: null,
    noun: "Load",
    isSensor: percent,
  }),
];

/** The basics of APC's own MIB, for those that do not have the standard one. */
export const APC_UPS: Group = scalarGroup("apc", [
  { oid: `${APC}.2.1.1.0`, category: "ups", name: "Battery", statuses: APC_BATTERY },
  { oid: `${APC}.4.1.1.0`, category: "ups", name: "Output", statuses: APC_OUTPUT },
  { oid: `${APC}.2.2.4.0`, category: "ups", name: "Battery service", statuses: APC_REPLACE },
  { oid: `${APC}.2.2.1.0`, category: "ups", name: "Charge", unit: "%" },
  { oid: `${APC}.2.2.3.0`, category: "ups", name: "Runtime left", unit: "min", step: PER_TICK },
  { oid: `${APC}.4.2.3.0`, category: "ups", name: "Load", unit: "%" },
  { oid: `${APC}.2.2.2.0`, category: "ups", name: "Battery temperature", unit: "°C" },
  { oid: `${APC}.3.2.1.0`, category: "ups", name: "Input voltage", unit: "V" },
  { oid: `${APC}.4.2.1.0`, category: "ups", name: "Output voltage", unit: "V" },
]);
