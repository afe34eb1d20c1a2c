import { describe, expect, test } from "bun:test";
import { chassisOf, portName, portOf } from "../../../src/features/neighbours/read/identifiers";

const hex = (text: string) => Buffer.from(text, "hex");

describe("a chassis", () => {
  test.each([
    ["MAC address", 4, hex("00005e005301"), "00:00:5E:00:53:01"],
    ["MAC address that is written as text", 4, Buffer.from("00-00-5e-00-53-01"), "00:00:5E:00:53:01"],
    ["MAC address in dots", 7, Buffer.from("0000.5e00.5301"), "00:00:5E:00:53:01"],
    ["IPv4 address", 5, hex("01c0000201"), "192.0.2.1"],
    [
      "IPv6 address",
      5,
      Buffer.concat([Buffer.from([2]), hex("20010db8000000000000000000000001")]),
      "2001:db8::1",
    ],
    ["address of another family", 5, hex("06aabbccddeeff"), "06:aa:bb:cc:dd:ee:ff"],
    ["interface's name", 6, Buffer.from("mgmt0"), "mgmt0"],
    ["text", 7, Buffer.from("serial 77"), "serial 77"],
    ["MAC subtype with other octets", 4, hex("ff00"), "ff:00"],
  ])("by its %s", (_, subtype, octets, text) => {
    expect(chassisOf({ subtype, octets })?.text).toBe(text);
  });

  test("of six letters is text, unless it says that it is a MAC address", () => {
    expect(chassisOf({ subtype: 7, octets: Buffer.from("switch") })?.macAddress).toBeNull();
    expect(chassisOf({ subtype: 4, octets: Buffer.from("switch") })?.text).toBe("73:77:69:74:63:68");
  });

  test("without octets is none", () => {
    expect(chassisOf({ subtype: 4, octets: Buffer.alloc(0) })).toBeUndefined();
  });
});

describe("a port", () => {
  test.each([
    ["its name", 5, Buffer.from("Gi0/1"), "uplink", "Gi0/1"],
    ["its description, where the identifier is a number", 7, Buffer.from("513"), "ge-0/0/0", "ge-0/0/0"],
    ["its description, where the identifier is a MAC address", 3, hex("0202030405ff"), "eth0", "eth0"],
    ["its identifier, where there is no description", 7, Buffer.from("513"), null, "513"],
  ])("is called by %s", (_, subtype, octets, description, name) => {
    expect(portName({ subtype, octets }, description)).toBe(name);
  });

  test("of subtype 4 is an address, not a MAC address", () => {
    expect(portOf({ subtype: 4, octets: hex("01c0000201") })).toEqual({
      text: "192.0.2.1",
      macAddress: null,
      address: "192.0.2.1",
    });
  });
});
