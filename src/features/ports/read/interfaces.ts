import type { SnmpSession } from "#platform/snmp/session";
import { numberIn, octetsIn, textIn } from "#platform/snmp/cells";
import { macAddressOf } from "#platform/snmp/octets";
import { valueOf } from "#platform/snmp/read";
import { walkTable, type Columns, type Table, type TableRow } from "#platform/snmp/table";
import type { Walk, WalkOptions } from "#platform/snmp/walk";
import type { Counter, Readings } from "../counters";
import { ADMIN_STATUSES, OPER_STATUSES, type AdminStatus, type OperStatus } from "../status";

/** A port as an agent has it at a poll. Texts are one line each. */
export type InterfaceReading = {
  ifIndex: number;
  /** Of this device no two have the same. */
  name: string;
  description: string | null;
  /** What whoever runs the device has written at it (ifAlias). */
  alias: string | null;
  /** IANAifType. */
  type: number | null;
  mtu: number | null;
  /** Null: it does not say. */
  speedBps: number | null;
  macAddress: string | null;
  adminStatus: AdminStatus;
  operStatus: OperStatus;
  /** Hundredths of a second of sysUpTime. */
  lastChange: number | null;
  discontinuity: number | null;
  readings: Readings;
};

export type Interfaces = {
  interfaces: InterfaceReading[];
  /** Why not all could be read; null: they were. */
  brokenOff: Walk["brokenOff"];
};

/** IF-MIB (RFC 2863): ifTable and ifXTable. */
const IF = "1.3.6.1.2.1.2.2.1";
const IFX = "1.3.6.1.2.1.31.1.1.1";
type Plain = "description" | "type" | "mtu" | "speed" | "mac" | "admin" | "oper" | "lastChange" | Errors;
type Errors = "inDiscards" | "inErrors" | "outDiscards" | "outErrors";
const IF_COLUMNS: Columns<Plain> = [
  ["description", `${IF}.2`],
  ["type", `${IF}.3`],
  ["mtu", `${IF}.4`],
  ["speed", `${IF}.5`],
  ["mac", `${IF}.6`],
  ["admin", `${IF}.7`],
  ["oper", `${IF}.8`],
  ["lastChange", `${IF}.9`],
  ["inDiscards", `${IF}.13`],
  ["inErrors", `${IF}.14`],
  ["outDiscards", `${IF}.19`],
  ["outErrors", `${IF}.20`],
];
type Traffic = Exclude<Counter, Errors>;
type Extended = "name" | "highSpeed" | "alias" | "discontinuity" | Traffic;
const IFX_COLUMNS: Columns<Extended> = [
  ["name", `${IFX}.1`],
  ["inOctets", `${IFX}.6`],
  ["inUnicast", `${IFX}.7`],
  ["inMulticast", `${IFX}.8`],
  ["inBroadcast", `${IFX}.9`],
  ["outOctets", `${IFX}.10`],
  ["outUnicast", `${IFX}.11`],
  ["outMulticast", `${IFX}.12`],
  ["outBroadcast", `${IFX}.13`],
  ["highSpeed", `${IFX}.15`],
  ["alias", `${IFX}.18`],
  ["discontinuity", `${IFX}.19`],
];
/** Of 32 bits, for agents and versions that have no others. */
const OLD_COLUMNS: Columns<Traffic> = [
  ["inOctets", `${IF}.10`],
  ["inUnicast", `${IF}.11`],
  ["outOctets", `${IF}.16`],
  ["outUnicast", `${IF}.17`],
  ["inMulticast", `${IFX}.2`],
  ["inBroadcast", `${IFX}.3`],
  ["outMulticast", `${IFX}.4`],
  ["outBroadcast", `${IFX}.5`],
];
const TRAFFIC: readonly Traffic[] = [
  "inOctets",
  "outOctets",
  "inUnicast",
  "outUnicast",
  "inMulticast",
  "outMulticast",
  "inBroadcast",
  "outBroadcast",
];
const ERRORS: readonly Errors[] = ["inErrors", "outErrors", "inDiscards", "outDiscards"];
/** What ifSpeed says of a port that is faster than it can say. */
const SPEED_BEYOND = 2 ** 32 - 1;
const MEGA = 1_000_000;

/**
 * The ports of an agent, by both tables of the IF-MIB. Rows that were broken off before they had a status, or a name
 * where the others have one, are left out.
 * @throws ProbeTrouble where the first row cannot be had, the signal's reason.
 */
