import { z } from "@hono/zod-openapi";
import { collectorId } from "../status/models";

export const TestLineQuery = z.object({
  collector: collectorId.optional().openapi({
    description:
      "whose listener gets the line: one of `collectors` of the status. Absent: that of the process that answers, or else of the first " +
      "one that can",
  }),
});

export const TestLine = z
  .object({
    collector: z.string().openapi({ description: "whose listener got it", example: "3f9a0c12b7de" }),
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

/** What another process answers that was asked to send one to itself. */
export const PeerTestLine = z.union([
  z.object({ sent: TestLine }),
  z.object({ refused: z.object({ status: z.union([z.literal(409), z.literal(503)]), detail: z.string() }) }),
]);
export type PeerTestLine = z.infer<typeof PeerTestLine>;
