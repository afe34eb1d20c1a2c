import { z } from "@hono/zod-openapi";
import { isTimeZone } from "#platform/cron";
import { dateTime, integer } from "#platform/http/fields";
import { PAPERS } from "./data";

export const MAX_DAYS = 366;

export const ReportQuery = z.object({
  from: dateTime().optional().openapi({ description: "default: `days` before `to`" }),
  to: dateTime().optional().openapi({ description: "default: now; a later moment counts as now" }),
  days: integer({ min: 1, max: MAX_DAYS })
    .default(30)
    .openapi({ description: "length of the period where `from` is not given" }),
  paper: z.enum(PAPERS).default("A4"),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, "this is no IANA time zone")
    .default("UTC")
    .openapi({ description: "on whose clock times are printed; an IANA name", example: "Europe/Berlin" }),
});
export type ReportQuery = z.output<typeof ReportQuery>;
