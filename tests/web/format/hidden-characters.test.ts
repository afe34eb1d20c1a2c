import { describe, expect, test } from "bun:test";
import { hasHidden, spellHidden, splitHidden } from "../../../src/web/format/hidden-characters";

describe("a character that is not seen", () => {
  test.each([
    ["an override", "report\u202egnp.exe", "report[U+202E]gnp.exe"],
    ["an isolate and its end", "\u2067abc\u2069", "[U+2067]abc[U+2069]"],
    ["a mark of a direction", "a\u200fb\u061c", "a[U+200F]b[U+061C]"],
    ["an escape, and a bell", "\u001b[31mred\u0007", "[U+001B][31mred[U+0007]"],
    ["nought, and a control of C1", "a\u0000b\u009b", "a[U+0000]b[U+009B]"],
    ["a space without a width", "ad\u200bmin", "ad[U+200B]min"],
    ["a joiner between Latin letters", "ad\u200dmin \u200cx", "ad[U+200D]min [U+200C]x"],
    ["a soft hyphen, and a byte order mark", "a\u00adb\ufeff", "a[U+00AD]b[U+FEFF]"],
    ["a tag", "a\u{e0041}", "a[U+E0041]"],
    ["a line end of Unicode", "a\u2028b", "a[U+2028]b"],
    ["a filler of Hangul", "a\u3164", "a[U+3164]"],
  ])("is shown by its code point: %s", (_, text, spelt) => {
    expect(hasHidden(text)).toBe(true);
    expect(spellHidden(text)).toBe(spelt);
  });

  test.each([
    ["tabs and line ends", "a\tb\r\nc"],
    ["letters of every script", "Straße, Ελλάδα, Москва, 日本, שלום, سلام"],
    ["an emoji of several, and one in colour", "👩‍💻 ❤️ 👍🏽"],
    ["joiners of Persian and Hindi", "می‌خواهم क्‍ष"],
    ["dashes and spaces that are seen", "a – b\u00a0c"],
  ])("is not what is text: %s", (_, text) => {
    expect(hasHidden(text)).toBe(false);
    expect(spellHidden(text)).toBe(text);
  });

  test("stands by itself between the pieces of a text, which are the text", () => {
    const text = "\u202ea\u0000\u0000b";
    expect(splitHidden(text)).toEqual(["", "\u202e", "a", "\u0000", "", "\u0000", "b"]);
    expect(splitHidden(text).join("")).toBe(text);
  });
});
