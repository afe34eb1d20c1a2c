import { expect, test } from "bun:test";
import { decrypt, encrypt, hashPassword, localiseKey, privacyKey } from "#platform/snmp/usm-keys";

/** RFC 3414 appendix A.3. */
const ENGINE = Buffer.from("000000000000000000000002", "hex");
const PASSWORD = "maplesyrup";

test.each([
  ["md5", "9faf3283884e92834ebc9847d8edd963", "526f5eed9fcce26f8964c2930787d82b"],
  ["sha", "9fb5cc0381497b3793528939ff788d5d79145211", "6695febc9288e36282235fc7151f128497b38f3f"],
] as const)("a password becomes the keys of the RFC by %s", (protocol, ofNobody, ofEngine) => {
  const hash = hashPassword(protocol, PASSWORD);
  expect(hash.toString("hex")).toBe(ofNobody);
  expect(localiseKey(protocol, hash, ENGINE).toString("hex")).toBe(ofEngine);
});

test.each(["des", "aes", "aes256"] as const)("what %s has encrypted is what it decrypts", (protocol) => {
  const localised = localiseKey("md5", hashPassword("md5", PASSWORD), ENGINE);
  const key = { protocol, key: privacyKey({ auth: "md5", priv: protocol }, localised, ENGINE) };
  const moment = { boots: 7, time: 4711, salt: Buffer.from("0102030405060708", "hex") };
  const text = Buffer.from("sixteen octets!!");
  const hidden = encrypt(key, text, moment);
  expect(hidden.equals(text)).toBeFalse();
  expect(decrypt(key, hidden, moment)).toEqual(text);
  expect(decrypt(key, hidden, { ...moment, salt: Buffer.alloc(8) })).not.toEqual(text);
  expect(decrypt(key, hidden, { ...moment, salt: Buffer.alloc(3) })).toBeUndefined();
});

test("octets that are no blocks of DES are not decrypted", () => {
  const key = { protocol: "des", key: Buffer.alloc(16, 1) } as const;
  const moment = { boots: 1, time: 1, salt: Buffer.alloc(8) };
  expect(decrypt(key, Buffer.alloc(9), moment)).toBeUndefined();
  expect(decrypt(key, Buffer.alloc(0), moment)).toBeUndefined();
});
