import { describe, expect, test } from "bun:test";
import { cutText, decodeRawLine, MAX_TEXT_LENGTH } from "../../../../src/features/syslog/parse/raw-line";

const encoder = new TextEncoder();
const octets = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...encoder.encode(part)] : part)));

describe("a line that UTF-8 tells wholly", () => {
  test.each([
    ["plain text", "<13>hello"],
    ["other scripts", "Übergröße — 私は 𐌼"],
    ["control characters but NUL, CR and LF", "\u001b[31mred\u001b[0m\ttab"],
    ["a byte order mark", "\ufeff<13>hello"],
    ["exactly the greatest length", "x".repeat(MAX_TEXT_LENGTH)],
    ["nothing", ""],
  ])("is kept as it is, without octets beside it: %s", (_, line) => {
    expect(decodeRawLine(encoder.encode(line))).toEqual({
      text: line,
      rawLog: line,
      bytes: encoder.encode(line),
      rawBytes: null,
      isVerbatim: true,
    });
  });

  test.each([["\n"], ["\r\n"], ["\0"], ["\n\0"]])(
    "loses a terminator (%j) without a note, as TCP framing does",
    (end) => {
      expect(decodeRawLine(encoder.encode(`<13>hello${end}`))).toEqual({
        text: "<13>hello",
        rawLog: "<13>hello",
        bytes: encoder.encode("<13>hello"),
        rawBytes: null,
        isVerbatim: true,
      });
    },
  );
});

describe("a line that its text does not tell wholly keeps its octets", () => {
  test("invalid UTF-8 becomes U+FFFD", () => {
    const bytes = octets("a", [0xff, 0xc3], "(b");
    const raw = decodeRawLine(bytes);
    expect(raw.rawLog).toBe("a\ufffd\ufffd(b");
    expect(raw.rawBytes).toEqual(bytes);
  });

  test("a replacement character that was sent is no loss", () => {
    expect(decodeRawLine(octets("a\ufffdb")).rawBytes).toBeNull();
  });

  test("NUL is removed", () => {
    const rawBytes = octets("a", [0], "b");
    const bytes = Buffer.from("ab");
    expect(decodeRawLine(rawBytes)).toEqual({ text: "ab", rawLog: "ab", bytes, rawBytes, isVerbatim: false });
  });

  test("inner line breaks are written as escapes, and are real in the text", () => {
    const rawBytes = octets("one\r\ntwo\nthree\n");
    const rawLog = String.raw`one\r\ntwo\nthree`;
    expect(decodeRawLine(rawBytes)).toEqual({
      text: "one\r\ntwo\nthree",
      rawLog,
      bytes: Buffer.from(rawLog),
      rawBytes,
      isVerbatim: false,
    });
  });

  test("what follows a terminator of two octets counts", () => {
    const rawBytes = octets("a\n\n\n");
    expect(decodeRawLine(rawBytes)).toEqual({
      text: "a",
      rawLog: "a",
      bytes: Buffer.from("a"),
      rawBytes,
      isVerbatim: false,
    });
  });

  test("text beyond the greatest length is cut from the stored form only", () => {
    const bytes = encoder.encode("y".repeat(MAX_TEXT_LENGTH + 1));
    const raw = decodeRawLine(bytes);
    expect(raw.rawLog).toHaveLength(MAX_TEXT_LENGTH);
    expect(raw.text).toHaveLength(MAX_TEXT_LENGTH + 1);
    expect(raw.rawBytes).toBe(bytes);
  });

  test("escapes that pass the greatest length are cut", () => {
    const raw = decodeRawLine(encoder.encode(`${"y".repeat(MAX_TEXT_LENGTH - 1)}\nz`));
    expect(raw.rawLog).toHaveLength(MAX_TEXT_LENGTH);
    expect(raw.rawBytes).not.toBeNull();
  });
});

test("a cut never splits a surrogate pair", () => {
  expect(cutText("ab𐌼", 3)).toBe("ab");
  expect(cutText("ab𐌼", 4)).toBe("ab𐌼");
});
