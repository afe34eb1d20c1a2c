import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";

const PollRead = z.object({
  poller: z.string().openapi({ description: "what is asked", example: "interfaces" }),
  polled_at: timestamp.nullable().openapi({ description: "when it was asked last; null: never" }),
  error: z.string().nullable().openapi({ description: "what went wrong then, or what was left out" }),
  due_at: timestamp
    .nullable()
    .openapi({ description: "when it is asked by itself; null: it is not, or no more" }),
});

export const DevicePolls = z
  .object({
    device_id: z.int(),
    is_polled: z.boolean().openapi({
      description:
        "it is asked by itself: it has an SNMP profile and an address or host name, is active, its monitoring is not paused, and polling is on",
    }),
    polls: z.array(PollRead),
  })
  .openapi("DevicePolls");
export type DevicePolls = z.infer<typeof DevicePolls>;
