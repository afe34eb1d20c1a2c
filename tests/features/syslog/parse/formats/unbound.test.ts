import { expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const unbound = (text: string) => parseLine(`<30>Nov 21 10:49:00 gw unbound[75499]: ${text}`);

test.each([
  ["[26931:0] info: 192.0.2.1 example.org. A IN", "192.0.2.1"],
  ["info: 2001:DB8::5 example.org. AAAA IN", "2001:db8::5"],
])("%s is a query of %s", (text, client) => {
  expect(unbound(text)).toMatchObject({ parser: "unbound", srcIp: client });
});

test.each([
  ["[1:0] info: service stopped"],
  ["[1:0] notice: init module 0"],
  [`${"x".repeat(40)} info: 192.0.2.1 a. A IN`],
])("%s is none", (text) => {
  expect(unbound(text)).toMatchObject({ parser: "generic", srcIp: null });
});
