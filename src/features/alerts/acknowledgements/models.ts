import { z } from "@hono/zod-openapi";
import { AcknowledgeRequest, AlertIncidentRead } from "../incidents/models";

const LONGEST_TOKEN = 2048;

const token = z
  .string()
  .max(LONGEST_TOKEN)
  .openapi({ description: "secret: what stands behind `#token=` in the link of a notice" });

export const AcknowledgementLinkRequest = z.object({ token }).openapi("AlertAcknowledgementLinkRequest");

export const AcknowledgementByLinkRequest = z
  .object({
    token,
    name: z
      .string()
      .trim()
      .max(60)
      .regex(/^[^\p{Cc}\p{Bidi_Control}]*$/u)
      .default("")
      .openapi({ description: "who it is, as they say; blank: somebody", pattern: String.raw`^[^\p{Cc}]*$` }),
    note: AcknowledgeRequest.shape.note,
  })
  .openapi("AlertAcknowledgementByLink");
export type AcknowledgementByLinkRequest = z.output<typeof AcknowledgementByLinkRequest>;

/** What whoever has a link may know of its incident. */
export const AcknowledgementLinkRead = AlertIncidentRead.pick({
  title: true,
  severity: true,
  status: true,
  opened_at: true,
  resolved_at: true,
  duration_seconds: true,
  acknowledged_at: true,
  acknowledged_by: true,
})
  .extend({
    channel: z.string().openapi({ example: "Operators", description: "the way out that it went by" }),
  })
  .openapi("AlertAcknowledgementLinkRead");
export type AcknowledgementLinkRead = z.infer<typeof AcknowledgementLinkRead>;
