import { z } from "@hono/zod-openapi";
import { integerOrNull, timestamp } from "#platform/http/fields";
import { MonitorUpdate } from "./models";

export const MonitorTestRequest = MonitorUpdate.extend({
  monitor_id: integerOrNull().default(null).openapi({
    description: "a stored monitor, of which the other fields are changes; null: they are a whole one",
  }),
}).openapi("MonitorTestRequest", {
  description:
    "As a monitor is made or changed; a name is not needed. Secrets of the stored monitor that are absent or null are used.",
});
export type MonitorTestRequest = z.output<typeof MonitorTestRequest>;

const text = z.string().nullable();

export const MonitorTestResult = z
  .object({
    status: z.enum(["up", "down", "unknown"]).openapi({ description: "`upside_down` is considered" }),
    error: text.openapi({ description: "null where all is well" }),
    response_time_ms: z.number().nullable(),
    status_code: z.int().nullable(),
    response_size_bytes: z.int().nullable(),
    cert_expires_at: timestamp.nullable(),
    cert_issuer: text,
    assertions: z
      .array(z.object({ name: z.string(), passed: z.boolean(), expected: z.string(), actual: z.string() }))
      .openapi({ description: "each thing that the answer had to be; empty where no answer came" }),
    assertion_detail: text.openapi({ example: "Response assertions passed" }),
    redirects: z.array(z.string()).openapi({ description: "where the answer led, in order" }),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .openapi({ description: "what else was seen, such as the times of name look-up, connection and TLS" }),
    excerpt: z
      .object({ headers: z.record(z.string(), z.string()), body: z.string() })
      .nullable()
      .openapi({ description: "of the last answer: its headers, and at most 16,384 characters of its body" }),
  })
  .openapi("MonitorTestResult");
export type MonitorTestResult = z.infer<typeof MonitorTestResult>;
