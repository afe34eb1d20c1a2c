import { z } from "@hono/zod-openapi";
import { dateTime, id, integer, timestamp as instant } from "#platform/http/fields";
import { inOrder } from "#platform/http/time-window";
import { EVENT } from "../event/columns";
import { FirewallEventRead } from "../event/models";
import type { FieldName } from "../query/fields";
import { STEPS } from "../store/buckets";
import { SORT_COLUMNS } from "../query/predicate";
import { MAX_QUERY_LENGTH } from "../query/query-text";
import { SERIES_COLUMNS, TOP_COLUMNS } from "../store/counted-columns";

const address = z.string().max(64).optional().openapi({
  description: "an address, or a network such as 10.0.0.0/8 or 2001:db8::/32",
  example: "192.0.2.10",
});
const word = (maxLength: number) => z.string().max(maxLength).optional();
const portFilter = integer({ min: 0, max: 65_535 }).optional();

/** Filters but for the time window. All must hold. */
export const eventFilters = {
  q: z.string().max(MAX_QUERY_LENGTH).optional().openapi({
    description:
      'words anywhere in the line, in any case; an IPv6 address or a network in whatever form the event has it; "a phrase"; -not; field:value for every field of an event, numbers as lists and ranges (dst_port:22,1024-2000, severity:<=3), severities and facilities by name too (severity:<=err), else a word (`unknown_fields`); at most 32 different ones',
    example: 'sshd "failed password" -10.0.0.1 severity:4',
  }),
  src_ip: address,
  dst_ip: address,
  ip: address.openapi({ description: "source or destination, as sent or as translated; a network too" }),
  src_port: portFilter,
  dst_port: portFilter,
  port: portFilter.openapi({ description: "source or destination" }),
  action: word(40),
  verdict: word(40),
  protocol: word(40),
  interface: word(80),
  rule_id: word(80),
  source_host: word(255),
  sender: address,
  app: word(255),
  vendor: word(40),
  severity: integer({ min: 0, max: EVENT.severity.greatest }).optional(),
} satisfies Partial<Record<FieldName | "q", z.ZodType>>;

/** The same, and what only the database can resolve. */
export const searchFilters = {
  ...eventFilters,
  device_id: id.optional().openapi({
    description:
      "events that one of the device's addresses sent or that it is an end of, and those whose header names the device as the host",
  }),
};

const window = {
  start_time: dateTime().optional().openapi({ description: "arrival at or after; not after `end_time`" }),
  end_time: dateTime().optional().openapi({ description: "arrival at or before, to the millisecond" }),
};

const ordered = inOrder("start_time", "end_time");

export const EventListQuery = z
  .object({
    ...searchFilters,
    ...window,
    limit: integer({ min: 1, max: 500 }).default(100),
    offset: integer({ min: 0 }).default(0),
    cursor: z.string().max(8192).optional().openapi({
      description:
        "`next_cursor` of the page before, with the same filters; sorted by received_at, without offset",
    }),
    sort_by: z.enum(SORT_COLUMNS).default("received_at"),
    sort_dir: z.enum(["asc", "desc"]).default("desc"),
  })
  .superRefine(ordered);
export type EventListQuery = z.output<typeof EventListQuery>;

const missing = {
  is_partial: z
    .boolean()
    .openapi({ description: "events of this time range are missing: their files are damaged" }),
  missing: z
    .array(z.object({ start_time: instant, end_time: instant, events: z.int() }))
    .openapi({ description: "where they are missing, newest first, at most 100 ranges; matching or not" }),
};

/** Names in a search text that are written like fields and are none. */
export const UnknownFields = z.array(
  z.object({
    name: z.string(),
    nearest: z.string().nullable().openapi({ description: "the field that may be meant" }),
  }),
);

export const FirewallEventList = z
  .object({
    retention_days: z.int(),
    total: z.int().openapi({ description: "all matches, exact up to 10,000" }),
    total_is_lower_bound: z.boolean().openapi({ description: "there are more matches than `total` says" }),
    ...missing,
    offset: z.int(),
    limit: z.int(),
    next_cursor: z.string().nullable().openapi({
      description:
        "goes on behind this page, without skips or repeats while events arrive; null: the last page",
    }),
    unknown_fields: UnknownFields.openapi({
      description:
        "what `q` writes like a field and is none (`foo` of foo:bar): such terms are looked for in the lines as they are",
    }),
    events: z.array(FirewallEventRead),
  })
  .openapi("FirewallEventList");
