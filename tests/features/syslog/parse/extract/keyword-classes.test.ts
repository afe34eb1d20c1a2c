import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const SENDER = "198.51.100.200";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const pairs = "src=192.0.2.10 sport=50123 dst=203.0.113.5 dport=443";
const time = "2026-11-21 10:49:58";

describe("a program whose name has capitals is one where pairs stand behind a whole host's name", () => {
  test.each([
    [`${time} fw7.example.net FilterD: ${pairs}`, "FilterD"],
    [`2026/11/21 10:49:58 fw7.example.net PacketLog: ${pairs}`, "PacketLog"],
    [`${time} fw7.example.net UI: prefix=AAL ${pairs}`, "UI"],
  ])("%s", (text, app) => {
    expect(parseLine(text)).toMatchObject({ ...ENDS, sourceHost: "fw7.example.net", app });
  });

  test.each([["Blocked"], ["DENY"], ["Client"], ["Category"], ["Rule"], ["Warning"]])(
    "but not what is said of a site: %s",
    (word) => {
      expect(parseLine(`${time} www.example.com ${word}: ${pairs}`)).toMatchObject({
        sourceHost: SENDER,
        app: null,
      });
    },
  );

  test("nor where a sentence stands behind it", () => {
    expect(parseLine(`${time} fw7.example.net FilterD: login from 192.0.2.10`).app).toBeNull();
  });
});

describe("headers with dates of one digit and with marks of their vendors", () => {
  test.each<[string, object]>([
    [
      "<188>2026-5-6 15:26:09+08:00 core-1 %%01SECE/4/ARP_ATTACK(l)[200772]:ARP attack.(SourceInterface=GE1/0/1, SourceIP=192.0.2.10)",
      { sourceHost: "core-1", procid: "200772", interface: "GE1/0/1" },
    ],
    ["2026-5-26 15:26:09 core-1 app[7]: login from 192.0.2.10 failed", { sourceHost: "core-1", app: "app" }],
    [
      "%Nov  1 09:23:02:338 2026 sw1 SSHS/6/SSHS_LOG: Accepted password for admin from 192.0.2.10 port 50123.",
      { sourceHost: "sw1", app: "SSHS/6/SSHS_LOG", srcPort: 50_123 },
    ],
    [
      "<190>#Nov 21 10:49:58:338 2026 sw1 app: login from 192.0.2.10 failed",
      { sourceHost: "sw1", app: "app" },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(text)).toMatchObject({ srcIp: "192.0.2.10", ...expected });
  });

  test("a mark before a month and no time is none", () => {
    expect(parseLine("<190>#Nov 1 host app: x").sourceHost).toBe(SENDER);
    expect(parseLine("%Nov 21 of 192.0.2.10").sourceHost).toBe(SENDER);
  });
});

describe("rows whose keyword in brackets says what became of the traffic", () => {
  test.each<[string, object]>([
    [`<206>[LOG_ADMITTED] ${time},12,192.0.2.10,50123,443/tcp,203.0.113.5,0,78`, { verdict: "allow" }],
    [`<206>[LOG_ALLOWED] ${time},12,192.0.2.10,50123,443/tcp,203.0.113.5,0,78`, { verdict: "allow" }],
    [`[LOG_DENIED] ${time},17,192.0.2.10,203.0.113.5,443/tcp,50123,443,DENY,1`, { verdict: "deny" }],
    [`[LOG_DENIED] High,${time},7,192.0.2.10,50123,203.0.113.5,443, 6,DENY, ,1`, { ruleId: "7" }],
    [`[LOG_DENIED] 높음,${time},7,192.0.2.10,50123,203.0.113.5,443,006,DENY`, { ruleId: "7" }],
    [`<398>[LOG_DROPPED] Low,${time},7,192.0.2.10,50123,203.0.113.5,443,6,DROP`, { verdict: "drop" }],
  ])("%s", (text, expected) => {
    expect(parseLine(text)).toMatchObject({ ...ENDS, protocol: "tcp", ...expected });
  });

  test("a protocol without ports has none", () => {
    expect(parseLine(`[LOG_ADMITTED] ${time},12,192.0.2.10,0,0/icmp,203.0.113.5,0,78`)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: null,
      dstPort: null,
      protocol: "icmp",
    });
  });

  test("the second end of a translation was not called", () => {
    const row = `[LOG_NAT] ${time},10.0.0.10,50123,198.51.100.7,1025,443/udp`;
    expect(parseLine(`<382>${row},Outbound`)).toMatchObject({
      srcIp: "10.0.0.10",
      srcPort: 50_123,
      natSrcIp: "198.51.100.7",
      natSrcPort: 1025,
      dstIp: null,
      direction: "out",
    });
    const nothing = { srcIp: null, natSrcIp: null, dstIp: null };
    expect(parseLine(`${row},Inbound`)).toMatchObject({ ...nothing, direction: "in" });
    expect(parseLine(row)).toMatchObject(nothing);
  });

  test("who changed something, from where", () => {
    expect(
      parseLine(`<398>[LOG_AUDIT] 높음 \t${time} \tbob \t192.0.2.10 \t198.51.100.2 \tpolicy \tapplied`),
    ).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
    expect(parseLine(`[LOG_STATE] ${time},cpu 3,192.0.2.10,203.0.113.5`)).toMatchObject({
      srcIp: null,
      dstIp: null,
    });
  });
});

