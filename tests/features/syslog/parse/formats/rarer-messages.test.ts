import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const asa = (text: string) => parseLine(`<166>Nov 21 2026 10:49:59 fw-1 : %ASA-${text}`);
const ios = (text: string) => parseLine(`<189>4711: Nov 21 10:49:59.123: %${text}`);

describe("messages of ASA that name a server, a target or nobody", () => {
  test.each<[string, object]>([
    [
      "6-113014: AAA authentication server not accessible : server = 192.0.2.7 : user = a",
      { dstIp: "192.0.2.7" },
    ],
    ["2-113022: AAA Marking RADIUS server 192.0.2.7 in aaa-server group G as FAILED", { dstIp: "192.0.2.7" }],
    [
      "3-414001: Failed to save logging buffer to FTP server 192.0.2.7 on interface inside: x",
      { dstIp: "192.0.2.7" },
    ],
    [
      "3-414003: TCP Syslog Server inside:192.0.2.7/1470 not responding, New connections are permitted",
      { dstIp: "192.0.2.7", dstPort: 1470, interfaceOut: "inside" },
    ],
    ["4-733101: Host 192.0.2.7 is targeted. Current burst rate is 10 per second", { dstIp: "192.0.2.7" }],
  ])("%s", (text, expected) => {
    expect(asa(text)).toMatchObject({ srcIp: null, ...expected });
  });

  test.each([
    ["5-503001: Process 1, Nbr 192.0.2.2 on inside from LOADING to FULL, Loading Done"],
    ["6-737026: IPAA: Session=0x1, Client assigned 192.0.2.5 from local pool p"],
    ["6-771002: CLOCK: System clock set, source: NTP, IP: 192.0.2.7, before: x"],
  ])("%s", (text) => {
    expect(asa(text)).toMatchObject({ srcIp: null, dstIp: null });
  });

  test("an attacker is a source", () => {
    expect(asa("4-733101: Host 192.0.2.7 is attacking. Current burst rate is 10")).toMatchObject({
      srcIp: "192.0.2.7",
      dstIp: null,
    });
  });
});

describe("messages of ASA whose sentence tells more than the ends", () => {
  test.each<[string, object]>([
    [
      "6-106015: Deny TCP (no connection) from 192.0.2.10/50123 to 203.0.113.5/443 flags RST  on interface inside",
      { verdict: "deny", reason: "no connection", interface: "inside" },
    ],
    [
      "session-6-106015: Deny TCP (no connection) from 192.0.2.10/50123 to 203.0.113.5/443 flags RST  on interface inside",
      { verdict: "deny", reason: "no connection" },
    ],
    [
      "1-106021: Deny TCP reverse path check from 192.0.2.10 to 203.0.113.5 on interface inside",
      { verdict: "deny", reason: "reverse path check" },
    ],
    [
      "4-209005: Discard IP fragment set with more than 24 elements: src = 192.0.2.10, dest = 203.0.113.5, proto = TCP, id = 1",
      { verdict: "drop", protocol: "tcp" },
    ],
    [
      "4-431001: RTP conformance: Dropping RTP packet from outside:192.0.2.10/50123 to inside:203.0.113.5/5004, Drop reason: sequence number 1",
      { verdict: "drop", dstPort: 5004, interface: "outside", reason: "sequence number 1" },
    ],
    [
      "3-201010: Embryonic connection limit exceeded 9/9 for input packet from 192.0.2.10/50123 to 203.0.113.5/80 on interface outside",
      { dstPort: 80, interface: "outside" },
    ],
  ])("%s", (text, expected) => {
    expect(asa(text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: "203.0.113.5", ...expected });
  });

  test("a card's address behind a slash is no port", () => {
    expect(
      asa(
        "4-405001: Received ARP request collision from 192.0.2.5/0000.5e00.5301 on interface inside with x",
      ),
    ).toMatchObject({ srcIp: "192.0.2.5", srcPort: null, interface: "inside" });
    expect(asa("6-999999: Something from 192.0.2.5/0000.5e00.5301 was seen")).toMatchObject({
      srcIp: "192.0.2.5",
      srcPort: null,
    });
  });
});

describe("messages of IOS", () => {
  test("a translation has the ends within and without, each as it is seen on either side", () => {
    const ends = "192.0.2.10:50123 198.51.100.1:1024 203.0.113.5:443 203.0.113.5:443";
    for (const name of ["CREATED", "DELETED"])
      expect(ios(`IPNAT-6-${name}: tcp ${ends}`)).toMatchObject({
        srcIp: "192.0.2.10",
        srcPort: 50_123,
        dstIp: "203.0.113.5",
        dstPort: 443,
        protocol: "tcp",
        natSrcIp: "198.51.100.1",
        natSrcPort: 1024,
      });
  });

  test("of an ICMP translation the numbers are no ports", () => {
    expect(
      ios("IPNAT-6-CREATED: icmp 192.0.2.10:7 198.51.100.1:8 203.0.113.5:7 203.0.113.5:7"),
    ).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: null,
      dstPort: null,
      natSrcIp: "198.51.100.1",
      natSrcPort: null,
    });
  });

  test("an access list may have the interface before its arrow", () => {
    expect(
      ios(
        "FMANFP-6-IPACCESSLOGP: F0: fman: list acl denied tcp 192.0.2.10(50123) Port-channel1.23-> 203.0.113.5(443), 2 packets",
      ),
    ).toMatchObject({
      srcPort: 50_123,
      dstIp: "203.0.113.5",
      dstPort: 443,
      verdict: "deny",
      interface: "Port-channel1.23",
      packets: 2,
    });
  });

  test("a server of the time is nobody's end", () => {
    expect(ios("NTP-5-PEERSYNC: NTP synced to peer 192.0.2.7")).toMatchObject({ srcIp: null, dstIp: null });
  });

  test("a reason ends before whose it is", () => {
    expect(
      ios(
        "FW-4-TCP_OoO_SEG: Dropping TCP Segment: seq:1 1500 bytes is out-of-order. Reason: TCP reassembly queue overflow - session 192.0.2.10:50123 to 203.0.113.5:80 on zone-pair a class b",
      ),
    ).toMatchObject({ verdict: "drop", reason: "TCP reassembly queue overflow", dstPort: 80 });
  });
});

