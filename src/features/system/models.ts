import { z } from "@hono/zod-openapi";

export const Health = z.object({ status: z.literal("ok") }).openapi("Health");

export const ReadinessCheck = z
  .object({ name: z.string().openapi({ example: "database" }), ok: z.boolean(), message: z.string() })
  .openapi("ReadinessCheck");
export type ReadinessCheck = z.infer<typeof ReadinessCheck>;

export const Readiness = z
  .object({
    status: z.enum(["ready", "not_ready"]),
    checks: z.array(ReadinessCheck).optional().openapi({ description: "for authenticated callers" }),
  })
  .openapi("Readiness");
export type Readiness = z.infer<typeof Readiness>;

export const VersionInfo = z
  .object({
    current: z.string().openapi({ example: "0.1.0" }),
    channel: z.string().nullable(),
    latest: z.string().nullable().openapi({ description: "newest release; null: not looked up" }),
    up_to_date: z.boolean(),
    release_url: z.string(),
    current_release_url: z.string(),
    whats_new: z.array(
      z.object({
        version: z.string(),
        sections: z.array(z.object({ category: z.string(), items: z.array(z.string()) })),
      }),
    ),
  })
  .openapi("VersionInfo");
export type VersionInfo = z.infer<typeof VersionInfo>;
