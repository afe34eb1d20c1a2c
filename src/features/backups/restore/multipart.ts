import { open } from "node:fs/promises";
import { badRequest } from "#platform/errors";
import type { StoredBackup } from "../format/read-backup";

/** A form's own lines are short: those before the file lie in the first octets, the end in the last. */
const HEAD_OCTETS = 64 * 1024;
const TAIL_OCTETS = 4 * 1024;
/** RFC 2046 section 5.1.1. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

const NO_FILE = "The form has no file, or something behind it: the file has to be its last part";

/**
 * Where the file of a multipart form (RFC 7578) lies in the body that was stored as it came. Browsers and curl send a
 * form with one file so. Throws 400 for another form.
 */
export async function findFileOfForm(stored: StoredBackup, contentType: string): Promise<StoredBackup> {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw badRequest("The form has no boundary");
  const file = await open(stored.path, "r");
  try {
    const octets = stored.end - stored.start;
    const head = Buffer.alloc(Math.min(HEAD_OCTETS, octets));
    await file.read(head, 0, head.length, stored.start);
    const tail = Buffer.alloc(Math.min(TAIL_OCTETS, octets));
    await file.read(tail, 0, tail.length, stored.end - tail.length);
    const start = startOfFile(head, boundary);
    const end = octets - tail.length + tail.lastIndexOf(`\r\n--${boundary}--`);
    if (start === undefined || !tail.includes(`\r\n--${boundary}--`) || end < start)
      throw badRequest(NO_FILE);
    return { ...stored, start: stored.start + start, end: stored.start + end };
  } finally {
    await file.close();
  }
}

/** Behind the empty line of the first part that has a file's name. */
function startOfFile(head: Buffer, boundary: string): number | undefined {
  const delimiter = `--${boundary}\r\n`;
  for (let at = head.indexOf(delimiter); at >= 0; at = head.indexOf(delimiter, at + 1)) {
    const fields = at + delimiter.length;
    const end = head.indexOf("\r\n\r\n", fields);
    if (end < 0) return undefined;
    if (/\bfilename\*?=/i.test(head.toString("latin1", fields, end))) return end + 4;
  }
  return undefined;
}
