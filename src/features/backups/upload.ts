import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "hono";
import { ApiError, badRequest } from "#platform/errors";
import { receiveToFile } from "#platform/http/body-to-file";
import type { Backups } from "./backups";
import type { StoredBackup } from "./format/read-backup";
import { BACKUP_TOO_LARGE, MAX_BACKUP_BYTES } from "./models";
import { findFileOfForm } from "./restore/multipart";
import type { RestoreRequest } from "./restore/prepare";

const PASSPHRASE_HEADER = "X-Backup-Passphrase";
/** A form's own lines beside the file. */
const FORM_BYTES = 64 * 1024;
const RAW_TYPES = new Set(["application/octet-stream", "application/zstd", ""]);
const FORM_TYPE = "multipart/form-data";

/**
 * Takes the backup of a request onto the disk, hands it to `work`, and removes it whatever comes. Throws 413 and 415,
 * 400 for a form without a file, 503 while two others are being received, and what `work` throws.
 */
export async function withUploadedBackup<Result>(
  { temporaryFolder, receiveInTurn }: Pick<Backups, "temporaryFolder" | "receiveInTurn">,
  context: Context,
  work: (request: RestoreRequest) => Promise<Result>,
): Promise<Result> {
  const contentType = context.req.header("Content-Type") ?? "";
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const isForm = mediaType === FORM_TYPE;
  if (!isForm && !RAW_TYPES.has(mediaType))
    throw new ApiError(415, `Unsupported Media Type: send application/octet-stream or ${FORM_TYPE}`);
  const passphrase = readPassphrase(context.req.header(PASSPHRASE_HEADER));
  const path = join(temporaryFolder, `restore-${crypto.randomUUID()}`);
  return receiveInTurn(async () => {
    try {
      const maxBytes = MAX_BACKUP_BYTES + (isForm ? FORM_BYTES : 0);
      const octets = await receiveToFile(context, { path, maxBytes, text: BACKUP_TOO_LARGE });
      // From here on the answer may take its time.
      context.env.keepOpen?.();
      const body: StoredBackup = { path, start: 0, end: octets };
      const stored = isForm && octets > 0 ? await findFileOfForm(body, contentType) : body;
      if (stored.end - stored.start > MAX_BACKUP_BYTES) throw new ApiError(413, BACKUP_TOO_LARGE);
      return await work({ stored, passphrase });
    } finally {
      await rm(path, { force: true });
    }
  });
}

/** Percent-encoded, as headers hold ASCII only. */
function readPassphrase(header: string | undefined): string | undefined {
  if (header === undefined || header === "") return undefined;
  try {
    return decodeURIComponent(header);
  } catch (error) {
    throw badRequest(`${PASSPHRASE_HEADER} is not percent-encoded UTF-8`, error);
  }
}
