import { expect, test } from "bun:test";
import { digestRecoveryCode, makeRecoveryCodes } from "../../../src/features/second-factor/recovery-codes";

test("a set has ten different codes of 16 characters that cannot be misread", () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
});

test("sets have nothing in common", () => {
  const codes = Array.from({ length: 50 }, makeRecoveryCodes).flat();
  expect(new Set(codes).size).toBe(500);
});

test.each([
  "7K2M-9QXA-01HT-E5CW",
  "7k2m9qxa01hte5cw",
  " 7k2m 9qxa 01ht e5cw ",
  "7k2m-9qxa-oiht-e5cw",
  "7k2m-9qxa-OLht-e5cw",
])("%p is read as 7k2m-9qxa-01ht-e5cw", (written) => {
  expect(digestRecoveryCode(written)).toEqual(digestRecoveryCode("7k2m-9qxa-01ht-e5cw"));
});

test.each(["7k2m-9qxa-01ht-e5cv", "7k2m-9qxa-01ht-e5c", "7k2m-9qxa-01ht-e5cww", ""])(
  "%p is not",
  (written) => {
    expect(digestRecoveryCode(written)).not.toEqual(digestRecoveryCode("7k2m-9qxa-01ht-e5cw"));
  },
);
