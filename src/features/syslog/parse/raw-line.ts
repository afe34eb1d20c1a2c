import { isAscii, isUtf8 } from "node:buffer";

/** Stored length of a line and of its message, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 8192;
/** A line may end in CR LF or LF NUL: framing, not content. What stands there beyond counts as lost. */
export const MAX_TERMINATOR_OCTETS = 2;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export type RawLine = {
  /** The line as text: invalid UTF-8 replaced, NUL and the line's terminator removed, inner line breaks kept. */
  text: string;
  /** The stored form: `text` with CR and LF written as `\r` and `\n`, cut at `MAX_TEXT_LENGTH`. */
  rawLog: string;
  /** The octets, where `rawLog` does not tell them; a view of the bytes given. */
  rawBytes: Uint8Array | null;
  /** `rawLog` in UTF-8, where it is `text` and the line as it came but for its end; a view of the bytes given. */
  rawOctets: Uint8Array | null;
};

/** Decodes a line as it came from the network; whatever the octets are, none is lost. */
export function decodeRawLine(bytes: Uint8Array): RawLine {
  const end = lineEnd(bytes);
  const line = end === bytes.length ? bytes : bytes.subarray(0, end);
  const decoded = decoder.decode(line);
  const faithful =
    (isAscii(line) || isUtf8(line)) &&
    bytes.length - end <= MAX_TERMINATOR_OCTETS &&
    !hasControlBreak(decoded);
  if (faithful && decoded.length <= MAX_TEXT_LENGTH)
    return { text: decoded, rawLog: decoded, rawBytes: null, rawOctets: line };
  const text = decoded.replaceAll("\0", "");
  return { text, rawLog: storedForm(text), rawBytes: bytes, rawOctets: null };
}

/** `text` cut at `length` UTF-16 units, never inside a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

function storedForm(text: string): string {
  return cutText(text.replaceAll("\r", String.raw`\r`).replaceAll("\n", String.raw`\n`), MAX_TEXT_LENGTH);
}

function hasControlBreak(text: string): boolean {
  return text.includes("\0") || text.includes("\n") || text.includes("\r");
}

/** The length of a line without the octets that end it. */
export function lineEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  for (; end > 0; end--) {
    const octet = bytes[end - 1];
    if (octet !== 0x00 && octet !== 0x0a && octet !== 0x0d) break;
  }
  return end;
}
