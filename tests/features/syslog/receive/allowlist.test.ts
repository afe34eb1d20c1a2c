import { describe, expect, test } from "bun:test";
import { SenderTable } from "../../../../src/features/syslog/receive/allowlist";

describe("the sender allowlist", () => {
  for (const [entry, allowed, denied] of [
    ["192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7"], ["192.0.2.8", "::ffff:192.0.2.8", "2001:db8::7"]],
    ["10.0.0.0/8", ["10.255.1.2", "::ffff:10.1.2.3"], ["11.0.0.1"]],
    ["2001:db8::/32", ["2001:db8:1::5"], ["2001:db9::1", "32.1.13.184"]],
    ["fe80::/10", ["fe80::1%eth0"], ["fd00::1"]],
    ["::ffff:10.0.0.0/104", ["10.9.9.9", "::ffff:10.9.9.9"], ["11.0.0.1", "::1"]],
    ["::1", ["::1"], ["127.0.0.1"]],
    ["0.0.0.0/0", ["8.8.8.8", "::ffff:1.2.3.4"], ["::1"]],
  ] as const) {
    test(`with ${entry} lets in ${allowed.join(", ")} and not ${denied.join(", ")}`, () => {
      const table = new SenderTable([entry]);
      expect(allowed.filter((address) => !table.find(address).isAllowed)).toEqual([]);
      expect(denied.filter((address) => table.find(address).isAllowed)).toEqual([]);
    });
  }

  test("lets everybody in when it is empty, and writes addresses in one form", () => {
    const table = new SenderTable([]);
    const forms = ["::ffff:192.0.2.1", "192.0.2.1", "fe80::1%eth0", "2001:db8::1"];
    expect(forms.map((address) => table.find(address))).toEqual(
      ["192.0.2.1", "192.0.2.1", "fe80::1", "2001:db8::1"].map((text) => ({ text, isAllowed: true })),
    );
  });

  test("names every entry that it cannot read", () => {
    expect(() => new SenderTable(["10.0.0.1", "10.0.0.0/33", "host", ""])).toThrow("10.0.0.0/33, host, ");
  });

  test("remembers a bounded number of senders and stays right beyond it", () => {
    const table = new SenderTable(["10.0.0.0/9"]);
    Bun.gc(true);
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 200_000; index++) {
      const address = `10.${index & 255}.${(index >> 8) & 255}.${(index >> 16) & 255}`;
      if (table.find(address).isAllowed !== (index & 255) < 128) throw new Error(`wrong about ${address}`);
    }
    Bun.gc(true);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(4 << 20);
    expect(table.find("10.0.0.0").isAllowed).toBe(true);
  });
});
