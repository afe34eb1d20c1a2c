import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const NOBODY = { srcIp: null, dstIp: null };

describe("whose health was looked at is who was called, where its port is told", () => {
  test.each<[string, number]>([
    ["Health probe failed for server 203.0.113.5 on port 8000, server reply timeout", 8000],
    ["health check failed for backend 203.0.113.5:8080, removed", 8080],
    ["HTTP health monitor failed for pool member 203.0.113.5 on port 8080", 8080],
    ["Probe WEB-443 failed for server 203.0.113.5 at port 443: no route", 443],
    ["Keepalive failure to 203.0.113.5 on tcp port 443", 443],
    ["health check succeeded for rserver web7 203.0.113.5:443", 443],
    ["probe timed out to 203.0.113.5 on port 53", 53],
    ["health check failed for host 203.0.113.5:50123", 50_123],
  ])("%s", (text, dstPort) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: "203.0.113.5", dstPort });
  });

  test.each([
    ["Health probe failed for server 203.0.113.5"],
    ["health check interval of 203.0.113.5 is 5 s"],
    ["port probe interval 203.0.113.5 on port 22"],
  ])("nobody's without its port, or where nothing failed: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject(NOBODY);
  });
});

describe("a port stands behind what stands between it and its address", () => {
  const ends = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
  test.each([
    ["Deny TCP 192.0.2.10(pc9.lan):50123 -> 203.0.113.5(www.example.com):443"],
    ["blocked TCP data from 192.0.2.10:50123 to 203.0.113.5(www.example.com):443."],
    ["connection inet:192.0.2.10:tcp:50123 -> inet:203.0.113.5:tcp:443 denied"],
    ["SSL Handshake failed for TCP 192.0.2.10%1:50123 -> 203.0.113.5%12:443"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject(ends);
  });

  test("eight groups of version 6 are whole, so what follows is the port", () => {
    expect(parseLine(`${head}Deny TCP 2001:db8:1:2:3:4:5:6:50123 -> 2001:db8:0:0:0:0:0:9:443`)).toMatchObject(
      {
        srcIp: "2001:db8:1:2:3:4:5:6",
        srcPort: 50_123,
        dstIp: "2001:db8::9",
        dstPort: 443,
      },
    );
  });

  test.each([
    ["opened /x?q=192.0.2.10%20and%20203.0.113.5"],
    ["wwn 20:00:00:25:b5:aa:00:1f:17 seen"],
    ["seven 1:2:3:4:5:6:7:443"],
  ])("none where the word is another: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject(NOBODY);
  });
});

describe("who came to a gateway, and to which of its services", () => {
  test.each([
    ["Context bob@192.0.2.10 - SessionId: 7- corp User bob : Group(s) g : Vserver 203.0.113.5:443 - GET x"],
    ["Session bob@192.0.2.10 - id 7 - gateway 203.0.113.5:443 opened"],
    ["User bob@example.com@192.0.2.10: Virtual server 203.0.113.5:443 request denied"],
    ["login of bob@192.0.2.10 - portal ip 203.0.113.5:443 done"],
    ["Context bob@192.0.2.10 - Client_ip 192.0.2.10 - VIP: 203.0.113.5:443"],
  ])("%s", (text) => {
    const ends = { srcIp: "192.0.2.10", dstIp: "203.0.113.5", dstPort: 443 };
    expect(parseLine(head + text)).toMatchObject(ends);
  });

  test.each([
    ["mail for bob@192.0.2.10 sent by gateway 203.0.113.5:25"],
    ["Context bob@192.0.2.10 - gateway 203.0.113.5"],
    ["user list bob@pc1 - gateway 203.0.113.5:443"],
    ["session root@192.0.2.10 - backup of gateway 203.0.113.5:22 began"],
  ])("nobody where it is mail, or no service: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject(NOBODY);
  });
});

describe("a packet engine's line of a web firewall has its client in front, and what was done at its end", () => {
  const engine = "<134> 21/11/2026:10:49:59 GMT adc-1 0-PPE-0 : default APPFW APPFW_SQL 7 0 :  ";
  test.each<[string, object]>([
    [
      "192.0.2.10 7-PPE0 - profile Disallow Illegal URL: http://203.0.113.5/x <not blocked>",
      { srcIp: "192.0.2.10", verdict: "allow" },
    ],
    [
      "192.0.2.10 7-PPE1 y9b7 profile http://www.example.com/x SQL keyword <blocked>",
      { srcIp: "192.0.2.10", verdict: "deny" },
    ],
    [
      "2001:db8::9 7-PPE0 y9b7 profile http://www.example.com/x <transformed>",
      { srcIp: "2001:db8::9", verdict: null },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(engine + text)).toMatchObject({ sourceHost: "adc-1", ...expected });
  });

  test.each<[string, string | null]>([
    ["<not blocked>", "allow"],
    ["<not allowed>", "deny"],
    ["<dropped>", "drop"],
    ["<permitted>", "allow"],
    ["<learned>", null],
  ])("in brackets at the end: %s", (mark, verdict) => {
    expect(parseLine(`${head}request 192.0.2.10:50123 -> 203.0.113.5:443 signature 7 ${mark}`)).toMatchObject(
      { verdict },
    );
  });
});

