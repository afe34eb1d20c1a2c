import { z } from "@hono/zod-openapi";

export const FeatureVerdict = z
  .object({
    feature: z.string().openapi({ example: "Ping" }),
    verdict: z.enum(["works", "limited", "broken", "off"]).openapi({
      description: "`limited`: it works less well than it could here; `off`: nobody asked for it",
    }),
    message: z.string().openapi({ example: "TCP connections instead of ICMP echoes" }),
    remedy: z.string().nullable().openapi({
      description: "the line to run or to add; null: there is nothing to do",
      example: "add CAP_NET_RAW",
    }),
  })
  .openapi("FeatureVerdict");
export type FeatureVerdict = z.infer<typeof FeatureVerdict>;
