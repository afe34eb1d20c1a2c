import { z } from "@hono/zod-openapi";
import { FirewallEventBrief, searchFilters } from "#features/syslog";
import { boolean, integer } from "#platform/http/fields";

const instant = z.string().optional().openapi({ format: "date-time" });

/** Columns of the export, in the order that its readers know. */
export const FirewallExportRow = FirewallEventBrief.openapi("FirewallExportRow");
export type FirewallExportRow = z.infer<typeof FirewallExportRow>;

export const FirewallExportQuery = z.object({
  ...searchFilters,
  start_time: instant,
  end_time: instant,
  format: z.enum(["csv", "json", "jsonl", "parquet"]).default("csv").openapi({
    description:
      "`jsonl`: an object on each line, with every field that a list has; `parquet`: every column that is stored (docs/events.md)",
  }),
  limit: integer({ min: 1, max: 10_000 }).default(5000),
  all: boolean()
    .default(false)
    .openapi({ description: "every match, as a stream; `limit` does not count then" }),
});
export type FirewallExportQuery = z.output<typeof FirewallExportQuery>;
