import { z } from "@hono/zod-openapi";

export const InventoryExportQuery = z.object({
  format: z.enum(["csv", "json"]).default("csv"),
  columns: z.enum(["contract", "all"]).default("contract").openapi({
    description: "of a CSV file: the usual columns, or with those behind them that an import takes as well",
  }),
});
export type InventoryExportQuery = z.output<typeof InventoryExportQuery>;
