import { ApiError } from "#platform/errors";
import { textOfUpload } from "#platform/http/upload-text";
import { readCsvTable } from "./csv-tables";
import { readJsonTables } from "./json-tables";
import { FileFault, type ImportFile, type Table } from "./table";

/** The tables of a file that is JSON, or else CSV. Throws FileFault. */
export function readTextFile(file: ImportFile): Table[] {
  const text = textOfFile(file);
  return /^\s*[[{]/.test(text.slice(0, 1000))
    ? readJsonTables(file.name, text)
    : [readCsvTable(file.name, text)];
}

/** What a database begins with (SQLite, Database File Format 1.3). */
const SQLITE = "SQLite format 3\0";

export function isSqlite({ octets }: ImportFile): boolean {
  return Buffer.from(octets.subarray(0, SQLITE.length)).toString("latin1") === SQLITE;
}

/** What archives and pictures begin with: chosen by mistake, they would be text of a sort. */
const NO_TEXT = [
  "PK\u0003\u0004",
  "\u001f\u008b",
  "%PDF",
  "\u0089PNG",
  "BZh",
  "\u00fd7zXZ",
  "(\u00b5/\u00fd",
];

/**
 * The text of a file in the encoding of its byte order mark, else in UTF-8, else in windows-1252. Throws FileFault for
 * what is no text.
 */
export function textOfFile({ name, octets }: ImportFile): string {
  const start = Array.from(octets.subarray(0, 16), (octet) => String.fromCharCode(octet)).join("");
  if (isSqlite({ name, octets }))
    throw new FileFault("a database is not read: export its tables as JSON or CSV");
  if (NO_TEXT.some((mark) => start.startsWith(mark)))
    throw new FileFault("the file is an archive or a picture, no text: unpack it first");
  try {
    const text = textOfUpload({ mediaType: "text/plain", charset: undefined, octets });
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  } catch (error) {
    if (error instanceof ApiError) throw new FileFault("the file is no text", []);
    throw error;
  }
}
