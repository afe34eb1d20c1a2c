import { z } from "@hono/zod-openapi";
import { dateTime, integer, timestamp } from "#platform/http/fields";
import { PORT_STATUSES } from "./status";

const status = z.enum(PORT_STATUSES);
const bps = (description: string) =>
  z
    .number()
    .nullable()
    .openapi({ description: `bits a second ${description}` });
const perSecond = (description: string) =>
  z
    .number()
    .nullable()
    .openapi({ description: `a second: ${description}` });

export const PortRead = z
  .object({
    id: z.int(),
    device_id: z.int(),
    name: z.string().openapi({ example: "Gi0/14" }),
    if_index: z.int().openapi({ description: "its number now; devices number anew" }),
    description: z.string().nullable(),
    alias: z.string().nullable().openapi({ description: "what is written at it in the device (ifAlias)" }),
    type: z
      .int()
      .nullable()
      .openapi({ description: "IANAifType: 6 Ethernet, 24 loopback, 161 link aggregate" }),
    mtu: z.int().nullable(),
    speed_bps: z.number().nullable().openapi({ description: "null: the device does not say" }),
    mac_address: z.string().nullable(),
    admin_status: z.enum(["unknown", "up", "down", "testing"]),
    oper_status: status,
    changed_at: timestamp.nullable().openapi({ description: "when its status changed last" }),
    gone_at: timestamp
      .nullable()
      .openapi({ description: "since when the device has it no more; null: it has it" }),
    polled_at: timestamp
      .nullable()
      .openapi({ description: "when what follows was read; null: nothing recent" }),
    in_bps: bps("into the port since the poll before; null: it cannot be told"),
    out_bps: bps("out of it"),
    utilisation: z
      .number()
      .nullable()
      .openapi({ description: "percent of the speed, of the busier direction" }),
    in_errors_per_second: perSecond("received frames with an error"),
    out_errors_per_second: perSecond("frames that could not be sent for an error"),
    in_discards_per_second: perSecond("received frames that were dropped without an error"),
    out_discards_per_second: perSecond("the same of frames to be sent"),
    recent_in_bps: z
      .array(z.number().nullable())
      .openapi({ description: "of the newest polls, at most 24, oldest first" }),
    recent_out_bps: z.array(z.number().nullable()),
  })
  .openapi("PortRead");
export type PortRead = z.infer<typeof PortRead>;

export const LONGEST_HOURS = 8784;

export const PortHistoryQuery = z.object({
  hours: integer({ min: 1 })
    .default(24)
    .transform((hours) => Math.min(hours, LONGEST_HOURS))
    .openapi({
      type: "integer",
      minimum: 1,
      description: `at most ${LONGEST_HOURS}; up to 48 each poll, beyond that averages of hours`,
    }),
  until: dateTime().optional().openapi({
    type: "string",
    format: "date-time",
    description: "where they end; absent: now. Polls are kept for 30 days, averages of hours for a year",
  }),
});
export type PortHistoryQuery = z.output<typeof PortHistoryQuery>;

export const PortPoint = z
  .object({
    at: timestamp.openapi({ description: "when it was polled, or when the step begins" }),
    seconds: z.number().openapi({ description: "of which the figures are averages; 0: there are none" }),
    up: z.number().nullable().openapi({ description: "share of the time that it was up, 0 to 1" }),
    in_bps: bps("into the port"),
    out_bps: bps("out of it"),
    in_peak_bps: bps("into it, the highest of the averages that this one is made of"),
    out_peak_bps: bps("out of it"),
    in_unicast: perSecond("packets to one receiver, into the port"),
    out_unicast: perSecond("out of it"),
    in_multicast: perSecond("packets to a group, into the port"),
    out_multicast: perSecond("out of it"),
    in_broadcast: perSecond("packets to everybody, into the port"),
    out_broadcast: perSecond("out of it"),
    in_errors: perSecond("received frames with an error"),
    out_errors: perSecond("frames that could not be sent for an error"),
    in_discards: perSecond("received frames that were dropped without an error"),
    out_discards: perSecond("the same of frames to be sent"),
  })
  .openapi("PortPoint");
export type PortPoint = z.infer<typeof PortPoint>;

export const PortHistory = z
  .object({
    port_id: z.int(),
    device_id: z.int(),
    name: z.string(),
    speed_bps: z.number().nullable(),
    from: timestamp,
    to: timestamp,
    step_seconds: z.int().openapi({ description: "length of a step; 0: each poll is a point" }),
    points: z
      .array(PortPoint)
      .openapi({ description: "oldest first, at most 2,000; steps without a poll are left out" }),
  })
  .openapi("PortHistory");
export type PortHistory = z.infer<typeof PortHistory>;