export type FirewallEventList = z.infer<typeof FirewallEventList>;

const day = {
  start_time: dateTime()
    .optional()
    .openapi({ description: "default: 24 hours before `end_time`; not after it" }),
  end_time: dateTime().optional().openapi({ description: "default: now" }),
};

export const EventHistogramQuery = z.object({
  ...searchFilters,
  ...day,
  by: z.enum(SERIES_COLUMNS).default("verdict"),
  step_seconds: z
    .preprocess((value) => (typeof value === "string" ? Number(value) : value), z.literal([...STEPS]))
    .optional()
    .openapi({ type: "integer", description: "default: the shortest that gives at most 120 buckets" }),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, "this is no IANA time zone")
    .default("UTC")
    .openapi({ description: "on whose clock buckets begin; an IANA name", example: "Europe/Berlin" }),
});
export type EventHistogramQuery = z.output<typeof EventHistogramQuery>;

const count = z.int().min(0);

export const EventHistogram = z
  .object({
    from: instant,
    to: instant,
    step_seconds: z.int(),
    time_zone: z.string(),
    by: z.enum(SERIES_COLUMNS),
    total: count,
    ...missing,
    buckets: z.array(
      z.object({
        start: instant,
        counts: z.record(z.string(), count).openapi({
          description: "by value; `none`: events without one; `rest`: all but the 20 most frequent",
        }),
        total: count.nullable().openapi({ description: "null: nothing at all is stored of this time" }),
        is_partial: z.boolean(),
      }),
    ),
  })
  .openapi("EventHistogram");
export type EventHistogram = z.infer<typeof EventHistogram>;

export const EventTopQuery = z.object({
  ...searchFilters,
  ...day,
  field: z.enum(TOP_COLUMNS),
  limit: integer({ min: 1, max: 100 }).default(10),
});
export type EventTopQuery = z.output<typeof EventTopQuery>;

export const EventTop = z
  .object({
    field: z.enum(TOP_COLUMNS),
    from: instant,
    to: instant,
    values: z.array(z.object({ value: z.string(), count })),
    other: count.openapi({ description: "events with another value" }),
    without_value: count.openapi({ description: "events in which the field is null" }),
    distinct_values: count,
    total: count,
    ...missing,
  })
  .openapi("EventTop");
export type EventTop = z.infer<typeof EventTop>;

const MAX_FACETS = 12;

export const EventFacetsQuery = z.object({
  ...searchFilters,
  ...day,
  fields: z
    .string()
    .max(400)
    .transform((given) => [...new Set(given.split(","))])
    .refine((names) => names.length <= MAX_FACETS, `at most ${MAX_FACETS} fields`)
    .refine((names) => names.every(isTopColumn), "one of the fields cannot be counted")
    .transform((names) => names.filter(isTopColumn))
    .openapi({
      type: "string",
      description: `up to ${MAX_FACETS} of the fields that \`GET /syslog/top\` takes, with commas between them`,
      example: "verdict,src_ip,dst_port",
    }),
  limit: integer({ min: 1, max: 20 }).default(5).openapi({ description: "values of each field" }),
});
export type EventFacetsQuery = z.output<typeof EventFacetsQuery>;

export const EventFacets = z
  .object({
    from: instant,
    to: instant,
    total: count,
    facets: z.array(
      z.object({
        field: z.enum(TOP_COLUMNS),
        values: z.array(z.object({ value: z.string(), count })),
        without_value: count.openapi({ description: "events in which the field is null" }),
        distinct_values: count,
      }),
    ),
    ...missing,
  })
  .openapi("EventFacets");
export type EventFacets = z.infer<typeof EventFacets>;

function isTopColumn(name: string): name is (typeof TOP_COLUMNS)[number] {
  return TOP_COLUMNS.some((column) => column === name);
}

function isTimeZone(name: string): boolean {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