describe("a firewall's events in backticks, by the number of their kind", () => {
  const row = (kind: string, rest: string) =>
    parseLine(`3\`0\`2\`1\`100000\`${kind}\`20261121\`10:49:58\`${rest}`);

  test("what was found in a connection, also without its protocol", () => {
    const ends = "192.0.2.10`50123`203.0.113.5`443`";
    expect(row("6060", `0\`\`${ends}CNC\`p1\``)).toMatchObject({ ...ENDS, protocol: null });
    expect(
      row("6030", `2\`6\`${ends}3001\`\`IPS\`2012\`eth2\`0800\`00:00:5e:00:53:1\`1\`2\`x\`y\`eth3\`z\``),
    ).toMatchObject({ ...ENDS, protocol: "tcp", interface: "eth2", interfaceOut: "eth3" });
  });

  test("two addresses beside each other have the called one's port behind them", () => {
    expect(row("3181", "10540`17`192.0.2.10`203.0.113.5`53`12`1600`zone0`")).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: null,
      dstIp: "203.0.113.5",
      dstPort: 53,
      protocol: "udp",
    });
  });

  test("what somebody did has his address in the last column", () => {
    expect(row("6010", "5``````0`bob`log`applied`org`1`1222`1`10`192.0.2.10`").srcIp).toBe("192.0.2.10");
    expect(row("6010", "5``````0`bob`log`of 192.0.2.10`org`1`1222`1`10`").srcIp).toBeNull();
  });
});

describe("carriers' translations of version 6", () => {
  const head = "<134>1 2026 Nov 21 10:49:59 10.1.1.1 vsm - ";
  const seen = { natSrcIp: "203.0.113.100", natSrcPort: 2048, dstIp: null };
  test("a subscriber's address stands in the second place, and a tunnel's beside his own", () => {
    expect(
      parseLine(`${head}NAT64:SessionbasedA [17 - 2001:DB8:1::7 203.0.113.100 50123 2048 -]`),
    ).toMatchObject({
      ...seen,
      srcIp: "2001:db8:1::7",
      srcPort: 50_123,
      protocol: "udp",
    });
    expect(
      parseLine(`${head}DSLITE:SessionA [6 10.0.0.10 2001:db8::1 203.0.113.100 50123 2048 -]`),
    ).toMatchObject({ ...seen, srcIp: "10.0.0.10", protocol: "tcp" });
    expect(parseLine(`${head}NAT64:SessionA [6 - 192.0.2.10 203.0.113.100 1 2 3]`).srcIp).toBeNull();
  });
});

describe("a number of five digits behind an address of version 6 is a port", () => {
  const head = "<134>Nov 21 10:49:59 sw1 app: ";
  test("as is then the last number of another end", () => {
    expect(parseLine(`${head}packet from 2001:db8::7:50123 dropped`)).toMatchObject({
      srcIp: "2001:db8::7",
      srcPort: 50_123,
    });
    expect(parseLine(`${head}tcp 2001:db8::7:50123 -> 2001:db8::9:443 denied`)).toMatchObject({
      srcIp: "2001:db8::7",
      dstIp: "2001:db8::9",
      dstPort: 443,
    });
    expect(parseLine(`${head}tcp 2001:db8::7:50123 -> 2001:db8::9 denied`)).toMatchObject({
      dstIp: "2001:db8::9",
      dstPort: null,
    });
    expect(parseLine(`${head}packet from 2001:db8::7:501234 dropped`).srcIp).toBeNull();
  });
});

