import { describe, expect, test } from "bun:test";
import { createEncryption, isFernetKey, seal } from "#platform/encryption";
import { makeFernetKey } from "#platform/secrets";

/** https://github.com/fernet/spec: generate.json and verify.json. */
const KEY = "cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=";
const TOKEN =
  "gAAAAAAdwJ6wAAECAwQFBgcICQoLDA0ODy021cpGVWKZ_eEwCGM4BLLF_5CV9dOPmrhuVUPgJobwOz7JcbmrR64jVmpU4IwqDA==";
const SECONDS = Date.parse("1985-10-26T01:20:00-07:00") / 1000;
const IV = Buffer.from(Array.from({ length: 16 }, (_, index) => index));

/** A token with the right signature around whatever it holds. */
function signed(bytes: Buffer): string {
  const key = Buffer.from(KEY, "base64url");
  const mac = new Bun.CryptoHasher("sha256", key.subarray(0, 16)).update(bytes).digest();
  return Buffer.concat([bytes, mac]).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}

const header = Buffer.from(TOKEN, "base64url").subarray(0, 25);

test("makes the published token of the specification", () => {
  expect(seal(Buffer.from(KEY, "base64url"), "hello", { seconds: SECONDS, iv: IV })).toBe(TOKEN);
});

test("reads the published token of the specification", () => {
  expect(createEncryption(KEY).decrypt(TOKEN)).toBe("hello");
});

test("gives back what it encrypted, and never the same token twice", () => {
  const encryption = createEncryption(makeFernetKey());
  for (const text of ["", "x", "sixteen letters.", "Grüße 🔑", "l".repeat(5000)]) {
    const [first, second] = [encryption.encrypt(text), encryption.encrypt(text)];
    expect(first).not.toBe(second);
    expect([encryption.decrypt(first), encryption.decrypt(second)]).toEqual([text, text]);
  }
});

describe("refuses", () => {
  const refused = (token: string, key = KEY) =>
    expect(() => createEncryption(key).decrypt(token)).toThrow("cannot decrypt a stored secret");

  test("a token of another key", () => refused(TOKEN, makeFernetKey()));

  test("a token with any character changed", () => {
    for (let index = 0; index < TOKEN.length; index++) {
      const other = TOKEN[index] === "A" ? "B" : "A";
      refused(TOKEN.slice(0, index) + other + TOKEN.slice(index + 1));
    }
  });

  test.each([
    ["nothing", ""],
    ["what is no base64", `%%%${TOKEN}`],
    ["a token without its padding", TOKEN.replace(/=+$/, "")],
    ["another version", signed(Buffer.concat([Buffer.from([0x81]), header.subarray(1), Buffer.alloc(16)]))],
    ["no text at all", signed(header)],
    ["a length that is no multiple of the block", signed(Buffer.concat([header, Buffer.alloc(15)]))],
    ["wrong padding of the text", signed(Buffer.concat([header, Buffer.alloc(16)]))],
  ])("%s", (_, token) => refused(token));

  test.each(["", "short", "A".repeat(44), `${"A".repeat(42)}*=`, KEY.slice(0, 43), `${KEY}=`])(
    "the key %p",
    (key) => {
      expect(isFernetKey(key)).toBe(false);
      expect(() => createEncryption(key)).toThrow("it is not a Fernet key");
    },
  );
});
