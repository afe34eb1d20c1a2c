import type { Upload } from "#platform/http/route";
import { textOfUpload } from "#platform/http/upload-text";
import { readEntry, toChunks, type ImportRow, type ParsedImport, type ReadImport } from "./entry";
import { parseCsv } from "./parse-csv";
import { readJson, readOrIssues } from "#platform/http/read-json";

export type ParseImportInput = Upload & {
  /** Text of `site` and `location` columns is a group's name, as in imports without a mode. */
  isSiteGroup: boolean;
};

/** Reads an import of either kind: every row with all of its errors, or what is wrong with the file. Pure. */
export function parseImport({ isSiteGroup, ...upload }: ParseImportInput): ParsedImport {
  const read = readOrIssues(() => textOfUpload(upload));
  if ("issues" in read) return toChunks({ rows: [], issues: read.issues });
  const { value: text } = read;
  return toChunks(upload.mediaType === "text/csv" ? parseCsv(text, { isSiteGroup }) : parseJson(text));
}

function parseJson(text: string): ReadImport {
  const body = readJson(text);
  if ("issues" in body) return { rows: [], issues: body.issues };
  const list = listIn(body.value);
  return Array.isArray(list) ? { rows: readEntries(list), issues: [] } : { rows: [], issues: [list] };
}

/** Takes each value out of the list before it is checked. */
function* readEntries(list: unknown[]): Generator<ImportRow> {
  const count = list.length;
  list.reverse();
  for (let row = 0; row < count; row++) yield readEntry(row, list.pop());
}

type Issue = ReadImport["issues"][number];

const LIST_NAMES = ["devices", "items", "data"];
const NO_OBJECT = {
  loc: ["body"],
  msg: "Input should be a valid dictionary or object to extract fields from",
  type: "model_attributes_type",
};

/** The list itself, or the one in an object. */
function listIn(body: unknown): unknown[] | Issue {
  if (Array.isArray(body)) return body;
  if (typeof body !== "object" || body === null) return NO_OBJECT;
  const fields = new Map<string, unknown>(Object.entries(body));
  const name = LIST_NAMES.find((candidate) => fields.has(candidate));
  if (name === undefined) return { loc: ["body", "devices"], msg: "Field required", type: "missing" };
  const list = fields.get(name);
  return Array.isArray(list)
    ? list
    : { loc: ["body", name], msg: "Input should be a valid list", type: "list_type" };
}
