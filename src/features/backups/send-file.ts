import { toStream } from "#platform/http/download";
import type { BackupFile } from "./dump/encode";

/** Its length is known, so that a download that was cut off does not look whole. */
export function sendFile({ name, octets, content }: BackupFile): Response {
  return new Response(toStream(content), {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Length": String(octets),
    },
  });
}