describe("who did something stands between what was done and his name", () => {
  test.each([
    ["req:192.0.2.10 user:ann id:7 200 GET /x HTTP/1.1"],
    ["login:192.0.2.10 user:ann session:7"],
    ["request=192.0.2.10, user=ann id=7"],
    ["SECURITY, root/root/192.0.2.10/telnet/CLI, ad_0/sw1/FID 128, , Event: logout"],
    ["AUDIT, admin/operator/192.0.2.10/https, changed x"],
    ["local:ann/HTTP/IPv4:192.0.2.10:tcp:50123 - Update configuration successful"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
  });

  test("a family, an address of version 6, a transport and a port are one end", () => {
    expect(parseLine(`${head}local:ann/HTTP/IPv6:2001:db8::9:tcp:50123 - Login failed`)).toMatchObject({
      srcIp: "2001:db8::9",
      srcPort: 50_123,
      protocol: "tcp",
    });
  });

  test.each([
    ["req:192.0.2.10 id:7"],
    ["lease:192.0.2.10 user:ann"],
    ["mounted /srv/data/192.0.2.10/web/ again"],
    ["copied data/prod/192.0.2.10/ftp/file"],
  ])("nobody where the word is another: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject(NOBODY);
  });
});

describe("what a mail gateway decided of a connection names its client in brackets at the end", () => {
  test.each([
    ["10.0.0.1 audit: Info: ICID 67542 Delayed HAT REJECT continuing session (192.0.2.10)"],
    ["Info: ICID 7 ACCEPT continuing (192.0.2.10)"],
    ["Info: ICID 7 TCPREFUSE by policy (192.0.2.10)."],
    ["Info: ICID 7 RELAY SG RELAYLIST match 192.0.2.10 SBRS not enabled"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
  });

  test("the end that it goes out by began where it delivers", () => {
    expect(
      parseLine(`${head}Info: New SMTP DCID 7 interface 192.0.2.10 address 203.0.113.5 port 25`),
    ).toMatchObject({ srcIp: "192.0.2.10", srcPort: null, dstIp: "203.0.113.5", dstPort: 25 });
  });

  test("a group's network is nobody", () => {
    expect(parseLine(`${head}Info: ICID 7 ACCEPT SG LAN match 192.0.2.0/24 SBRS rfc1918`)).toMatchObject(
      NOBODY,
    );
  });

  test("nobody where nothing was decided", () => {
    expect(parseLine(`${head}Info: ICID 7 lost (192.0.2.10)`)).toMatchObject(NOBODY);
  });
});

describe("of whom a manager heard is not who did it", () => {
  test.each([
    [
      "Audit event from device with { IP } 10.0.0.8 { HostName } s1 { Message } Login attempt alert for ann from 192.0.2.10 using REST",
    ],
    ["Alert from device with ip 10.0.0.8: login attempt for root from 192.0.2.10 failed"],
    ["Alarm raised by controller 10.0.0.8: authentication failure for admin from 192.0.2.10"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
  });

  test("nor where nobody did", () => {
    expect(parseLine(`${head}Trap received from device 10.0.0.8: fan failed`)).toMatchObject(NOBODY);
  });
});

describe("small words of names", () => {
  test.each<[string, object]>([
    ["src=192.0.2.10 dst=203.0.113.5 state=MATCHED rule=*.example.org;12", { ruleId: "*.example.org;12" }],
    ["src=192.0.2.10;dst=203.0.113.5;rule=web;7;action=deny", { ruleId: "web", verdict: "deny" }],
    ["src=192.0.2.10 dst=203.0.113.5 rule=web;action=deny", { ruleId: "web", verdict: "deny" }],
    ["TCP 192.0.2.10 50123 203.0.113.5 443 ALLOW acl9 LAN interface traffic:allow", { interface: null }],
    ["RST sent from 192.0.2.10:443 to 203.0.113.5:50123, No available pool member", { dstPort: 50_123 }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
      ...expected,
    });
  });

  test("a cause ends before whom it is of", () => {
    expect(
      parseLine(`${head}User bob failed to login because of authentication failures from 192.0.2.10`),
    ).toMatchObject({ srcIp: "192.0.2.10", reason: "authentication failures" });
  });

  test.each<[string, object]>([
    ["bak-7: <Code> 22 <Type> AUDIT <Host> bak-7 <Summary> Login by bob from 192.0.2.10", { app: null }],
    ["bak: <Code> 22 <Type> AUDIT <Host> bak-7 <Summary> Login by bob from 192.0.2.10", { app: "bak" }],
  ])("a program is the host where the text says so: %s", (text, expected) => {
    expect(parseLine(`<134>Nov 21 10:49:59 ${text}`)).toMatchObject(expected);
  });
});
