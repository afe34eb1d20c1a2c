import type { Varbind } from "net-snmp";
import { oneLine } from "#platform/one-line";
import { textOf } from "#platform/snmp/octets";
import { valueOf } from "#platform/snmp/read";
import type { SnmpSession } from "#platform/snmp/session";
import type { TableRow } from "#platform/snmp/table";
import { describeValue } from "#platform/snmp/value";
import type { WalkOptions } from "#platform/snmp/walk";

/** By what sensors are grouped for people, in that order. */
export const SENSOR_CATEGORIES = [
  "cpu",
  "memory",
  "storage",
  "temperature",
  "humidity",
  "fan",
  "voltage",
  "current",
  "power",
  "ups",
  "other",
] as const;
export type SensorCategory = (typeof SENSOR_CATEGORIES)[number];

/** What an agent itself holds of a sensor. */
export type AgentStatus = "ok" | "warning" | "critical" | "unknown";

/** What was read of one sensor. */
export type Reading = {
  /** Tells it from the device's others, the same each time: the group that it is of, and its place there. */
  key: string;
  category: SensorCategory;
  name: string;
  /** Blank: a mere number. */
  unit: string;
  /** Where the value stands; of one that is reckoned the first of what it comes from. */
  oid: string;
  /** Null: there is none at the moment. */
  value: number | null;
  /** Null: the agent judges nothing. */
  status: AgentStatus | null;
  /** What people read beside or instead of the number; null: the number says it. */
  words: string | null;
};

/** One agent, within what it is asked, and what names of it are known already, by object identifier. */
export type Asked = { session: SnmpSession; options: WalkOptions; names: Map<string, string | null> };

/** `isWhole`: what is not among the readings is not there. */
export type GroupReadings = { readings: Reading[]; isWhole: boolean };

/** A part of a MIB that an agent has or has not. */
export type Group = {
  name: string;
  /** @throws ProbeTrouble where the first row or variable cannot be had, the signal's reason. */
  read(asked: Asked): Promise<GroupReadings>;
};

/** What a number means as a status. */
export type Statuses = Readonly<Record<number, readonly [status: AgentStatus, words: string]>>;

/** Longer names help nobody, and come from outside. */
const NAME_LENGTH = 120;
/** A value that needs more digits than that is none of a sensor; so is one that is smaller. */
const LARGEST = 1e18;
const DIGITS = 9;

/** The number as it is kept: finite, at most 10^18, to nine digits; null: it is none. */
export function sensorValue(number: number | bigint | null): number | null {
  const value = usableNumber(number);
  return value === null ? null : Number(value.toPrecision(DIGITS));
}

/** Null: it is none, not finite, or beyond 10^18. */
export function usableNumber(number: number | bigint | null): number | null {
  const value = number === null ? Number.NaN : Number(number);
  return Math.abs(value) <= LARGEST ? value : null;
}

/** The number in a cell of a table; null: it is not there, or is none. */
export function numberIn<Name extends string>({ cells }: TableRow<Name>, name: Name): number | null {
  return numberOf(cells.get(name));
}

/** The number of a variable; null: it has none. */
function numberOf(variable: Varbind | undefined): number | null {
  return usableNumber(variable === undefined ? null : (valueOf(variable)?.number ?? null));
}

/** One line of at most 120 characters in a cell; null: it is not there, or is blank. */
export function textIn<Name extends string>({ cells }: TableRow<Name>, name: Name): string | null {
  const octets = cells.get(name)?.value;
  return shortName(Buffer.isBuffer(octets) ? textOf(octets) : null);
}

/** The object identifier in a cell, or any other value, as text; blank: it is not there. */
export function identifierIn<Name extends string>({ cells }: TableRow<Name>, name: Name): string {
  const variable = cells.get(name);
  const value = variable === undefined ? null : valueOf(variable);
  return value === null ? "" : describeValue(value);
}

/** What names a sensor: one line of at most 120 characters. */
export function shortName(text: string | null): string | null {
  const line = oneLine(text ?? "");
  return line.slice(0, NAME_LENGTH).replace(/[\ud800-\udbff]$/, "") || null;
}

/** The part of a whole in percent; null where there is no whole. */
export function percentOf(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || whole <= 0) return null;
  return Math.round((part / whole) * 1000) / 10;
}

const STEPS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** "36.2 of 50.0 GiB": both in the unit that fits the whole. */
export function describeOctets(part: number, whole: number): string {
  const step = Math.min(STEPS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, whole)) / 10)));
  const [one, all] = [part, whole].map((octets) => (octets / 1024 ** step).toFixed(1));
  return `${one} of ${all} ${STEPS[step] ?? "B"}`;
}
