import { z } from "@hono/zod-openapi";
import {
  MAX_OWN_FORMATS,
  MAX_PATTERN_LENGTH,
  type OwnFormat,
  parserOf,
  TARGET_FIELDS,
} from "#features/syslog";
import { isTimeZone } from "#platform/cron";
import type { Versioned } from "#platform/http/conditional";
import { boolean, id, integer, optionalText, timestamp, toTimestamp } from "#platform/http/fields";
import type { logFormats } from "./tables";

export type FormatRow = typeof logFormats.$inferSelect;

/** What is only observed, or follows from other formats. */
export const FORMAT_VERSION: Versioned = { without: ["status", "position"] };

export const formatParams = z.object({ format_id: id });

const MAX_ENTRIES = 50;
const short = z.string().trim().min(1).max(255);

export const formatName = z
  .string()
  .trim()
  .max(48)
  .regex(
    /^[a-z0-9][a-z0-9._-]*$/,
    "lower case letters, digits, dot, hyphen and underscore, the first a letter or digit",
  )
  .openapi({ example: "acme-gate", description: "what events say that it has read: `own:acme-gate`" });

const FacilityList = z.array(integer({ min: 0, max: 23 })).max(24);

const Conditions = z
  .object({
    senders: z
      .array(short)
      .max(MAX_ENTRIES)
      .default([])
      .openapi({
        description: "addresses or networks, of which the sender's is one",
        example: ["192.0.2.0/24"],
      }),
    apps: z
      .array(short)
      .max(MAX_ENTRIES)
      .default([])
      .openapi({ description: "programs, of which the header's is one; in any case", example: ["gate"] }),
    facilities: FacilityList.default([]).openapi({ description: "of which the header's is one" }),
    contains: z
      .array(z.string().min(1).max(255))
      .max(MAX_ENTRIES)
      .default([])
      .openapi({ description: "texts that are in the line, all of them, as they are written" }),
  })
  .openapi("LogFormatConditions", { description: "an empty list asks for nothing" });

const Mapping = z
  .object({
    field: z.enum(TARGET_FIELDS),
    source: short
      .nullable()
      .default(null)
      .openapi({ description: "a named group, or a path such as `$.flow.src`" }),
    value: short
      .nullable()
      .default(null)
      .openapi({ description: "the same for every line, in place of `source`" }),
    words: z
      .record(z.string().max(80), z.string().max(80))
      .refine((words) => Object.keys(words).length <= MAX_ENTRIES, `At most ${MAX_ENTRIES} words`)
      .nullable()
      .default(null)
      .openapi({
        description:
          "what is taken in place of a word of the line, in any case; other words stay as they are",
        example: { "fw-pass": "allow", "fw-stop": "deny" },
      }),
    time_format: z.string().min(1).max(60).nullable().default(null).openapi({
      description:
        "of `event_time`: YYYY YY MMM MM M DD D HH H hh h mm ss S A Z; null: as most devices write it, told by its look",
      example: "DD/MMM/YYYY:HH:mm:ss Z",
    }),
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, "not a known time zone")
      .nullable()
      .default(null)
      .openapi({
        description: "of `event_time`: of times that name none; null: the header's, else the sender's",
      }),
  })
  .openapi("LogFormatField");

const settable = {
  description: optionalText(500),
  enabled: boolean(),
  kind: z.enum(["pattern", "json"]),
  reads: z
    .enum(["message", "line"])
    .openapi({ description: "`message`: what stands behind the syslog header; `line`: all of it" }),
  pattern: z.string().max(MAX_PATTERN_LENGTH).nullable().openapi({
    description:
      "of `pattern`: a regular expression without back-references and looks ahead or behind, with building blocks such as `%{ip:src_ip}`. A group that is called as a field is that field's",
    example: "%{word:action} %{ip:src_ip}:%{port:src_port} to %{ip:dst_ip}:%{port:dst_port}",
  }),
  vendor: optionalText(80),
  conditions: Conditions,
  fields: z.array(Mapping).max(MAX_ENTRIES),
};

/** What a new one says; the name is apart, as a draft needs none. */
export const newFormatFields = {
  description: settable.description.default(null),
  enabled: settable.enabled.default(true),
  kind: settable.kind.default("pattern"),
  reads: settable.reads.default("message"),
  pattern: settable.pattern.default(null),
  vendor: settable.vendor.default(null),
  conditions: Conditions.prefault({}),
  fields: settable.fields.default([]),
};

/** A format without what an installation adds to it: the same everywhere, told from others by its name. */
export const LogFormatCreate = z.object({ name: formatName, ...newFormatFields }).openapi("LogFormatCreate");
export type LogFormatCreate = z.output<typeof LogFormatCreate>;

