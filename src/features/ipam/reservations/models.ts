import { z } from "@hono/zod-openapi";
import { DeletionPreview } from "#platform/http/dry-run";
import {
  dateTime,
  filterText,
  integer,
  integerOrNull,
  macAddressOrNull,
  optionalText,
  timestamp,
  toTimestamp,
} from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { canonicalAddress } from "#platform/ip";
import { canonicalMacAddress } from "#platform/mac-address";
import { addressFilters, freeText, reservedAddress } from "../fields";
import type { ipReservations } from "../tables";

const label = z.string().trim().min(1).max(120).openapi({ example: "printer, second floor" });
const expiresAt = dateTime()
  .nullable()
  .openapi({ type: ["string", "null"], format: "date-time" });

const macAddress = macAddressOrNull().openapi({
  description: "in any form; it is stored in lower case with colons",
});

/** What is said of an address that is reserved, whoever chooses it. */
export const reservationFields = {
  label,
  mac_address: macAddress.default(null),
  notes: freeText.default(null),
  expires_at: expiresAt.default(null).openapi({
    description: "the address is free again from then on; null: never",
  }),
};

export const IpReservationCreate = z
  .object({
    ip_address: reservedAddress,
    subnet_id: integerOrNull().default(null),
    ...reservationFields,
  })
  .openapi("IpReservationCreate");
export type IpReservationCreate = z.output<typeof IpReservationCreate>;

export const IpReservationUpdate = z
  .object({
    subnet_id: integerOrNull(),
    label,
    mac_address: macAddress,
    notes: freeText,
    expires_at: expiresAt,
  })
  .partial()
  .openapi("IpReservationUpdate", {
    description: "Absent fields keep their value. The address cannot be changed.",
  });
export type IpReservationUpdate = z.output<typeof IpReservationUpdate>;

/** What is put back is as it was: older versions took any text for a MAC address. */
export const IpReservationBefore = IpReservationUpdate.extend({ mac_address: optionalText(64).optional() });

const text = z.string().nullable();

export const IpReservationOut = z
  .object({
    id: z.int(),
    ip_address: z.string().openapi({ example: "192.0.2.10" }),
    subnet_id: z.int().nullable(),
    label: z.string(),
    mac_address: text,
    notes: text,
    expires_at: timestamp.nullable(),
    reserved_by: text.openapi({ description: "user name of who reserved it" }),
    created_at: timestamp,
    updated_at: timestamp,
    state: z.enum(["active", "expired"]).openapi({
      description: "an expired one holds its address no longer: the next who wants it gets it",
    }),
  })
  .openapi("IpReservationOut");
export type IpReservationOut = z.infer<typeof IpReservationOut>;

/** That a reservation expires does not change it. */
export const RESERVATION_VERSION = { without: ["state"] } as const;

export const ReservationQuery = z.object({
  ...pagingFields,
  ...addressFilters,
  search: filterText.optional().openapi({
    description:
      "part of the label, notes, address or MAC address, or who reserved it; of a network all in it",
    example: "192.0.2.0/24",
  }),
  subnet_id: integer().optional().openapi({ description: "whose address lies in this subnet" }),
  state: z.enum(["active", "expired"]).optional(),
  sort: z.enum(["text", "address"]).default("text").openapi({
    description: "`text`: by the address as text; `address`: IPv4 before IPv6, each as numbers",
  }),
});
export type ReservationQuery = z.output<typeof ReservationQuery>;

export const ExpiredReservationsDeleted = z
  .object({
    deleted: z.int(),
    preview: DeletionPreview.optional().openapi({ description: "of a dry run" }),
  })
  .openapi("ExpiredReservationsDeleted");
export type ExpiredReservationsDeleted = z.infer<typeof ExpiredReservationsDeleted>;

export type ReservationRow = typeof ipReservations.$inferSelect;

/** Older versions stored it as it came, whatever it was. */
export function inOneForm(macAddress: string | null): string | null {
  return macAddress === null ? null : (canonicalMacAddress(macAddress) ?? macAddress);
}

/** What people set, and its times. */
export function toReservationFields(row: ReservationRow) {
  return {
    id: row.id,
    ip_address: canonicalAddress(row.address) ?? row.address,
    subnet_id: row.subnetId,
    label: row.label,
    mac_address: inOneForm(row.macAddress),
    notes: row.notes,
    expires_at: toTimestamp(row.expiresAt),
    reserved_by: row.reservedBy,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

export function toReservationOut(row: ReservationRow, now = new Date()): IpReservationOut {
  const isExpired = row.expiresAt !== null && row.expiresAt <= now;
  return { ...toReservationFields(row), state: isExpired ? "expired" : "active" };
}
