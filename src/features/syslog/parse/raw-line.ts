import { isAscii, isUtf8 } from "node:buffer";

/** Stored length of a line and of its message, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 8192;
/** A line may end in CR LF or LF NUL: framing, not content. What stands there beyond counts as lost. */
export const MAX_TERMINATOR_BYTES = 2;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export type RawLine = {
  /** The line as text: invalid UTF-8 replaced, NUL and the line's terminator removed, inner line breaks kept. */
  text: string;
  /** The stored form: `text` with CR and LF written as `\r` and `\n`, cut at `MAX_TEXT_LENGTH`. */
  rawLog: string;
  /** `rawLog` in UTF-8; a view of the bytes given, where those are the same but for what ends the line. */
  bytes: Uint8Array;
  /** The bytes given, where `rawLog` does not tell them. */
  rawBytes: Uint8Array | null;
  /** `rawLog` is `text`, so that the message, which is the end of that, is the end of it too. */
  isVerbatim: boolean;
};

/** Decodes a line as it came from the network; whatever the bytes are, none is lost. */
export function decodeRawLine(bytes: Uint8Array): RawLine {
  const end = lineEnd(bytes);
  const line = end === bytes.length ? bytes : bytes.subarray(0, end);
  const decoded = decoder.decode(line);
  const faithful =
    (isAscii(line) || isUtf8(line)) &&
    bytes.length - end <= MAX_TERMINATOR_BYTES &&
    !hasControlBreak(decoded);
  if (faithful && decoded.length <= MAX_TEXT_LENGTH)
    return { text: decoded, rawLog: decoded, bytes: line, rawBytes: null, isVerbatim: true };
  const text = decoded.replaceAll("\0", "");
  const rawLog = storedForm(text);
  return { text, rawLog, bytes: Buffer.from(rawLog), rawBytes: bytes, isVerbatim: false };
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

/** The length of a line without the bytes that end it. */
export function lineEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  for (; end > 0; end--) {
    const byte = bytes[end - 1];
    if (byte !== 0x00 && byte !== 0x0a && byte !== 0x0d) break;
  }
  return end;
}
