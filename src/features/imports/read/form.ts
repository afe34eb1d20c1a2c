import { removeControls } from "#platform/control-characters";
import { readJson } from "#platform/http/read-json";
import { MappingChanges } from "./mapping";
import { FileFault, type ImportFile } from "./table";

const MAX_FILES = 50;
const MAX_NAME = 255;
const MAX_MAPPING = 65_536;

export type ImportForm = { files: ImportFile[]; changes: MappingChanges };

/**
 * The files and the mapping of a form (RFC 7578): any number of parts `file`, and perhaps one `mapping` with JSON.
 * Throws FileFault.
 */
export async function readForm(octets: Uint8Array<ArrayBuffer>): Promise<ImportForm> {
  const form = await parseForm(octets);
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

async function parseForm(octets: Uint8Array<ArrayBuffer>) {
  // A form begins with its boundary (RFC 2046 5.1.1); nobody writes anything before it.
  const start = Buffer.from(octets.subarray(0, 128)).toString("latin1");
  const boundary = /^--([\w'()+,./:=? -]{1,70})\r\n/.exec(start)?.[1];
  if (boundary === undefined) throw new FileFault("the body is no form");
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  try {
    return await new Response(octets, { headers }).formData();
  } catch (error) {
    if (error instanceof TypeError) throw new FileFault("the body is no whole form");
    throw error;
  }
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
