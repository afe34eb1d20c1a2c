import { z } from "@hono/zod-openapi";

export const CONFLICT_TYPES = [
  "duplicate_ip",
  "duplicate_mac",
  "subnet_overlap",
  "ip_outside_subnet",
  "ip_in_dhcp_range",
  "reserved_ip_in_use",
] as const;

export const ConflictEntry = z
  .object({
    type: z.enum(CONFLICT_TYPES),
    severity: z.enum(["error", "warning"]),
    description: z.string(),
    ip: z.string().nullable(),
    device_id: z.int().nullable(),
  })
  .openapi("ConflictEntry");
export type ConflictEntry = z.infer<typeof ConflictEntry>;

/** With what tells it from others for as long as it lasts, whatever things are called meanwhile. */
export type Conflict = ConflictEntry & { key: string };
