import type { Varbind } from "net-snmp";
import { textOf } from "./octets";
import { valueOf } from "./read";
import type { TableRow } from "./table";

/** The octets of a cell; empty: it is not there, or is no string. */
export function octetsIn<Name extends string>({ cells }: TableRow<Name>, name: Name): Buffer {
  return octetsOf(cells.get(name));
}

/** Null: it is not there, is no string, or is blank. */
export function textIn<Name extends string>(row: TableRow<Name>, name: Name): string | null {
  return textOf(octetsIn(row, name));
}

/** Null: it is not there, or no number. */
export function numberIn<Name extends string>({ cells }: TableRow<Name>, name: Name): number | null {
  const variable = cells.get(name);
  const number = variable === undefined ? null : (valueOf(variable)?.number ?? null);
  return number === null ? null : Number(number);
}

function octetsOf(variable: Varbind | undefined): Buffer {
  return Buffer.isBuffer(variable?.value) ? variable.value : Buffer.alloc(0);
}
