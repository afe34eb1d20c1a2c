import { z } from "@hono/zod-openapi";
import { EventListQuery, ParsedEvent, TARGET_FIELDS } from "#features/syslog";
import { integer, ipAddress } from "#platform/http/fields";
import { inOrder } from "#platform/http/time-window";
import { formatName, newFormatFields } from "./models";

const MAX_LINES = 200;

const StoredLines = z
  .object({
    q: z
      .string()
      .max(4000)
      .default("")
      .openapi({ description: "as of the search of events", example: "parser:generic" }),
    start_time: EventListQuery.shape.start_time,
    end_time: EventListQuery.shape.end_time,
    count: integer({ min: 1, max: MAX_LINES }).default(20),
  })
  .superRefine(inOrder("start_time", "end_time"))
  .openapi({ description: "the newest stored lines that a search finds" });

export const LogFormatTest = z
  .object({
    format: z.object({ name: formatName.default("draft"), ...newFormatFields }),
    id: z
      .int()
      .nullable()
      .default(null)
      .openapi({ description: "the format in whose place it stands; null: it comes last" }),
    lines: z.array(z.string()).max(MAX_LINES).nullable().default(null),
    sender: ipAddress()
      .nullish()
      .openapi({ type: ["string", "null"], description: "address that `lines` are taken to come from" }),
    search: StoredLines.nullable().default(null),
  })
  .refine(({ lines, search }) => (lines === null) !== (search === null), {
    message: "it takes either `lines` or `search`",
    path: ["lines"],
  })
  .openapi("LogFormatTest");
export type LogFormatTest = z.output<typeof LogFormatTest>;

const TriedLine = z
  .object({
    text: z.string(),
    verdict: z.enum(["read", "other", "conditions", "none", "costly"]).openapi({
      description:
        "`read`: by this format; `other`: it would be, but `event.parser` reads the line first; `conditions`: the line is not what they ask for; `none`: pattern or paths are not in it; `costly`: it takes more than a line may",
    }),
    steps: z.int().openapi({ description: "what it took, of 50,000 that a line may" }),
    taken: z
      .array(
        z.object({
          field: z.enum(TARGET_FIELDS),
          source: z.string(),
          text: z.string(),
          is_taken: z
            .boolean()
            .openapi({ description: "false: the text is no value of the field, which stays empty" }),
        }),
      )
      .openapi({ description: "what it finds in the line" }),
    event: ParsedEvent.openapi({ description: "what the line would become" }),
  })
  .openapi("LogFormatTriedLine");

export const LogFormatTestResult = z.object({ lines: z.array(TriedLine) }).openapi("LogFormatTestResult");
export type LogFormatTestResult = z.infer<typeof LogFormatTestResult>;

export const LogFormatBlocks = z
  .array(
    z.object({
      name: z
        .string()
        .openapi({ example: "ip", description: "`%{ip}`, or `%{ip:src_ip}` for a named group" }),
      pattern: z.string(),
      description: z.string(),
      example: z.string(),
    }),
  )
  .openapi("LogFormatBlocks");
