import { describe, expect, test } from "bun:test";
import { Secret } from "otpauth";
import { makeTotpSecret, matchTotpStep, totpUri } from "../../../src/features/second-factor/totp";

/** The key of RFC 6238 appendix B. */
const SECRET = Secret.fromLatin1("12345678901234567890").base32;

const at = (seconds: number) => new Date(seconds * 1000);

/** The SHA-1 rows of the appendix: its codes have eight digits, of which ours are the last six. */
test.each([
  [59, "94287082", 0x1],
  [1_111_111_109, "07081804", 0x23523ec],
  [1_111_111_111, "14050471", 0x23523ed],
  [1_234_567_890, "89005924", 0x273ef07],
  [2_000_000_000, "69279037", 0x3f940aa],
  [20_000_000_000, "65353130", 0x27bc86aa],
])("RFC 6238 appendix B: at %d s the code is that of %s, of step %d", (seconds, code, step) => {
  expect(matchTotpStep(SECRET, code.slice(2), at(seconds))).toBe(step);
});

describe("the code 287082 of step 1 (30 to 59 s)", () => {
  test.each([
    [0, 1],
    [29, 1],
    [30, 1],
    [59, 1],
    [60, 1],
    [89, 1],
    [90, undefined],
    [119, undefined],
    [3600, undefined],
  ])("at %d s is of step %p: one step early or late is accepted", (seconds, step) => {
    expect(matchTotpStep(SECRET, "287082", at(seconds))).toBe(step);
  });
});

test.each(["287083", "000000", "", "28708", "2870820", "abcdef", "２８７０８２"])(
  "%p is not that code",
  (code) => {
    expect(matchTotpStep(SECRET, code, at(59))).toBeUndefined();
  },
);

test("a secret has 160 bits and is new each time", () => {
  const secrets = new Set(Array.from({ length: 50 }, makeTotpSecret));
  expect(secrets.size).toBe(50);
  for (const secret of secrets) expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
});

test("the address for a QR code names issuer, user, secret and parameters", () => {
  const uri = new URL(totpUri({ secret: SECRET, username: "alice.b" }));
  expect(decodeURIComponent(uri.pathname)).toEndWith("Netatlas:alice.b");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Netatlas",
    secret: SECRET,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
