import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const FIELDS = { parser: "mikrotik", vendor: "mikrotik", srcIp: "192.0.2.1", dstIp: "198.51.100.2" };

describe("a firewall rule's log", () => {
  test.each<[string, object]>([
    [
      "firewall,info DROP-WAN forward: in:ether1 out:bridge, connection-state:new src-mac 00:00:5e:00:53:01, proto TCP (SYN), 192.0.2.1:40000->198.51.100.2:443, len 52",
      {
        verdict: "drop",
        protocol: "tcp",
        interface: "ether1",
        interfaceOut: "bridge",
        srcPort: 40_000,
        dstPort: 443,
        direction: "in",
      },
    ],
    [
      "firewall,info forward: in:bridge out:ether1, proto UDP, 192.0.2.1:40000->198.51.100.2:53, NAT (192.0.2.1:40000->203.0.113.9:1024)->198.51.100.2:53, len 60",
      { action: null, natSrcIp: "203.0.113.9", natSrcPort: 1024, natDstIp: null },
    ],
    [
      "input: in:ether1 out:(unknown 0), proto ICMP (type 8, code 0), 192.0.2.1->198.51.100.2, len 84",
      { protocol: "icmp", interfaceOut: null, srcPort: null },
    ],
    [
      "firewall,info dstnat forward: in:ether1 out:bridge, proto TCP (SYN), 192.0.2.1:40000->198.51.100.2:80, NAT 192.0.2.1:40000->(203.0.113.9:80->198.51.100.2:8080), len 60",
      { natDstIp: "198.51.100.2", natDstPort: 8080, natSrcIp: null },
    ],
    [
      "output: in:(unknown 0) out:ether1, proto UDP, 192.0.2.1:1->198.51.100.2:53, len 60",
      { direction: "out", interfaceOut: "ether1" },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(text)).toMatchObject({ ...FIELDS, ...expected });
  });
});

test("IPv6 stands in brackets", () => {
  expect(
    parseLine(
      "input: in:ether1 out:(unknown 0), proto TCP (SYN), [2001:db8::1]:40000->[2001:db8::2]:443, len 60",
    ),
  ).toMatchObject({ srcIp: "2001:db8::1", srcPort: 40_000, dstIp: "2001:db8::2", dstPort: 443 });
});

describe("chains of the other tables, and those that users make", () => {
  const packet = "in:ether1 out:bridge, connection-state:new proto UDP, 192.0.2.1:40000->10.0.0.9:53, len 60";
  test.each([
    ["dstnat", "in"],
    ["srcnat", "out"],
    ["postrouting", "out"],
    ["my-chain", "in"],
  ])("%s", (chain, direction) => {
    expect(parseLine(`<134>Nov 21 10:49:59 MT-1 firewall,info ${chain}: ${packet}`)).toMatchObject({
      parser: "mikrotik",
      srcIp: "192.0.2.1",
      dstPort: 53,
      interface: "ether1",
      interfaceOut: "bridge",
      direction,
    });
  });
});

describe("events are told by their topics", () => {
  test.each([
    ["system,error,critical login failure for user root from 192.0.2.7 via ssh", "192.0.2.7"],
    ["dhcp,info defconf assigned 192.0.2.7 for 00:00:5E:00:53:01 pc-1", "192.0.2.7"],
    ["system,info filter rule changed by admin", null],
  ])("%s", (text, srcIp) => {
    expect(parseLine(`<30>Nov 21 10:49:59 MT-1 ${text}`)).toMatchObject({ parser: "mikrotik", srcIp });
  });

  test("other words with a comma are none", () => {
    expect(parseLine("<30>Nov 21 10:49:59 MT-1 one,two three").parser).toBe("generic");
  });
});
