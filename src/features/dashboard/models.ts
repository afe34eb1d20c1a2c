import { z } from "@hono/zod-openapi";

export const DashboardSummary = z
  .object({
    user_count: z.int(),
    device_count: z.int(),
    group_count: z.int(),
    relationship_count: z.int(),
  })
  .openapi("DashboardSummary");
export type DashboardSummary = z.infer<typeof DashboardSummary>;
