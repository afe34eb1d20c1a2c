import { describe, expect, test } from "bun:test";
import {
  addressAt,
  addressBefore,
  addressBehind,
  findAddress,
  parenthesised,
} from "../../../../../src/features/syslog/parse/values/phrases";

describe("an address at a place", () => {
  test.each<[string, string | null, number | null]>([
    ["192.0.2.1", "192.0.2.1", null],
    ["192.0.2.1.", "192.0.2.1", null],
    ["192.0.2.1:443 x", "192.0.2.1", 443],
    ["192.0.2.1#53:", "192.0.2.1", 53],
    ["192.0.2.1[4500]", "192.0.2.1", 4500],
    ["192.0.2.1 port 22", "192.0.2.1", 22],
    ["[2001:db8::1]:443", "2001:db8::1", 443],
    ["'192.0.2.1'", "192.0.2.1", null],
    ["fe80::1%eth0", "fe80::1", null],
    ["192.0.2.1:99999", "192.0.2.1", null],
    ["example.org", null, null],
    ["192.0.2.1.5", null, null],
    ["", null, null],
  ])("%s", (text, ip, port) => {
    const found = addressAt(text, 0);
    expect([found?.ip ?? null, found?.port ?? null]).toEqual([ip, port]);
  });
});

test("the first phrase that has an address behind it counts", () => {
  expect(addressBehind("from here, from 192.0.2.1 to 192.0.2.2", ["by ", "from "])?.ip).toBe("192.0.2.1");
  expect(addressBehind("from here", ["from "])).toBeNull();
});

test("the first address is found wherever it stands", () => {
  expect(findAddress("v1.2.3 of host a.b.c (192.0.2.1:80)")).toMatchObject({ ip: "192.0.2.1", port: 80 });
  expect(findAddress("12:30:45 no address 1.2.3")).toBeNull();
});

test("an address before a place may have a port", () => {
  expect(addressBefore("x 192.0.2.1->", 11)?.ip).toBe("192.0.2.1");
  expect(addressBefore("x 192.0.2.1:80->", 14)).toMatchObject({ ip: "192.0.2.1", port: 80 });
  expect(addressBefore("->", 0)).toBeNull();
});

test("the last brackets count", () => {
  expect(parenthesised("a (b) (c)")).toBe("c");
  expect(parenthesised("a (b")).toBe("");
});
