import { z } from "@hono/zod-openapi";
import { timestamp as instant } from "#platform/http/fields";
import type { AnswerValue, BriefField, DetailField, EventColumn, ListField } from "./columns";

const port = z.int().nullable().openapi({ minimum: 0, maximum: 65_535 });

type Fields<Name extends EventColumn> = { [name in Name]: z.ZodType<AnswerValue<name>> };

const brief = {
  id: z.int().openapi({ description: "microseconds of arrival, increasing; unique per collector" }),
  received_at: instant,
  event_time: instant.nullable().openapi({ description: "as the message says" }),
  source_host: z
    .string()
    .nullable()
    .openapi({ description: "host of the header, else the sender's address" }),
  src_ip: z.string().nullable(),
  dst_ip: z.string().nullable(),
  src_port: port,
  dst_port: port,
  protocol: z.string().nullable(),
  action: z.string().nullable().openapi({ description: "the vendor's word, in lower case" }),
  interface: z.string().nullable(),
  direction: z.string().nullable(),
  rule_id: z.string().nullable(),
  tracker_id: z.string().nullable(),
  reason: z.string().nullable(),
  raw_log: z.string().openapi({ description: "the whole line; CR and LF escaped, NUL removed" }),
} satisfies Fields<BriefField>;

const event = {
  ...brief,
  collector: z.string().openapi({ description: "which collector took it", example: "3f9a0c12b7de" }),
  sender: z.string().nullable().openapi({ description: "address that it came from" }),
  transport: z.string().nullable().openapi({ example: "udp" }),
  facility: z.int().nullable(),
  severity: z.int().nullable().openapi({ description: "0 emergency to 7 debug" }),
  app: z.string().nullable(),
  verdict: z
    .string()
    .nullable()
    .openapi({ description: "`allow`, `deny`, `drop`, `reject` or `other`, whatever the vendor's word" }),
  vendor: z.string().nullable(),
  truncated: z.boolean().openapi({ description: "the message was longer than what is kept" }),
  nat_src_ip: z.string().nullable().openapi({ description: "what the device made of the address" }),
  nat_dst_ip: z.string().nullable(),
  nat_src_port: port,
  nat_dst_port: port,
  interface_out: z.string().nullable(),
  bytes: z.int().nullable(),
  packets: z.int().nullable(),
  procid: z.string().nullable(),
  msgid: z.string().nullable(),
  structured_data: z.string().nullable().openapi({ description: "of RFC 5424, as JSON text" }),
  parser: z.string().openapi({
    description:
      "`generic` where no parser recognised the line, `extracted` where only common names or forms told its fields",
  }),
} satisfies Fields<ListField> & { collector: z.ZodType<string> };

/** What a spreadsheet of events has. */
export const FirewallEventBrief = z.object(brief);

export const FirewallEventRead = z.object(event).openapi("FirewallEventRead");
export type FirewallEventRead = z.infer<typeof FirewallEventRead>;

const detail = {
  action_raw: z.string().nullable(),
  clock_unset: z.boolean().openapi({ description: "the sender said that its clock is not set" }),
  original_bytes: z.int().nullable().openapi({ description: "octets of the message before it was cut" }),
  message: z.string().nullable(),
  raw_base64: z.string().openapi({ format: "byte", description: "the octets as they were received" }),
} satisfies Fields<DetailField> & { raw_base64: z.ZodType<string> };

export const FirewallEventDetail = z.object({ ...event, ...detail }).openapi("FirewallEventDetail");
export type FirewallEventDetail = z.infer<typeof FirewallEventDetail>;
