import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";

export const ExportType = z.enum([
  "Inventory",
  "Firewall events",
  "Network report",
  "Subnets",
  "Reservations",
  "DHCP leases",
  "Address history",
  "Links",
  "Service checks",
  "Monitors",
  "Alerts",
  "Incidents",
  "Inventory sheet",
]);
export type ExportType = z.infer<typeof ExportType>;

export const ExportSummaryRead = z
  .object({
    inventory_rows: z.int().nullable().openapi({ description: "null without `inventory_export`" }),
    firewall_events: z
      .int()
      .nullable()
      .openapi({ description: "null without `firewall_export`, and where the event store does not answer" }),
    exports_last_30_days: z.int().openapi({ description: "the caller's own" }),
    last_export_at: timestamp.nullable(),
    last_export_type: ExportType.nullable(),
    last_export_detail: z.string().nullable().openapi({ example: "format=csv" }),
    last_exports: z
      .array(z.object({ type: ExportType, at: timestamp, detail: z.string().nullable() }))
      .openapi({ description: "the caller's own last of each type, the latest first" }),
  })
  .openapi("ExportSummaryRead");
export type ExportSummaryRead = z.infer<typeof ExportSummaryRead>;
