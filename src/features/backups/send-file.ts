import { download } from "#platform/http/download";
import type { BackupFile } from "./dump/encode";

export function sendFile({ name, content, close }: Omit<BackupFile, "octets">): Response {
  return download(content, { name, contentType: "application/octet-stream", onLeave: () => void close() });
}
