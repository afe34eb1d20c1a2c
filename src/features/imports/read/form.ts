import { removeControls } from "#platform/control-characters";
import { readJson } from "#platform/http/read-json";
import { MappingChanges } from "./mapping";
import { FileFault, type ImportFile } from "./table";

const MAX_FILES = 50;
const MAX_NAME = 255;
const MAX_MAPPING = 65_536;

/** A body, and what its request says of it. */
export type SentForm = { octets: Uint8Array<ArrayBuffer>; contentType: string };

export type ImportForm = { files: ImportFile[]; changes: MappingChanges };

/**
 * The files and the mapping of a form (RFC 7578): any number of parts `file`, and perhaps one `mapping` with JSON.
 * Throws FileFault.
 */
export async function readForm(sent: SentForm): Promise<ImportForm> {
  const form = await parseForm(sent);
  const files: ImportFile[] = [];
  let changes: MappingChanges = {};
  for (const [name, part] of form) {
    if (name === "file" && typeof part !== "string")
      files.push({ name: nameOf(part), octets: new Uint8Array(await part.arrayBuffer()) });
    else if (name === "mapping") changes = readChanges(typeof part === "string" ? part : await part.text());
    else throw new FileFault("the form has parts 'file' and 'mapping' only", [name.slice(0, MAX_NAME)]);
  }
  if (files.length === 0) throw new FileFault("Field required", ["file"]);
  if (files.length > MAX_FILES) throw new FileFault(`more than ${MAX_FILES} files`, ["file"]);
  return { files, changes };
}

/** Names come from other machines, and go into the database and the log. */
function nameOf({ name }: File): string {
  return removeControls(name.toWellFormed()).slice(-MAX_NAME) || "file";
}

async function parseForm({ octets, contentType }: SentForm) {
  const boundary = boundaryOf(contentType);
  const start = boundary === undefined ? -1 : startOf(octets, boundary);
  if (boundary === undefined || start < 0) throw new FileFault("the body is no form");
  if (hasTooMany(octets, boundary)) throw new FileFault(`more than ${MAX_FILES} files`, ["file"]);
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  try {
    return await new Response(octets.subarray(start), { headers }).formData();
  } catch (error) {
    if (error instanceof TypeError) throw new FileFault("the body is no whole form");
    throw error;
  }
}

/** RFC 2046 5.1.1. */
function boundaryOf(contentType: string): string | undefined {
  const given = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'+.-]{1,70}))\s*(?:;|$)/i.exec(contentType);
  return given?.[1] ?? given?.[2];
}

/** Where the first boundary is, behind a preamble perhaps, which says nothing; -1: nowhere. */
function startOf(octets: Uint8Array<ArrayBuffer>, boundary: string): number {
  const body = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  const line = `--${boundary}\r\n`;
  if (body.subarray(0, line.length).equals(Buffer.from(line))) return 0;
  const behind = body.indexOf(`\r\n${line}`);
  return behind < 0 ? -1 : behind + 2;
}

/** Before each of its parts becomes an object: a body has room for a million. */
function hasTooMany(octets: Uint8Array<ArrayBuffer>, boundary: string): boolean {
  const body = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  const mark = Buffer.from(`\r\n--${boundary}`);
  let at = -1;
  // Of the files, the mapping, and the end.
  for (let count = 0; count <= MAX_FILES + 2; count++) {
    at = body.indexOf(mark, at + 1);
    if (at < 0) return false;
  }
  return true;
}

function readChanges(text: string): MappingChanges {
  if (text.length > MAX_MAPPING) throw new FileFault("the mapping is too long", ["mapping"]);
  const read = readJson(text);
  if ("issues" in read) throw new FileFault(read.issues[0]?.msg ?? "no JSON", ["mapping"]);
  const changes = MappingChanges.safeParse(read.value);
  if (changes.success) return changes.data;
  const [issue] = changes.error.issues;
  const path = issue?.path.map((part) => (typeof part === "number" ? part : String(part))) ?? [];
  throw new FileFault(issue?.message ?? "no mapping", ["mapping", ...path]);
}
