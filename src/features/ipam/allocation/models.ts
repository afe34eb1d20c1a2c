import { z } from "@hono/zod-openapi";
import { integer, ipAddress } from "#platform/http/fields";
import { reservationFields } from "../reservations/models";
import { newSubnetFields } from "../subnets/models";

export const NextAvailable = z
  .object({ ip: z.string().openapi({ example: "192.0.2.10" }) })
  .openapi("NextAvailable");

const MAX_AT_ONCE = 256;

export const AllocationRequest = z
  .object({
    ...reservationFields,
    count: integer({ min: 1, max: MAX_AT_ONCE }).default(1).openapi({ description: "all of them or none" }),
    strategy: z.enum(["first", "last", "random"]).default("first").openapi({
      description: "which free addresses; `random`: the next free one from a random place",
    }),
    range_start: ipAddress().nullable().default(null).openapi({ description: "none below it" }),
    range_end: ipAddress().nullable().default(null).openapi({ description: "none above it" }),
    prefer: ipAddress().nullable().default(null).openapi({ description: "this one, if it is free" }),
    on_taken: z.enum(["next", "error"]).default("next").openapi({
      description: "where the preferred address is not free: another one by `strategy`, or 409",
    }),
  })
  .openapi("AllocationRequest");
export type AllocationRequest = z.output<typeof AllocationRequest>;

export const NextSubnetQuery = z.object({
  prefix: integer({ min: 0, max: 128 }).openapi({
    description: "prefix length of the new subnet",
    example: 24,
  }),
});

export const NextSubnet = z
  .object({ cidr: z.string().openapi({ example: "192.0.2.0/26" }) })
  .openapi("NextSubnet");

const { name, description, notes, vlan_id, site_id, dns_servers, is_pool } = newSubnetFields;

export const NextSubnetCreate = z
  .object({ name, description, notes, vlan_id, site_id, dns_servers, is_pool })
  .openapi("NextSubnetCreate");
export type NextSubnetCreate = z.output<typeof NextSubnetCreate>;
