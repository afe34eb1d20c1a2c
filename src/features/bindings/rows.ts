import { sql } from "drizzle-orm";
import { z } from "zod";
import { toTimestamp } from "#platform/http/fields";
import { canonicalAddress } from "#platform/ip";
import type { AddressBinding } from "./models";

const milliseconds = (column: string) =>
  `(extract(epoch FROM binding.${column}) * 1000)::float8 AS ${column}`;

/** Of a table, or a part of a statement, that is called `binding`. */
export const bindingColumns = sql.raw(
  [
    "binding.address, binding.source, binding.reporter, binding.is_ended, binding.mac_address, binding.client_id",
    "binding.host, binding.switch_name, binding.switch_port",
    ...["held_from", "seen_at", "ends_at"].map(milliseconds),
  ].join(", "),
);

const text = z.string().nullable();

export const BindingRow = z.object({
  address: z.string(),
  source: z.string(),
  reporter: z.string(),
  held_from: z.coerce.date(),
  seen_at: z.coerce.date(),
  ends_at: z.coerce.date(),
  is_ended: z.boolean(),
  mac_address: text,
  client_id: text,
  host: text,
  switch_name: text,
  switch_port: text,
});
export type BindingRow = z.infer<typeof BindingRow>;

export function toAddressBinding(row: BindingRow): AddressBinding {
  return {
    ip_address: canonicalAddress(row.address) ?? row.address,
    mac_address: row.mac_address,
    client_id: row.client_id,
    hostname: row.host,
    switch_name: row.switch_name,
    switch_port: row.switch_port,
    source: row.source,
    reporter: row.reporter,
    from: toTimestamp(row.held_from),
    seen_at: toTimestamp(row.seen_at),
    to: toTimestamp(row.ends_at),
    is_ended: row.is_ended,
  };
}
