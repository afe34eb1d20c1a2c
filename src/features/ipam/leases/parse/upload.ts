import { z } from "@hono/zod-openapi";
import { ApiError, type ValidationIssue } from "#platform/errors";
import { toValidationIssues } from "#platform/http/issues";
import { parseJsonBody } from "#platform/http/json-body";
import type { Upload } from "#platform/http/route";
import { textOfUpload } from "#platform/http/upload-text";
import { MAX_LEASES, type Lease, type LeaseFormat, type LineError } from "./lease";
import { parseLeaseFile } from "./parse-lease-file";

export const DhcpImportRequest = z
  .object({ content: z.string().openapi({ description: "raw text of the lease file" }) })
  .openapi("DhcpImportRequest");

/** The text is a JSON `DhcpImportRequest` where the media type says JSON, else the file itself. */
export type LeaseUpload = Upload & {
  format: LeaseFormat | null;
  utcOffsetMinutes: number;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * The leases as JSON texts of some thousand rows, which the database reads as they stand: the main thread has little to
 * do.
 */
export type LeaseRows = {
  format: LeaseFormat;
  /** By the source that the file itself names; null: it names none. In the order of their names. */
  parts: { source: string | null; chunks: string[]; total: number }[];
  skipped: number;
  errors: LineError[];
  errorCount: number;
};

export type ReadUpload = { issues: ValidationIssue[] } | LeaseRows;

const ROWS_IN_CHUNK = 1000;
const ISSUES_SHOWN = 20;
const NOT_PARSED =
  "Could not parse lease file. Supported formats: ISC dhcpd, dnsmasq, Kea (CSV and JSON), Windows (CSV and netsh), MikroTik, OPNsense and pfSense (JSON), and the export of this service (CSV and JSON).";

/** Reads an upload. `canonicalMacAddress` gives the form in which devices have theirs. Pure. */
export function readLeaseUpload(
  upload: LeaseUpload,
  canonicalMacAddress: (text: string) => string | undefined,
): ReadUpload {
  const content = contentOf(upload);
  if (typeof content !== "string") return { issues: content };
  const { format, utcOffsetMinutes, now } = upload;
  const read = parseLeaseFile({ text: content, now, utcOffsetMinutes }, format ?? undefined);
  if (read === undefined) return { issues: [issueOf(NOT_PARSED)] };
  const { leases, errors, errorCount, skipped } = read;
  if (read.isTooLong) return { issues: [issueOf(`The file has more than ${MAX_LEASES} leases`)] };
  if (leases.length === 0 && errorCount > 0) {
    const shown = errors.slice(0, ISSUES_SHOWN);
    return { issues: [issueOf(NOT_PARSED), ...shown.map(({ line, message }) => issueOf(message, line))] };
  }
  const parts = partsOf(leases).map(({ source, leases: own }) => ({
    source,
    chunks: chunksOf(own.map((lease) => rowOf(lease, canonicalMacAddress))),
    total: own.length,
  }));
  return { format: read.format, parts, skipped, errors, errorCount };
}

type Part = { source: string | null; leases: Lease[] };

/** A file without a lease is one of no named source. */
function partsOf(leases: Lease[]): Part[] {
  if (leases.every(({ source = null }) => source === null)) return [{ source: null, leases }];
  const parts = new Map<string | null, Lease[]>();
  for (const lease of leases) {
    const { source = null } = lease;
    const own = parts.get(source);
    if (own === undefined) parts.set(source, [lease]);
    else own.push(lease);
  }
  return [...parts]
    .map(([source, own]) => ({ source, leases: own }))
    .sort((one, other) => ((one.source ?? "") < (other.source ?? "") ? -1 : 1));
}

function chunksOf(rows: readonly ReturnType<typeof rowOf>[]): string[] {
  const starts = Array.from(
    { length: Math.ceil(rows.length / ROWS_IN_CHUNK) },
    (_, at) => at * ROWS_IN_CHUNK,
  );
  return starts.map((start) => JSON.stringify(rows.slice(start, start + ROWS_IN_CHUNK)));
}

function issueOf(msg: string, line?: number): ValidationIssue {
  return { loc: ["body", "content", ...(line === undefined ? [] : [line])], msg, type: "value_error" };
}

function contentOf(upload: LeaseUpload): string | ValidationIssue[] {
  try {
    const text = textOfUpload(upload);
    if (upload.mediaType !== "application/json") return text;
    const body = parseJsonBody(text);
    const request = DhcpImportRequest.safeParse(body);
    return request.success ? request.data.content : toValidationIssues(request.error, "body", body);
  } catch (error) {
    if (error instanceof ApiError && typeof error.detail !== "string") return error.detail;
    throw error;
  }
}

function rowOf(lease: Lease, canonicalMacAddress: (text: string) => string | undefined) {
  return {
    address: lease.address,
    mac_address: lease.hardwareAddress === null ? null : (canonicalMacAddress(lease.hardwareAddress) ?? null),
    client_id: lease.clientId,
    hostname: lease.hostname,
    expires_at: lease.expiresAt === null ? null : new Date(lease.expiresAt).toISOString(),
    is_active: lease.isActive,
  };
}
