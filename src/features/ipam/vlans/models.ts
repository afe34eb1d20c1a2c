import { z } from "@hono/zod-openapi";
import { integer } from "#platform/http/fields";

const text = z.string().nullable();

export const VlanSuggestion = z
  .object({
    id: z.int().openapi({ description: "of the topology group" }),
    name: z.string(),
    display_name: text,
    vlan_id: text,
    ip_range: z.string().openapi({ example: "192.0.2.0/24" }),
    gateway: text,
    dns_servers: text,
    already_imported: z.boolean(),
  })
  .openapi("VlanSuggestion");
export type VlanSuggestion = z.infer<typeof VlanSuggestion>;

const MAX_GROUPS = 5000;

export const VlanImportRequest = z
  .object({ group_ids: z.array(integer()).max(MAX_GROUPS) })
  .openapi("VlanImportRequest");
export type VlanImportRequest = z.output<typeof VlanImportRequest>;

export const VlanImportResult = z.object({ imported: z.int() }).openapi("VlanImportResult");
