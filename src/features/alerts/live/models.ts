import { z } from "@hono/zod-openapi";

export const AlertsNow = z
  .object({
    open: z.int().openapi({ description: "incidents that last, acknowledged or not" }),
    unacknowledged: z.int(),
    version: z.string().openapi({
      description: "is another whenever incidents, alerts, what became of a notice, or silences have changed",
    }),
  })
  .openapi("AlertsNow");
export type AlertsNow = z.infer<typeof AlertsNow>;
