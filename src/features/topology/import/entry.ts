import { z } from "@hono/zod-openapi";
import { toValidationIssues } from "#platform/http/issues";
import { anyHostname, customAttributes, icon } from "../devices/fields";
import { DeviceUpdate } from "../devices/models";
import { pack, unpack } from "#platform/packed";

/** The id that an export has written; it is never set, so what is no id is none. */
const exportedId = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

/**
 * One device of an import: as for a new device, but what is absent stays absent, so that it leaves a known device's
 * field alone.
 */
export const ImportEntry = z.object({
  ...DeviceUpdate.shape,
  id: exportedId,
  hostname: anyHostname.optional(),
  icon: icon(120).optional(),
  custom_attributes: customAttributes.optional(),
  site: z.string().max(120).nullable().optional(),
});
export type ImportEntry = z.output<typeof ImportEntry>;

export type RowError = { field: string; msg: string; type: string; path: (string | number)[] };

export type ImportRow = {
  /** Where it is in the file: the place in the list, from 0, or the line's row in a CSV file, whose header is row 1. */
  row: number;
  /** Empty where there are errors. */
  entry: ImportEntry;
  errors: RowError[];
};

/** What a reader of one kind of file gives. */
export type ReadImport = {
  /** Read as they are asked for, once: what a row was read from is let go. */
  rows: Iterable<ImportRow>;
  /** Faults of the file as a whole; there are no rows then. */
  issues: { loc: (string | number)[]; msg: string; type: string }[];
};

/** The same for the main thread: rows in chunks of some hundred, which it can read one at a time between other work. */
export type ParsedImport = { chunks: Uint8Array[]; count: number; issues: ReadImport["issues"] };

const ROWS_A_CHUNK = 250;

/** The rows of one chunk. */
export function unpackRows(chunk: Uint8Array): ImportRow[] {
  return JSON.parse(unpack(chunk));
}

/** Faults of a file that are told one by one; of the rows behind them the first fault of each. */
const MAX_DETAILED = 10_000;

export function toChunks({ rows, issues }: ReadImport): ParsedImport {
  const chunks: Uint8Array[] = [];
  let count = 0;
  let chunk: ImportRow[] = [];
  const close = () => {
    if (chunk.length > 0) chunks.push(pack(chunk));
    chunk = [];
  };
  let faults = 0;
  for (const row of rows) {
    count++;
    faults += row.errors.length;
    const told = faults > MAX_DETAILED ? { ...row, errors: row.errors.slice(0, 1) } : row;
    if (chunk.push(told) === ROWS_A_CHUNK) close();
  }
  close();
  return { chunks, count, issues };
}

/** Checks one entry; all of its errors at once. */
export function readEntry(row: number, value: unknown): ImportRow {
  const result = ImportEntry.safeParse(value);
  if (result.success) return { row, entry: result.data, errors: [] };
  const errors = toValidationIssues(result.error, "body", value).map(({ loc, msg, type }) => {
    const path = loc.slice(1);
    return { field: String(path[0] ?? ""), msg, type, path };
  });
  return { row, entry: {}, errors };
}
