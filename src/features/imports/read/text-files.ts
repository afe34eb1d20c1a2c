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

/** What archives and pictures begin with: chosen by mistake, they would be text of a sort. */
const NO_TEXT = [
  "PK\u0003\u0004",
  "\u001f\u008b",
  "SQLite format 3",
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
export function textOfFile({ octets }: ImportFile): string {
  const start = Array.from(octets.subarray(0, 16), (octet) => String.fromCharCode(octet)).join("");
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