describe("what routers say of their neighbours and their ports", () => {
  test.each([
    ["rpd[7]: bgp_recv: read from peer 192.0.2.10 (External AS 64500) failed: Connection reset by peer"],
    ["rpd[7]: recv error from neighbor 192.0.2.10: timed out"],
  ])("whom nothing could be read from: %s", (text) => {
    expect(parseLine(`<28>Nov 21 10:49:59 r1 ${text}`).srcIp).toBe("192.0.2.10");
  });

  test("not a server", () => {
    expect(parseLine("<28>Nov 21 10:49:59 r1 app[7]: read from server 192.0.2.10 failed").srcIp).toBeNull();
  });

  test.each<[string, object]>([
    ["4-INVALID_ARP: 9 Invalid ARPs (Res) on Gi1/0/8", { interface: "Gi1/0/8" }],
    ["4-DHCP_SNOOPING_DENY: 1 Invalid ARPs (Req) on Fa0/2", { interface: "Fa0/2" }],
    ["6-DHCP_SNOOPING_PERMIT: 1 ARPs (Req) on Po7", { interface: "Po7" }],
  ])("inspected ARP tells who spoke, to whom, and at which port: %s", (text, expected) => {
    const arp = (target: string) =>
      `%SW_DAI-${text}, vlan 40.([0200.5e00.5301/192.0.2.10/0000.0000.0000/${target}/10:49:58 UTC Sat Nov 21 2026])`;
    const nobody = { srcPort: null, dstPort: null };
    expect(parseLine(arp("203.0.113.5"))).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
      ...nobody,
      ...expected,
    });
    expect(parseLine(arp("192.0.2.10"))).toMatchObject({ srcIp: "192.0.2.10", dstIp: null, ...nobody });
  });

  test("a tunnel's gateways beside the way that is told of", () => {
    const gateways = "SA: Local gateway: 192.0.2.10, Remote gateway: 203.0.113.5, ID: x";
    const head = "<28>Nov 21 10:49:59 r1 kmd[7]: ";
    expect(parseLine(`${head}${gateways}, Direction: outbound, SPI: 0x1`)).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
      direction: "out",
    });
    expect(parseLine(`${head}${gateways}, Direction: inbound, SPI: 0x1`)).toMatchObject({
      srcIp: "203.0.113.5",
      dstIp: "192.0.2.10",
      direction: "in",
    });
    expect(parseLine(head + gateways)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("requests that a filter of the web judged", () => {
  const access = "192.0.2.10 - alice [21/Nov/2026:10:49:58 +0000]";
  test.each<[string, string | null]>([
    [`${access} 403 512 31 deny 7 "GET http://www.example.com/ HTTP/1.1" - x`, "deny"],
    [`${access} 200 512 passed 7 "CONNECT www.example.com:443 HTTP/1.1"`, "allow"],
    [`${access} "GET /a block HTTP/1.1" 200 512`, null],
    [`7 192.0.2.10 alice 21/Nov/2026:10:49:58 +0000 http://www.example.com/ block 3`, "deny"],
    ["192.0.2.10 CORP\\alice staff 21/Nov/2026:10:49:58 +0000 GET http://203.0.113.5/ allow 3", "allow"],
  ])("%s", (text, verdict) => {
    expect(parseLine(text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null, verdict });
  });

  test("have their time between blanks, or others between colons", () => {
    const micros = Date.UTC(2026, 10, 21, 9, 49, 58) * 1000;
    expect(parseLine("alice 21/Nov/2026:10:49:58 +0100 came from 192.0.2.10").eventTimeMicros).toBe(micros);
    const ids = "IDS v6 : Start: rogue : 192.0.2.4 : ";
    expect(parseLine(`${ids}2026-11-21T10:49:58+01:00 : High : 7`).eventTimeMicros).toBe(micros);
    expect(parseLine("until : 2026-11-21 10:49:58 at most").eventTimeMicros).toBeNull();
  });
});