export async function readInterfaces(session: SnmpSession, options: WalkOptions): Promise<Interfaces> {
  const plain = await walkTable(session, IF_COLUMNS, options);
  if (plain.rows.length === 0) return { interfaces: [], brokenOff: plain.brokenOff };
  const extended = await walkTable(session, IFX_COLUMNS, options);
  const more = byIndex(extended);
  const lacksTraffic = plain.rows.some((row) => more.get(indexOf(row))?.cells.has("inOctets") !== true);
  const old = lacksTraffic ? await walkTable(session, OLD_COLUMNS, options) : { rows: [], brokenOff: null };
  const oldByIndex = byIndex(old);
  const brokenOff = plain.brokenOff ?? extended.brokenOff ?? old.brokenOff;
  const needsName = more.size > 0 && brokenOff !== null;
  const found = plain.rows.flatMap((row): InterfaceReading[] => {
    const index = indexOf(row);
    const extra = more.get(index);
    if (index === 0 || !row.cells.has("oper") || (needsName && extra === undefined)) return [];
    return [readingOf({ index, row, extra, old: oldByIndex.get(index) })];
  });
  return { interfaces: withOwnNames(found), brokenOff };
}

function byIndex<Name extends string>({ rows }: Table<Name>): Map<number, TableRow<Name>> {
  return new Map(rows.map((row) => [indexOf(row), row]));
}

/** 0: it is none. */
function indexOf({ index }: { index: readonly number[] }): number {
  const [first = 0, ...others] = index;
  return others.length === 0 ? first : 0;
}

type Rows = {
  index: number;
  row: TableRow<Plain>;
  extra: TableRow<Extended> | undefined;
  old: TableRow<Traffic> | undefined;
};

function readingOf({ index, row, extra, old }: Rows): InterfaceReading {
  const description = textIn(row, "description");
  const numberOf = (name: Plain) => wholeOf(numberIn(row, name));
  return {
    ifIndex: index,
    name: (extra && textIn(extra, "name")) ?? description ?? `port ${index}`,
    description,
    alias: extra === undefined ? null : textIn(extra, "alias"),
    type: smallOf(numberOf("type")),
    mtu: smallOf(numberOf("mtu")),
    speedBps: speedOf(numberOf("speed"), extra === undefined ? null : wholeOf(numberIn(extra, "highSpeed"))),
    macAddress: macOf(octetsIn(row, "mac")),
    adminStatus: ADMIN_STATUSES.get(numberOf("admin") ?? 0) ?? "unknown",
    operStatus: OPER_STATUSES.get(numberOf("oper") ?? 0) ?? "unknown",
    lastChange: numberOf("lastChange"),
    discontinuity: extra === undefined ? null : wholeOf(numberIn(extra, "discontinuity")),
    readings: { ...trafficOf(extra, old), ...errorsOf(row) },
  };
}

/** What an unsigned number of 32 bits can be; others are none, whatever an agent sends. */
function wholeOf(value: number | null): number | null {
  return value !== null && Number.isInteger(value) && value >= 0 && value <= SPEED_BEYOND ? value : null;
}

function smallOf(value: number | null): number | null {
  return value !== null && value < 2 ** 31 ? value : null;
}

function macOf(octets: Buffer): string | null {
  const macAddress = macAddressOf(octets);
  return macAddress === undefined || macAddress === "00:00:00:00:00:00" ? null : macAddress;
}

/** ifHighSpeed is in Mbit/s, and 0 below half a one. */
function speedOf(speed: number | null, highSpeed: number | null): number | null {
  const isBeyond = speed === null || speed === 0 || speed === SPEED_BEYOND;
  const bps = isBeyond ? (highSpeed ?? 0) * MEGA : speed;
  return bps > 0 ? bps : null;
}

/** All of 64 bits where there are such octets: what does not go together is not compared. */
function trafficOf(extra: Rows["extra"], old: Rows["old"]): Readings {
  const isLong = extra?.cells.has("inOctets") === true;
  const row = isLong ? extra : old;
  if (row === undefined) return {};
  return readingsOf(TRAFFIC, (name) => cellOf(row.cells.get(name)), isLong ? 64 : 32);
}

function errorsOf(row: Rows["row"]): Readings {
  return readingsOf(ERRORS, (name) => cellOf(row.cells.get(name)), 32);
}

function readingsOf<Name extends Counter>(
  names: readonly Name[],
  valueIn: (name: Name) => bigint | null,
  bits: 32 | 64,
): Readings {
  const readings: Readings = {};
  for (const name of names) {
    const value = valueIn(name);
    if (value !== null) readings[name] = { value, bits };
  }
  return readings;
}

function cellOf(cell: Parameters<typeof valueOf>[0] | undefined): bigint | null {
  const number = cell === undefined ? null : (valueOf(cell)?.number ?? null);
  return typeof number === "bigint" && number >= 0n ? number : null;
}

/** A name that several ports have says which only with the index. */
function withOwnNames(found: readonly InterfaceReading[]): InterfaceReading[] {
  const counts = new Map<string, number>();
  for (const { name } of found) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set(counts.keys());
  return found.map((reading) => {
    if (counts.get(reading.name) === 1) return reading;
    let name = `${reading.name} (${reading.ifIndex})`;
    while (taken.has(name)) name += "*";
    taken.add(name);
    return { ...reading, name };
  });
}
