import { z } from "@hono/zod-openapi";
import { isTimeZone } from "#platform/cron";
import { integer } from "#platform/http/fields";
import { PAPERS } from "../report/data";

/** Printing takes memory by the page. */
export const MAX_DEVICES = 2000;

export const SheetQuery = z.object({
  paper: z.enum(PAPERS).default("A4"),
  site_id: integer().optional().openapi({ description: "only devices of this site, and of the sites in it" }),
  time_zone: z.string().max(64).refine(isTimeZone, "this is no IANA time zone").default("UTC").openapi({
    description: "on whose clock the time is printed; an IANA name",
    example: "Europe/Berlin",
  }),
});
export type SheetQuery = z.output<typeof SheetQuery>;
