import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";

export const ExportSummaryRead = z
  .object({
    inventory_rows: z.int().nullable().openapi({ description: "null without `inventory_export`" }),
    firewall_events: z.int().nullable().openapi({ description: "null without `firewall_export`" }),
    exports_last_30_days: z.int().openapi({ description: "the caller's own" }),
    last_export_at: timestamp.nullable(),
    last_export_type: z.enum(["Inventory", "Firewall events", "Network report"]).nullable(),
    last_export_detail: z.string().nullable().openapi({ example: "format=csv" }),
  })
  .openapi("ExportSummaryRead");
export type ExportSummaryRead = z.infer<typeof ExportSummaryRead>;
