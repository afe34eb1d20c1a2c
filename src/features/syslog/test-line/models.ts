import { z } from "@hono/zod-openapi";

export const TestLine = z
  .object({
    line: z.string().openapi({ description: "as it was sent, a message of RFC 5424" }),
    transport: z.enum(["udp", "tcp"]),
    address: z.string().openapi({ description: "of the listener that it was sent to" }),
    port: z.int().openapi({ minimum: 1, maximum: 65_535 }),
    q: z.string().openapi({
      description: "finds this line alone, within about a second",
      example: "test-line-4f2a9c10",
    }),
  })
  .openapi("SyslogTestLine");
export type TestLine = z.infer<typeof TestLine>;
