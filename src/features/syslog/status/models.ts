import { z } from "@hono/zod-openapi";
import { timestamp as instant } from "#platform/http/fields";
import { TRANSPORTS } from "../event/arrival";

const counter = z.int().openapi({ minimum: 0 });
const text = z.string().nullable();

/** How one collector is, and what is stored of all of them. */
export const CollectorStatus = z.object({
  collector: z.string().nullable().openapi({
    description: "whose state and counts these are; null: of a process that receives nothing",
    example: "3f9a0c12b7de",
  }),
  enabled: z.boolean(),
  udp_enabled: z.boolean(),
  tcp_enabled: z.boolean(),
  tls_enabled: z.boolean(),
  udp_port: z.int(),
  tcp_port: z.int(),
  tls_port: z.int(),
  retention_days: z.int(),
  allowlist_enabled: z.boolean(),
  total_events: counter.openapi({ description: "stored and searchable now" }),
  retention_last_run_at: instant.nullable(),
  retention_last_deleted: counter.openapi({ description: "events that the last run dropped" }),
  retention_last_error: text.openapi({ description: "what the last run did not do, and why" }),
  retention_bytes: z.int().openapi({ description: "FIREWALL_LOG_RETENTION_BYTES; 0: any amount" }),
  last_event_received_at: instant.nullable(),
  received_packets: counter,
  stored_events: counter,
  dropped_unparsed: counter.openapi({ description: "always 0: lines that nothing recognises are kept" }),
  denied_senders: counter,
  last_packet_at: instant.nullable(),
  last_packet_sender: text,
  last_stored_at: instant.nullable(),
  last_stored_sender: text,
  last_drop_at: instant.nullable(),
  last_drop_sender: text,
  last_denied_at: instant.nullable(),
  last_denied_sender: text,
  last_drop_raw: text,
  losses: z
    .record(z.string(), counter)
    .openapi({ description: "messages that were not kept, by reason, since start" }),
  empty_messages: counter.openapi({
    description: "blank lines and empty datagrams: neither received nor stored",
  }),
  truncated_messages: counter,
  malformed_messages: counter.openapi({ description: "kept messages that came out of broken TCP framing" }),
  refused_connections: counter,
  unparsed_events: counter.openapi({ description: "kept lines that nothing recognised, since start" }),
  last_unparsed_raw: text,
  replayed_events: counter.openapi({
    description: "taken from the journal of an earlier run, since start",
  }),
  journal: z.object({
    bytes: counter,
    messages: counter.openapi({ description: "received but not yet searchable" }),
    lag_seconds: z.number().openapi({ description: "age of the oldest of them" }),
    damaged_bytes: counter,
    unsynced: counter.openapi({
      description: "messages that the disk took without saying that it kept them",
    }),
    refusal: text.openapi({
      description:
        "the reason, as in `losses`, for which datagrams are dropped and TCP senders wait now; null: all is taken",
    }),
  }),
  segments: counter,
  segment_bytes: counter,
  stored_since_creation: counter.openapi({
    description: "positions of all journals dealt with, over all runs",
  }),
  skipped_since_creation: counter.openapi({
    description: "of these: in quarantine, or lost with a damaged journal",
  }),
  damaged_segments: z
    .array(z.object({ path: z.string(), start_time: instant, end_time: instant, events: z.int() }))
    .openapi({ description: "files of events that are not searched any more, newest first, at most 100" }),
  merged_segments: counter.openapi({
    description: "small files that were merged into bigger ones, since start",
  }),
  quarantine: z.array(z.string()).openapi({ description: "files that were set aside" }),
  store_error: text.openapi({ description: "why received messages are not becoming searchable" }),
  open_connections: counter.openapi({ description: "TCP and TLS senders that are connected" }),
  tls_handshake_failures: counter.openapi({
    description: "connections to the TLS port that spoke no TLS, or broke off",
  }),
  unauthenticated_connections: counter.openapi({
    description: "TLS clients without a certificate of SYSLOG_TLS_CLIENT_CAFILE",
  }),
  listeners: z.array(
    z.object({
      transport: z.enum(TRANSPORTS),
      host: z.string(),
      port: z.int(),
      thread: z.int(),
      state: z.enum(["open", "retrying"]),
      error: text.openapi({ description: "why it is not open; it is tried again" }),
      receive_buffer_bytes: z
        .int()
        .nullable()
        .openapi({ description: "granted by the kernel; of UDP sockets" }),
      kernel_drops: counter.nullable().openapi({ description: "datagrams that the kernel dropped here" }),
    }),
  ),
  tls_certificate: z
    .object({
      valid_until: z.string().nullable().openapi({ format: "date-time" }),
      problem: text.openapi({ description: "why the files as they are now are not used" }),
    })
    .nullable(),
  traps: z.object({
    enabled: z.boolean(),
    port: z.int().openapi({ description: "SNMP_TRAP_PORT; 0: traps are not received" }),
    received: counter.openapi({ description: "traps and informs, which `received_packets` counts too" }),
    refused: z.record(z.string(), counter).openapi({
      description:
        "what came to the trap port and was not taken, by reason, since start; not part of `received_packets`",
    }),
    informs_acknowledged: counter,
    informs_repeated: counter.openapi({ description: "sent again by their sender, and kept once" }),
    last_refused_at: instant.nullable(),
    last_refused_sender: text,
    last_refusal: text.openapi({ description: "the reason, as in `refused`" }),
  }),
  sender_count: counter.openapi({ description: "senders known by name, at most 4,096" }),
  senders: z
    .array(
      z.object({
        sender: z.string().openapi({ description: "address; `other`: the sum of all that are not named" }),
        received: counter.openapi({ description: "stored and dropped" }),
        stored: counter,
        parsed: counter.openapi({ description: "at least a header was recognised" }),
        unparsed: counter,
        generic: counter.openapi({ description: "a header was recognised, and no format behind it" }),
        malformed: counter,
        oversize: counter.openapi({ description: "kept cut at SYSLOG_MAX_LINE_BYTES" }),
        denied: counter.openapi({
          description: "kept out by the allowlist, or traps whose community or user is not known",
        }),
        dropped: counter.openapi({ description: "refused because the journal was full or failing" }),
        last_seen_at: instant.nullable(),
        clock_skew_seconds: z
          .number()
          .nullable()
          .openapi({ description: "newest line's own time minus its arrival; null: it names none" }),
        vendor: text,
      }),
    )
    .openapi({ description: "the 100 with the most lines since start, the busiest first" }),
  vendors: z
    .array(z.object({ vendor: text, stored: counter, unparsed: counter, last_seen_at: instant }))
    .openapi({ description: "stored lines since start by vendor; null: no vendor's format" }),
  formats: z
    .array(
      z.object({
        name: z.string(),
        parser: z.string().openapi({ description: "what events say that were read by it" }),
        state: z.enum(["active", "resting", "refused"]).openapi({
          description:
            "`resting`: it took too much time and is tried again at `rests_until`; `refused`: this version cannot read by it",
        }),
        rests_until: instant.nullable(),
        lines: counter.openapi({ description: "read by it since start" }),
        costly: counter.openapi({
          description: "lines that took more than a line may, and were not read by it",
        }),
        skipped: counter.openapi({
          description: "lines that were not shown to it, as it had taken more than its share of the time",
        }),
      }),
    )
    .openapi({ description: "own formats that are switched on, in their order" }),
  receiver_errors: z.array(z.string()).openapi({ description: "listeners that are not open, or limited" }),
});
export type CollectorStatus = z.infer<typeof CollectorStatus>;

/** Of `collectors` of the status. */
export const collectorId = z.string().regex(/^[0-9a-f]{12}$/, "must be 12 lower-case hexadecimal characters");

export const StatusQuery = z.object({
  collector: collectorId.optional().openapi({ description: "one of `collectors`" }),
});

export const SyslogStatus = CollectorStatus.extend({
  collectors: z.array(z.string()).openapi({
    description: "collectors of all processes that run: each can be asked for by `collector`",
  }),
  instance_url: z.string().nullable().openapi({
    description:
      "INSTANCE_URL of the process that receives, whose host may be the one that senders send to; null: it is the one that answers",
    example: "http://collector-1:8080",
  }),
}).openapi("SyslogStatus");
export type SyslogStatus = z.infer<typeof SyslogStatus>;
