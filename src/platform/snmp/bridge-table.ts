import { OutOfTimeError, ProbeTrouble } from "../probe/trouble";
import { numberIn } from "./cells";
import { isInterfaceAddress, macAddressOf } from "./octets";
import type { SnmpSession } from "./session";
import { walkTable, type Columns, type Table } from "./table";
import type { Walk, WalkOptions } from "./walk";

/** BRIDGE-MIB (RFC 4188), dot1dBridge. */
export const BRIDGE = "1.3.6.1.2.1.17";
const BASE_PORT_IF_INDEX: Columns<"ifIndex"> = [["ifIndex", `${BRIDGE}.1.4.1.2`]];

type Name = "port" | "status";
/** dot1dTpFdbTable; Q-BRIDGE-MIB (RFC 4363): dot1qTpFdbTable. */
const TABLES = {
  plain: [
    ["port", `${BRIDGE}.4.3.1.2`],
    ["status", `${BRIDGE}.4.3.1.3`],
  ],
  byVlan: [
    ["port", `${BRIDGE}.7.1.2.2.1.2`],
    ["status", `${BRIDGE}.7.1.2.2.1.3`],
  ],
} as const satisfies Record<string, Columns<Name>>;

/** Of both tables' status: 1 other, 2 invalid, 3 learned, 4 self, 5 mgmt. */
const LEARNED = 3;
const SELF = 4;
const MAC_OCTETS = 6;
const MAX_PORT = 65_535;
const MAX_IF_INDEX = 2_147_483_647;

/** What a bridge has learned; `port` is its own number. */
export type Learned = { macAddress: string; filteringId: number; port: number };
export type BridgeTable = {
  learned: Learned[];
  /** MAC addresses that it calls its own. */
  own: string[];
  brokenOff: Walk["brokenOff"];
};

/**
 * The table of learned addresses, the one with VLANs or the one without. What the bridge has been told, is not valid
 * any more, is a group's or at a port that cannot be, is left out. @throws as `walkTable`.
 */
export async function readBridgeTable(
  session: SnmpSession,
  kind: keyof typeof TABLES,
  options: WalkOptions,
): Promise<BridgeTable> {
  const { rows, brokenOff } = await walkTable<Name>(session, TABLES[kind], options);
  const before = kind === "byVlan" ? 1 : 0;
  const learned: Learned[] = [];
  const own: string[] = [];
  // Some agents know no status at all.
  const tellsStatus = rows.some(({ cells }) => cells.has("status"));
  for (const row of rows) {
    const macAddress = macAddressIn(row.index.slice(before));
    if (row.index.length !== before + MAC_OCTETS || macAddress === undefined) continue;
    const status = numberIn(row, "status");
    if (status === SELF) own.push(macAddress);
    const port = numberIn(row, "port");
    if ((tellsStatus && status !== LEARNED) || !isWithin(port, MAX_PORT)) continue;
    learned.push({ macAddress, filteringId: before === 0 ? 0 : (row.index[0] ?? 0), port });
  }
  return { learned, own, brokenOff };
}

function macAddressIn(octets: readonly number[]): string | undefined {
  if (!octets.every((octet) => octet >= 0 && octet <= 255)) return undefined;
  const macAddress = macAddressOf(Buffer.from(octets));
  return macAddress !== undefined && isInterfaceAddress(macAddress) ? macAddress : undefined;
}

/** The ifIndex of a bridge's port; negative: its own number, where the agent tells no other. */
export type IndexOf = (port: number) => number;

/** Of every port of the bridge the interface. */
export async function readPortIndexes(
  session: SnmpSession,
  options: WalkOptions,
): Promise<{ indexOf: IndexOf; brokenOff: Walk["brokenOff"] }> {
  const { rows, brokenOff } = await walkBeside(session, BASE_PORT_IF_INDEX, options);
  const indexes = new Map(
    rows.flatMap((row): [number, number][] => {
      const [port = 0, ...more] = row.index;
      const ifIndex = numberIn(row, "ifIndex");
      return more.length === 0 && isWithin(ifIndex, MAX_IF_INDEX) ? [[port, ifIndex]] : [];
    }),
  );
  return { indexOf: (port) => indexes.get(port) ?? -port, brokenOff };
}

/** A table that stands beside another, which is worth something without it. @throws the signal's reason. */
export async function walkBeside<Column extends string>(
  session: SnmpSession,
  columns: Columns<Column>,
  options: WalkOptions,
): Promise<Table<Column>> {
  try {
    return await walkTable(session, columns, options);
  } catch (error) {
    if (!(error instanceof ProbeTrouble)) throw error;
    return { rows: [], brokenOff: error instanceof OutOfTimeError ? "time" : "trouble" };
  }
}

/** A whole number from 1 on. */
export function isWithin(number: number | null | undefined, most = MAX_IF_INDEX): number is number {
  return number !== undefined && number !== null && Number.isInteger(number) && number >= 1 && number <= most;
}
