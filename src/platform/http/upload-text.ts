import { TextDecoder } from "node:util";
import { ApiError, invalid } from "../errors";
import { decodeJsonBody } from "./json-body";
import type { Upload } from "./route";

/** What a file begins with that names its own encoding (Unicode Standard 23.8, byte order mark). */
const BYTE_ORDER_MARKS = [
  { encoding: "utf-8", octets: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", octets: [0xff, 0xfe] },
  { encoding: "utf-16be", octets: [0xfe, 0xff] },
] as const;

/** The charset that a content type names. Throws 415 for one that nobody knows. */
export function charsetOf(contentType: string): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  if (charset !== undefined) decoderOf(charset);
  return charset;
}

/** The text of an upload. Throws 422 for octets that are no text. */
export function textOfUpload({ mediaType, charset, octets }: Upload): string {
  // JSON is UTF-8 whatever is said of it (RFC 8259 8.1).
  return mediaType === "application/json" ? decodeJsonBody(octets) : readFileText(octets, charset);
}

/**
 * The text of an uploaded file: in the encoding of its byte order mark, else in the charset of its content type, else
 * in UTF-8, and where it is not that, in windows-1252, as spreadsheets of western Windows write it and in which every
 * octet means something. Throws 422 for octets that are no text in the encoding.
 */
function readFileText(octets: Uint8Array, charset: string | undefined): string {
  const mark = BYTE_ORDER_MARKS.find((one) => one.octets.every((octet, at) => octets[at] === octet));
  const decoder = decoderOf(mark?.encoding ?? charset ?? "utf-8");
  const text = decode(decoder, octets);
  if (text !== undefined) return text;
  if (mark === undefined && charset === undefined) return new TextDecoder("windows-1252").decode(octets);
  const msg = `Value error, The file is not ${decoder.encoding} text`;
  throw invalid([{ loc: ["body"], msg, type: "value_error" }]);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError(415, `Unsupported charset: ${label}`);
    throw error;
  }
}

function decode(decoder: TextDecoder, octets: Uint8Array): string | undefined {
  try {
    return decoder.decode(octets);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
