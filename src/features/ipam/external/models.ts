import { z } from "@hono/zod-openapi";
import { integer, optionalText, timestamp, toTimestamp } from "#platform/http/fields";
import { canonicalAddress } from "#platform/ip";
import { freeText } from "../fields";
import type { externalAssignments, externalPools } from "../tables";
import { parsePoolSpace, usableCount, type PoolSpace } from "./public-space";

export const ASSIGNMENT_STATUSES = ["available", "reserved", "in_use"] as const;

const poolFields = {
  name: z.string().trim().min(1).max(120).openapi({ example: "Uplink A" }),
  cidr: z.string().trim().min(1).max(128).openapi({
    example: "8.8.8.0/28",
    description: "a network, or `first-last`; public, 2 to 65,536 usable addresses, no overlap",
  }),
  provider: optionalText(80),
  account: optionalText(120),
  description: freeText,
};

export const ExternalIpPoolCreate = z
  .object({
    ...poolFields,
    provider: poolFields.provider.default(null),
    account: poolFields.account.default(null),
    description: poolFields.description.default(null),
  })
  .openapi("ExternalIpPoolCreate");
export type ExternalIpPoolCreate = z.output<typeof ExternalIpPoolCreate>;

export const ExternalIpPoolUpdate = z
  .object(poolFields)
  .partial()
  .openapi("ExternalIpPoolUpdate", { description: "Absent fields keep their value." });
export type ExternalIpPoolUpdate = z.output<typeof ExternalIpPoolUpdate>;

const text = z.string().nullable();

const usageFields = {
  total: z.int().openapi({ description: "usable addresses" }),
  in_use: z.int(),
  reserved: z.int(),
  free: z.int(),
};

export const ExternalIpPoolOut = z
  .object({
    id: z.int(),
    name: z.string(),
    cidr: z.string(),
    provider: text,
    account: text,
    description: text,
    created_at: timestamp,
    updated_at: timestamp,
    ...usageFields,
    utilization: z.number().openapi({ minimum: 0, maximum: 1 }),
  })
  .openapi("ExternalIpPoolOut");
export type ExternalIpPoolOut = z.infer<typeof ExternalIpPoolOut>;

/** How full a pool is does not change it. */
export const POOL_VERSION = { without: [...Object.keys(usageFields), "utilization"] };

export const ExternalIpSummary = z
  .object({ pool_count: z.int(), ...usageFields })
  .openapi("ExternalIpSummary");
export type ExternalIpSummary = z.infer<typeof ExternalIpSummary>;

const assignmentFields = {
  pool_id: integer(),
  ip_address: z.string().trim().min(1).max(64).openapi({ example: "8.8.8.1" }),
  label: z.string().trim().min(1).max(120).openapi({ example: "mail gateway" }),
  status: z.enum(ASSIGNMENT_STATUSES),
  provider: optionalText(80),
  account: optionalText(120),
  owner: optionalText(120),
  service: optionalText(120),
  tags: optionalText(500),
  notes: freeText,
};

export const ExternalIpAssignmentCreate = z
  .object({
    ...assignmentFields,
    status: assignmentFields.status.default("in_use"),
    provider: assignmentFields.provider.optional().openapi({ description: "absent: the pool's" }),
    account: assignmentFields.account.optional().openapi({ description: "absent: the pool's" }),
    owner: assignmentFields.owner.default(null),
    service: assignmentFields.service.default(null),
    tags: assignmentFields.tags.default(null),
    notes: assignmentFields.notes.default(null),
  })
  .openapi("ExternalIpAssignmentCreate");
export type ExternalIpAssignmentCreate = z.output<typeof ExternalIpAssignmentCreate>;

export const ExternalIpAssignmentUpdate = z
  .object(assignmentFields)
  .partial()
  .openapi("ExternalIpAssignmentUpdate", { description: "Absent fields keep their value." });
export type ExternalIpAssignmentUpdate = z.output<typeof ExternalIpAssignmentUpdate>;

export const ExternalIpAssignmentOut = z
  .object({
    id: z.int(),
    pool_id: z.int().nullable(),
    ip_address: z.string(),
    label: z.string(),
    status: z.enum(ASSIGNMENT_STATUSES),
    provider: text,
    account: text,
    owner: text,
    service: text,
    tags: text,
    notes: text,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("ExternalIpAssignmentOut");
export type ExternalIpAssignmentOut = z.infer<typeof ExternalIpAssignmentOut>;

export const ExternalIpAddressPage = z
  .object({
    total: z.int(),
    offset: z.int(),
    limit: z.int(),
    addresses: z.array(
      z.object({
        ip_address: z.string(),
        status: z.enum(ASSIGNMENT_STATUSES),
        assignment: ExternalIpAssignmentOut.nullable(),
      }),
    ),
  })
  .openapi("ExternalIpAddressPage");
export type ExternalIpAddressPage = z.infer<typeof ExternalIpAddressPage>;

export const AddressPageQuery = z.object({
  offset: integer({ min: 0 }).default(0),
  limit: integer({ min: 1, max: 1024 }).default(256),
});
export type AddressPageQuery = z.output<typeof AddressPageQuery>;

export type PoolRow = typeof externalPools.$inferSelect;
export type AssignmentRow = typeof externalAssignments.$inferSelect;

/** How many of a pool's addresses are assigned. */
export type Assigned = { inUse: number; reserved: number };

/** The addresses of a stored pool. */
export function spaceOf({ cidr }: Pick<PoolRow, "cidr">): PoolSpace {
  const space = parsePoolSpace(cidr);
  if (space === undefined) throw new Error(`our bug: the database has the external pool ${cidr}`);
  return space;
}

/** What people set, and its times. */
export function toPoolFields(row: PoolRow) {
  return {
    id: row.id,
    name: row.name,
    cidr: row.cidr,
    provider: row.provider,
    account: row.account,
    description: row.description,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

export function toPoolOut(row: PoolRow, { inUse, reserved }: Assigned): ExternalIpPoolOut {
  const total = Number(usableCount(spaceOf(row)));
  return {
    ...toPoolFields(row),
    total,
    in_use: inUse,
    reserved,
    free: total - inUse - reserved,
    utilization: (inUse + reserved) / total,
  };
}

export function toAssignmentOut(row: AssignmentRow): ExternalIpAssignmentOut {
  return {
    id: row.id,
    pool_id: row.poolId,
    ip_address: canonicalAddress(row.address) ?? row.address,
    label: row.label,
    status: row.status,
    provider: row.provider,
    account: row.account,
    owner: row.owner,
    service: row.service,
    tags: row.tags,
    notes: row.notes,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
