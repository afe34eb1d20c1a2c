import { describe, expect, test } from "bun:test";
import { checkAvatar } from "../../../src/features/users/avatar";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 16];
const WEBP = [...Buffer.from("RIFF"), 26, 0, 0, 0, ...Buffer.from("WEBPVP8L")];
const SVG = [...Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')];

const uri = (type: string, octets: number[]) =>
  `data:${type};base64,${Buffer.from(octets).toString("base64")}`;

describe("an avatar is kept as it came where it is", () => {
  test.each([
    ["a PNG image", uri("image/png", PNG)],
    ["a JPEG image", uri("image/jpeg", JPEG)],
    ["a WebP image", uri("image/webp", WEBP)],
  ])("%s", (_, avatar) => {
    expect(checkAvatar(avatar)).toBe(avatar);
  });

  test("as long as the limit", () => {
    const head = uri("image/png", PNG);
    const avatar = head + "A".repeat(2_097_152 - head.length - ((2_097_152 - head.length) % 4));
    expect(checkAvatar(avatar)).toBe(avatar);
  });
});

test.each([null, "", "  "])("%p clears it", (avatar) => {
  expect(checkAvatar(avatar)).toBeNull();
});

describe("an avatar is refused", () => {
  test("with 413 above 2,097,152 characters, whatever it is", () => {
    expect(() => checkAvatar("x".repeat(2_097_153))).toThrow(
      expect.objectContaining({ status: 413, detail: "Avatar image too large (max 2 MB)" }),
    );
  });

  test.each([
    ["an SVG, which may hold scripts", uri("image/svg+xml", SVG)],
    ["an SVG under another name", uri("image/png", SVG)],
    ["a JPEG under the name of a PNG", uri("image/png", JPEG)],
    ["an HTML page", uri("text/html", [...Buffer.from("<script>")])],
    ["a link", "https://example.com/me.png"],
    ["a script", "javascript:alert(1)"],
    ["a data URI without base64", "data:image/png,abc"],
    ["base64 with other characters", `${uri("image/png", PNG)}"><script>`],
    ["base64 of the wrong length", `${uri("image/png", PNG)}A`],
    ["a data URI with parameters", uri("image/png;charset=utf-8", PNG)],
    ["an empty image", "data:image/png;base64,"],
    ["a second line", `${uri("image/png", PNG)}\n`],
  ])("with 422 when it is %s", (_, avatar) => {
    expect(() => checkAvatar(avatar)).toThrow(
      expect.objectContaining({
        status: 422,
        detail: [expect.objectContaining({ loc: ["body", "avatar_data"] })],
      }),
    );
  });
});
