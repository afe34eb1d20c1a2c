import { expect, test } from "bun:test";
import { engineIdOf, serialNumberOf } from "#platform/snmp/identity";

test.each([
  ["80001f88805e2a11c3", "80:00:1f:88:80:5e:2a:11:c3"],
  ["0102030405", "01:02:03:04:05"],
  ["01020304", null],
  ["00".repeat(12), null],
  ["ff".repeat(12), null],
  ["80".repeat(33), null],
  ["", null],
])("the octets %s as an engine id", (digits, text) => {
  expect(engineIdOf(Buffer.from(digits, "hex"))).toBe(text);
});

test.each([
  [" FOX1234X1YZ ", "FOX1234X1YZ"],
  ["VMware-42 1a 2b", "VMware-42 1a 2b"],
  ["1234567", "1234567"],
  ...[
    "N/A",
    "none",
    "Unknown",
    "To be filled by O.E.M.",
    "Not Specified",
    "00000000",
    "0123456789",
    "XXXX",
  ].map((text) => [text, null] as const),
  ["A1", null],
  ["A1".repeat(61), null],
  [null, null],
])("the text %p as a serial number", (text, serial) => {
  expect(serialNumberOf(text)).toBe(serial);
});
