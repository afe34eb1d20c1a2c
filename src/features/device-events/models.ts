import { z } from "@hono/zod-openapi";
import { FirewallEventRead } from "#features/syslog";
import { integer, timestamp } from "#platform/http/fields";

/** Values outside are brought to the nearest one inside. */
const clamped = (limits: { min: number; max: number; usual: number }) =>
  integer()
    .default(limits.usual)
    .transform((value) => Math.min(limits.max, Math.max(limits.min, value)))
    .openapi({ type: "integer", minimum: limits.min, maximum: limits.max, default: limits.usual });

export const SecurityEventsQuery = z.object({
  window_hours: clamped({ min: 1, max: 168, usual: 24 }),
  limit: clamped({ min: 1, max: 100, usual: 25 }),
});
export type SecurityEventsQuery = z.output<typeof SecurityEventsQuery>;

const CorrelatedFirewallEvent = FirewallEventRead.pick({
  id: true,
  received_at: true,
  event_time: true,
  src_ip: true,
  dst_ip: true,
  src_port: true,
  dst_port: true,
  protocol: true,
  action: true,
  interface: true,
  direction: true,
  rule_id: true,
  reason: true,
})
  .extend({ relation: z.enum(["source", "destination", "both", "unknown"]) })
  .openapi("CorrelatedFirewallEvent");
export type CorrelatedFirewallEvent = z.infer<typeof CorrelatedFirewallEvent>;

export const DeviceSecurityEventSummary = z
  .object({
    device_id: z.int(),
    window_hours: z.int(),
    blocked_count: z.int(),
    passed_count: z.int(),
    total_count: z.int(),
    last_seen_event_time: timestamp.nullable(),
    events: z.array(CorrelatedFirewallEvent),
    is_partial: z
      .boolean()
      .openapi({ description: "the event store could not be read: the counts are no counts" }),
  })
  .openapi("DeviceSecurityEventSummary");
export type DeviceSecurityEventSummary = z.infer<typeof DeviceSecurityEventSummary>;