describe("pairs and events of other known vendors", () => {
  const forti = (rest: string) =>
    parseLine(`date=2026-11-21 time=10:49:59 devname="FG1" logid="1" type="utm" srcip=192.0.2.10 ${rest}`);

  test("what FortiOS refused for no other reason has its sentence for one", () => {
    expect(forti('action="blocked" msg="URL belongs to a denied category"').reason).toBe(
      "URL belongs to a denied category",
    );
    expect(forti('action="blocked" reason="cert" msg="blocked"').reason).toBe("cert");
    expect(forti('action="dropped" attack="udp_flood" msg="anomaly"').reason).toBe("udp_flood");
    expect(forti('action="passthrough" msg="URL belongs to an allowed category"').reason).toBeNull();
  });

  test("an event of Meraki's whose name says so was blocked", () => {
    expect(
      parseLine("1795258199.123 mx events content_filtering_block url='https://a/' server='203.0.113.5:853'"),
    ).toMatchObject({ parser: "meraki", dstIp: "203.0.113.5", dstPort: 853, verdict: "deny" });
    expect(
      parseLine("1795258199.123 mx events dhcp_no_offers mac='x' server='203.0.113.5:853'").verdict,
    ).toBeNull();
  });

  test("both ends of a tunnel of WatchGuard's are told", () => {
    const iked = 'fw-1 (2026-11-21T10:49:59) iked[7]: msg_id="0203-0012"';
    const ends = { srcIp: "192.0.2.10", dstIp: "203.0.113.5" };
    expect(parseLine(`${iked} (192.0.2.10<->203.0.113.5)IKE phase-1 negotiation failed`)).toMatchObject(ends);
    expect(parseLine(`${iked} negotiation from 192.0.2.10:500 to 203.0.113.5:500 failed`)).toMatchObject({
      ...ends,
      dstPort: 500,
    });
    expect(parseLine(`${iked} user a from 192.0.2.10 logged in`)).toMatchObject({ dstIp: null });
  });

  test("who changed something in Check Point's console is the source", () => {
    expect(
      parseLine(
        '[action:"Log In"; origin:"192.0.2.254"; administrator:"a"; client_ip:"192.0.2.9"; product:"SmartConsole"]',
      ),
    ).toMatchObject({ parser: "checkpoint", srcIp: "192.0.2.9" });
  });

  test("Stormshield's logs of people have the firewall's name, too", () => {
    expect(
      parseLine(
        'id=firewall time="2026-11-21 10:49:59" fw="sns" tz=+0100 user="a" src=192.0.2.9 error=4 logtype="auth"',
      ),
    ).toMatchObject({ sourceHost: "sns", srcIp: "192.0.2.9" });
  });

  test("what Azure's firewall made of a destination is told", () => {
    const line = {
      category: "AZFWNatRule",
      time: "2026-11-21T10:49:59Z",
      properties: {
        Protocol: "TCP",
        SourceIp: "192.0.2.9",
        SourcePort: 50_123,
        DestinationIp: "198.51.100.1",
        DestinationPort: 443,
        TranslatedIp: "203.0.113.5",
        TranslatedPort: 8443,
      },
    };
    expect(parseLine(JSON.stringify(line))).toMatchObject({ natDstIp: "203.0.113.5", natDstPort: 8443 });
  });

  test("an appliance's name is the host's before any other device's", () => {
    const pairs =
      "applianceName=b1, deviceName=pc7, sourceIPv4Address=192.0.2.9, destinationIPv4Address=203.0.113.5";
    expect(parseLine(`2026-11-21T10:49:59+0000 accessLog, ${pairs}, action=deny`).sourceHost).toBe("b1");
  });

  test("why EOS let nobody in stands in brackets", () => {
    const said = "user a failed to login [from: 192.0.2.9] [service: sshd] [reason: Bad user]";
    expect(ios(`AAA-4-LOGIN_FAILED: ${said}`)).toMatchObject({ srcIp: "192.0.2.9", reason: "Bad user" });
  });

  test("H3C's attacks have the time of the attack", () => {
    expect(
      parseLine(
        "%%10SOCKET/6/TCP_SYNFLOOD: atckType(1016)=(05)SYN-flood;destIPAddr(1019)=192.0.2.9;atckTime_cn(1048)=20261121104958",
      ).eventTimeMicros,
    ).toBe(Date.UTC(2026, 10, 21, 10, 49, 58) * 1000);
  });
});
