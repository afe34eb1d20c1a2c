import { z } from "@hono/zod-openapi";
import { boolean, integer, timestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { DeviceCreate } from "../devices/models";

const MODES = ["create", "update", "upsert", "skip"] as const;

export const ImportQuery = z.object({
  dry_run: boolean().default(false).openapi({
    description: "`true`: nothing is written; the answer has the verdict on every row and every error",
  }),
  mode: z
    .enum(MODES)
    .optional()
    .openapi({
      description:
        "`create`: a device that is known is an error; `update`: one that is not known is; `upsert`: either; " +
        "`skip`: known devices are left alone. Devices are known by MAC address, else IP address, else name; the id that an " +
        "export has written decides among several, and where a device has none of these. " +
        "Of two rows of one device, or with one address, the second is an error. " +
        "Absent: by IP address, and only filled host name, display name, MAC address, vendor and type replace what is there",
    }),
  on_error: z.enum(["all", "row"]).default("all").openapi({
    description: "`all`: one bad row and nothing is written (422); `row`: the good rows are written",
  }),
  import_id: z.uuid().optional().openapi({
    description: "a new UUID of the caller's, under which the progress can be read and the import cancelled",
  }),
});
export type ImportQuery = z.output<typeof ImportQuery>;

export const ImportRowsQuery = z.object({
  limit: integer({ min: 1, max: 1000 }).default(1000),
  cursor: pagingFields.cursor,
});

export const DeviceBulkImportRequest = z
  .object({ devices: z.array(DeviceCreate) })
  .openapi("DeviceBulkImportRequest");

export const DeviceImportRow = z
  .object({
    row: z
      .int()
      .openapi({ description: "place in the list, from 0; in a file its row, the header being row 1" }),
    action: z.enum(["created", "updated", "unchanged", "skipped", "failed"]),
    device_id: z.int().nullable().openapi({ description: "null: no device, or one that is not made yet" }),
    matched_by: z.enum(["mac_address", "ip_address", "name", "id"]).nullable(),
    errors: z.array(z.object({ field: z.string(), msg: z.string() })),
  })
  .openapi("DeviceImportRow");
export type RowResult = z.infer<typeof DeviceImportRow>;

export const DeviceBulkImportResult = z
  .object({
    created: z.int(),
    updated: z.int(),
    errors: z.array(z.string()).openapi({
      description: "the first 1,000; the verdicts have all of them",
      example: ["192.0.2.10: Site not found"],
    }),
    unchanged: z.int(),
    skipped: z.int(),
    failed: z.int(),
    dry_run: z.boolean(),
    rows: z
      .array(DeviceImportRow)
      .openapi({ description: "the verdicts, of more than 1,000 the first; `Link` leads to the others" }),
  })
  .openapi("DeviceBulkImportResult");
export type DeviceBulkImportResult = z.infer<typeof DeviceBulkImportResult>;

export const DeviceImportProgress = z
  .object({
    id: z.string(),
    phase: z.enum(["reading", "checking", "writing", "done", "failed", "cancelled"]),
    rows_total: z.int().nullable(),
    rows_done: z.int(),
    started_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("DeviceImportProgress");
export type DeviceImportProgress = z.infer<typeof DeviceImportProgress>;
export const ImportPhase = DeviceImportProgress.shape.phase;
export type ImportPhase = z.infer<typeof ImportPhase>;
