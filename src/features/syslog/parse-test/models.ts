import { z } from "@hono/zod-openapi";
import { ipAddress } from "#platform/http/fields";
import { FirewallEventDetail } from "../event/models";

export const ParseTest = z
  .object({
    lines: z
      .array(z.string())
      .min(1)
      .max(1000)
      .openapi({ example: ["<38>Jun  1 12:00:00 web1 sshd[7]: Failed password for root from 203.0.113.9"] }),
    sender: ipAddress()
      .nullish()
      .openapi({
        type: ["string", "null"],
        description: "address that the lines are taken to come from; by it the time zone is found",
      }),
  })
  .openapi("ParseTest");
export type ParseTest = z.output<typeof ParseTest>;

/** An event that is not stored, so it has no id and no collector. */
export const ParsedEvent = FirewallEventDetail.omit({ id: true, collector: true, transport: true })
  .extend({
    line: z.int().openapi({ description: "which of `lines` it is, from 0; an empty line gives no event" }),
  })
  .openapi("ParsedEvent");
export type ParsedEvent = z.infer<typeof ParsedEvent>;

export const ParseTestResult = z.object({ events: z.array(ParsedEvent) }).openapi("ParseTestResult");
export type ParseTestResult = z.infer<typeof ParseTestResult>;
