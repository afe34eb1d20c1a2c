import { expect, test } from "bun:test";
import { textOf } from "../../../src/web/format/file-text";

test.each([
  ["UTF-8", new TextEncoder().encode("Mün")],
  ["UTF-8 with a byte order mark", new TextEncoder().encode("\ufeffMün")],
  ["UTF-16", new Uint8Array(Buffer.from("\ufeffMün", "utf16le"))],
  ["UTF-16 the other way round", new Uint8Array(Buffer.from("\ufeffMün", "utf16le").swap16())],
  ["text of western Windows", new Uint8Array([0x4d, 0xfc, 0x6e])],
])("%s is read as such", async (_encoding, octets) => {
  expect(await textOf(new Blob([octets]))).toBe("Mün");
});
