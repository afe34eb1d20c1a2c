import { z } from "@hono/zod-openapi";
import { dryRunFields } from "#platform/http/dry-run";
import {
  boolean,
  filterText,
  ipAddress,
  macAddressOrNull,
  timestamp,
  toTimestamp,
} from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { canonicalAddress } from "#platform/ip";
import { addressFilters } from "../fields";
import type { dhcpLeases } from "../tables";
import { LEASE_FORMATS } from "./parse/lease";
import { parseUtcOffset } from "./parse/lease-time";

/** Where leases come from whose import names no source. */
export const DEFAULT_SOURCE = "import";

const source = z.string().trim().min(1).max(120).openapi({ example: "dhcp1.example.net" });

const utcOffset = z
  .string()
  .transform((text, context) => {
    // In a query string a bare "+" arrives as a blank.
    const minutes = parseUtcOffset(text.replace(/^ /, "+"));
    if (minutes !== undefined) return minutes;
    context.addIssue({ code: "custom", message: "must be Z or an offset such as +02:00" });
    return z.NEVER;
  })
  .openapi({ type: "string", example: "+02:00" });

export const DhcpImportQuery = z.object({
  source: source.optional().openapi({
    description: `the server whose leases these are: an import replaces the leases of its source; default \`${DEFAULT_SOURCE}\`. Of an export of this service, which names the source of each lease, only those of this source are taken; by default all`,
  }),
  format: z.enum(LEASE_FORMATS).optional().openapi({ description: "absent: found out from the file" }),
  utc_offset: utcOffset.default(0).openapi({
    type: "string",
    description: "of times that name no zone: Windows, OPNsense and pfSense; absent: UTC",
  }),
  close_missing: boolean().default(true).openapi({
    description:
      "`false`: leases of the source that the file does not list stay, as for one of several files",
  }),
});
export type DhcpImportQuery = z.output<typeof DhcpImportQuery>;

export const DhcpImportResult = z
  .object({
    imported: z.int().openapi({ description: "leases of addresses of which the source had none" }),
    updated: z.int().openapi({ description: "leases that changed, or whose address has another client now" }),
    unchanged: z.int(),
    closed: z.int().openapi({
      description:
        "leases that the file no longer lists. Only of the address families that it lists; none where anything could not be read",
    }),
    total: z.int().openapi({ description: "leases in the file, one for each address" }),
    skipped: z.int().openapi({ description: "delegated prefixes, and leases that the file says are gone" }),
    error_count: z.int(),
    errors: z
      .array(z.object({ line: z.int(), message: z.string() }))
      .openapi({ description: "the first 100 lines (JSON: entries) that could not be read, from 1" }),
    format: z.enum(LEASE_FORMATS),
    source: z
      .string()
      .openapi({ description: "of an export of this service all sources in it, divided by commas" }),
  })
  .openapi("DhcpImportResult");
export type DhcpImportResult = z.infer<typeof DhcpImportResult>;

const text = z.string().nullable();

const leaseFields = {
  id: z.int(),
  ip_address: z.string().openapi({ example: "192.0.2.10" }),
  mac_address: text,
  client_id: text.openapi({ description: "client identifier or DUID" }),
  hostname: text,
  expires_at: timestamp.nullable().openapi({ description: "null: never" }),
  is_active: z.boolean().openapi({ description: "when it was imported" }),
  source: z.string().openapi({ example: DEFAULT_SOURCE }),
  imported_at: timestamp.openapi({ description: "when an import brought it as it is" }),
};

export const DhcpLeaseOut = z.object(leaseFields).openapi("DhcpLeaseOut");
export type DhcpLeaseOut = z.infer<typeof DhcpLeaseOut>;

export const DhcpLeaseHistoryEntry = z
  .object({
    ...leaseFields,
    closed_at: timestamp.nullable().openapi({
      description: "when an import no longer had it, or had another client; null: it is current",
    }),
  })
  .openapi("DhcpLeaseHistoryEntry");
export type DhcpLeaseHistoryEntry = z.infer<typeof DhcpLeaseHistoryEntry>;

export const DhcpLeaseQuery = z.object({
  ...pagingFields,
  ...addressFilters,
  search: filterText.optional().openapi({
    description: "part of the host name, address, MAC address or client identifier; of a network all in it",
    example: "192.0.2.0/24",
  }),
  source: source.optional(),
  is_active: boolean().optional(),
  sort: z.enum(["text", "address"]).default("text").openapi({
    description: "`text`: by the address as text; `address`: IPv4 before IPv6, each as numbers",
  }),
});
export type DhcpLeaseQuery = z.output<typeof DhcpLeaseQuery>;

export const DhcpLeaseHistoryQuery = z.object({
  ...pagingFields,
  limit: pagingFields.limit.default(100),
  source: source.optional(),
  ip_address: ipAddress().optional(),
  mac_address: macAddressOrNull().optional().openapi({ type: "string", description: "in any form" }),
});
export type DhcpLeaseHistoryQuery = z.output<typeof DhcpLeaseHistoryQuery>;

export const DhcpLeaseDeletionQuery = z.object({
  ...dryRunFields,
  source: source.optional().openapi({ description: "of this source alone" }),
});

type LeaseRow = { lease: typeof dhcpLeases.$inferSelect; source: string };

export function toLeaseOut({ lease, source }: LeaseRow): DhcpLeaseOut {
  return {
    id: lease.id,
    ip_address: canonicalAddress(lease.address) ?? lease.address,
    mac_address: lease.macAddress,
    client_id: lease.clientId,
    hostname: lease.hostname,
    expires_at: toTimestamp(lease.expiresAt),
    is_active: lease.isActive,
    source,
    imported_at: toTimestamp(lease.importedAt),
  };
}

export function toHistoryEntry(row: LeaseRow): DhcpLeaseHistoryEntry {
  return { ...toLeaseOut(row), closed_at: toTimestamp(row.lease.closedAt) };
}
