import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { ApiError, badRequest, invalid } from "#platform/errors";
import { toValidationIssues } from "#platform/http/issues";
import { decodeJsonBody, parseJsonBody } from "#platform/http/json-body";
import { codeOf } from "#platform/error-code";
import { SentReport } from "./models";

const decompress = promisify(zstdDecompress);

/**
 * A relay sends 1 MiB, or one record, which has 8 MiB at most; what is more, compressed or not, is meant to fill our
 * memory.
 */
export const MAX_BODY_BYTES = 12 * 1024 * 1024;
const MAX_REPORT_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

export type RelayBody = { report: SentReport; records: Buffer };

/**
 * Opens what a relay has sent: what it says of itself, and its records, which nobody has looked at yet.
 * @throws ApiError 400 where it is no zstd, 413 where it becomes too large, 422 for what is wrong with the report.
 */
export async function openBody(octets: Uint8Array): Promise<RelayBody> {
  const plain = await decompressBody(octets);
  const end = plain.subarray(0, MAX_REPORT_BYTES + 1).indexOf(LINE_FEED);
  if (end < 0) throw badRequest("The body does not begin with a report of one line");
  return { report: readReport(plain.subarray(0, end)), records: plain.subarray(end + 1) };
}

async function decompressBody(octets: Uint8Array): Promise<Buffer> {
  try {
    return await decompress(octets, { maxOutputLength: MAX_BODY_BYTES });
  } catch (cause) {
    if (codeOf(cause) === "ERR_BUFFER_TOO_LARGE")
      throw new ApiError(413, "The body has more than 12 MiB when it is decompressed", { cause });
    throw badRequest("The body is not compressed with zstd", cause);
  }
}

/** As any body of JSON: text that the database cannot hold is refused by its field. */
function readReport(octets: Uint8Array): SentReport {
  const sent = parseJsonBody(decodeJsonBody(octets));
  const parsed = SentReport.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw invalid(toValidationIssues(parsed.error, "body", sent));
}
