import type { Db } from "#platform/database";
import { toCsv } from "#platform/csv";
import { openBindings } from "./history";
import type { AddressBinding, BindingFilter } from "./models";

const COLUMNS = [
  "ip_address",
  "from",
  "to",
  "seen_at",
  "is_ended",
  "mac_address",
  "client_id",
  "hostname",
  "switch_name",
  "switch_port",
  "source",
  "reporter",
] as const satisfies (keyof AddressBinding)[];

const encoder = new TextEncoder();

/** Bindings as CSV, the latest begun first. Throws 404 where the device is none. */
export async function openBindingsCsv(db: Db, wanted: BindingFilter): Promise<AsyncGenerator<Uint8Array>> {
  return encode(await openBindings(db, wanted));
}

async function* encode(bindings: AsyncGenerator<AddressBinding[]>): AsyncGenerator<Uint8Array> {
  yield encoder.encode(toCsv([COLUMNS]));
  for await (const rows of bindings) {
    yield encoder.encode(toCsv(rows.map((row) => COLUMNS.map((column) => cellOf(row[column])))));
  }
}

function cellOf(value: string | boolean | null): string | null {
  return typeof value === "boolean" ? String(value) : value;
}