export const LogFormatUpdate = z
  .object({ name: formatName, ...settable })
  .partial()
  .openapi("LogFormatUpdate", { description: "Absent fields keep their value." });
export type LogFormatUpdate = z.output<typeof LogFormatUpdate>;

const ReadMapping = z.object({
  field: z.enum(TARGET_FIELDS),
  source: z.string().nullable(),
  value: z.string().nullable(),
  words: z.record(z.string(), z.string()).nullable(),
  time_format: z.string().nullable(),
  time_zone: z.string().nullable(),
});

const exported = {
  name: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  kind: z.enum(["pattern", "json"]),
  reads: z.enum(["message", "line"]),
  pattern: z.string().nullable(),
  vendor: z.string().nullable(),
  conditions: z.object({
    senders: z.array(z.string()),
    apps: z.array(z.string()),
    facilities: z.array(z.int()),
    contains: z.array(z.string()),
  }),
  fields: z.array(ReadMapping),
};

const count = z.int().openapi({ minimum: 0 });

export const FORMAT_STATES = ["active", "resting", "refused", "waiting", "off"] as const;

const FormatStatus = z
  .object({
    state: z.enum(FORMAT_STATES).openapi({
      description:
        "`resting`: it took too much time and is tried again at `rests_until`; `refused`: this version cannot read by it; `waiting`: it holds in some seconds",
    }),
    rests_until: timestamp.nullable(),
    lines: count.openapi({ description: "read by it" }),
    costly: count.openapi({ description: "lines that took more than a line may, and were not read by it" }),
    skipped: count.openapi({
      description: "lines that were not shown to it, as it had taken more than its share of the time",
    }),
  })
  .openapi({ description: "of the process that answers, since its start" });
export type FormatStatus = z.infer<typeof FormatStatus>;

export const LogFormatRead = z
  .object({
    id: z.int(),
    ...exported,
    parser: z
      .string()
      .openapi({ description: "what events say that were read by it", example: "own:acme-gate" }),
    position: z.int().openapi({ description: "from 1; the first that knows a line reads it" }),
    created_at: timestamp,
    updated_at: timestamp,
    status: FormatStatus,
  })
  .openapi("LogFormatRead");
export type LogFormatRead = z.infer<typeof LogFormatRead>;

export const LogFormatExport = z
  .object({ formats: z.array(z.object(exported)).openapi({ description: "in their order" }) })
  .openapi("LogFormatExport");
export type LogFormatExport = z.infer<typeof LogFormatExport>;

export const LogFormatImport = z
  .object({
    formats: z
      .array(LogFormatCreate)
      .min(1)
      .max(MAX_OWN_FORMATS)
      .refine(
        (formats) => new Set(formats.map((format) => format.name)).size === formats.length,
        "A name is given twice",
      ),
  })
  .openapi("LogFormatImport", {
    description: "As an export has them: a format of a name that is there is changed, any other comes last.",
  });
export type LogFormatImport = z.output<typeof LogFormatImport>;

export const LogFormatImported = z
  .object({
    created: z.array(z.string()),
    updated: z.array(z.string()),
    unchanged: z.array(z.string()),
  })
  .openapi("LogFormatImported", { description: "names of formats" });
export type LogFormatImported = z.infer<typeof LogFormatImported>;

export const LogFormatOrder = z
  .object({
    ids: z
      .array(z.int())
      .max(MAX_OWN_FORMATS)
      .openapi({ description: "of all formats, the one to be asked first in front" }),
  })
  .openapi("LogFormatOrder");
export type LogFormatOrder = z.infer<typeof LogFormatOrder>;

/** What of a row is a format, as files and the audit log have it. */
export function toExported(row: FormatRow): LogFormatExport["formats"][number] {
  const { name, description, enabled, kind, reads, pattern, vendor, conditions, fields } = row;
  return {
    name,
    description,
    enabled,
    kind,
    reads,
    pattern,
    vendor,
    conditions: {
      senders: [...conditions.senders],
      apps: [...conditions.apps],
      facilities: [...conditions.facilities],
      contains: [...conditions.contains],
    },
    fields: fields.map((mapping) => ({
      ...mapping,
      words: mapping.words === null ? null : { ...mapping.words },
    })),
  };
}

/** What lines are read by. */
export function toOwnFormat(format: Omit<OwnFormat, "parser">): OwnFormat {
  const { name, kind, reads, pattern, vendor, conditions, fields } = format;
  return { name, kind, reads, pattern, vendor, conditions, fields };
}

export function toLogFormatRead(
  row: FormatRow,
  place: { position: number; status: FormatStatus },
): LogFormatRead {
  return {
    id: row.id,
    ...toExported(row),
    parser: parserOf(row.name),
    position: place.position,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
    status: place.status,
  };
}
