import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const ENDS = { src_ip: "192.0.2.10", src_port: 50_123, dst_ip: "203.0.113.5", dst_port: 443 };
const PAIRS = "src=192.0.2.10 dst=203.0.113.5";

const read = (object: object) => parseLine(JSON.stringify(object));
const beside = (more: object) => read({ ...ENDS, ...more });

describe("the way that traffic goes", () => {
  test.each([
    ["out2in", "in"],
    ["outside-to-inside", "in"],
    ["wan_to_lan", "in"],
    ["external2internal", "in"],
    ["untrust -> trust", "in"],
    ["untrust->dmz", "in"],
    ["in2out", "out"],
    ["LAN to WAN", "out"],
    ["internal_to_external", "out"],
    ["to-lport", "in"],
    ["from-lport", "out"],
    ["FLOW_DIRECTION_INGRESS", "in"],
    ["Outbound (to internet)", "out"],
    ["in2in", null],
    ["lan-to-lan", null],
    ["inbound and outbound", null],
    ["progress", null],
    ["lateral", null],
  ])("is what a direction says by the sides: %s is %s", (direction, way) => {
    const told = beside({ flow: { direction } }).direction;
    expect(told === "in" || told === "out" ? told : null).toBe(way);
  });

  test.each([
    ["InboundConnectionBlocked", "in"],
    ["OUTBOUND_CONNECTION_DENIED", "out"],
    ["EgressPacketDropped", "out"],
    ["ConnectionDenied", null],
  ])("is what the verdict says of what: %s is %s", (action, way) => {
    expect(beside({ ActionType: action })).toMatchObject({ direction: way });
  });

  test("tells whose the remote end is, where the ports do not", () => {
    const sides = { RemoteIP: "192.0.2.10", RemotePort: 6000, LocalIP: "203.0.113.5", LocalPort: 7000 };
    expect(read({ ...sides, ActionType: "InboundConnectionBlocked" })).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
    });
    expect(read({ ...sides, ActionType: "ConnectionBlocked" })).toMatchObject({ srcIp: null, dstIp: null });
  });

  test("lets a forwarded packet of ports be one that was allowed", () => {
    const flow = { ...ENDS, proto: "tcp", verdict: "FORWARDED" };
    expect(read({ ...flow, traffic_direction: "EGRESS" })).toMatchObject({ verdict: "allow" });
    expect(read(flow).verdict).not.toBe("allow");
  });
});

describe("names of objects", () => {
  test.each(["_", "@", "$"])("have a mark before them: %s", (mark) => {
    const marked = {
      src_ip: "192.0.2.10",
      src_port: 50_123,
      dst_ip: "203.0.113.5",
      direction: "in",
      rule: "web",
      if_in: "em0",
    };
    const entries = Object.entries(marked).map(([key, value]) => [mark + key, value]);
    expect(read({ version: "1.1", ...Object.fromEntries(entries) })).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 50_123,
      dstIp: "203.0.113.5",
      direction: "in",
      ruleId: "web",
      interface: "em0",
    });
  });

  test.each([
    [{ url: { port: 8443, path: "/" } }],
    [{ urlp: "8443" }],
    [{ "cs-uri-port": 8443 }],
    [{ httpMessage: { port: "8443", method: "POST" } }],
    [{ httpRequest: { port: 8443 } }],
  ])("tell the port of what was asked for: %j", (asked) => {
    expect(read({ clientIp: "192.0.2.10", ...asked })).toMatchObject({ srcIp: "192.0.2.10", dstPort: 8443 });
  });

  test("tell the port of this host that somebody asked for, and none that a client has", () => {
    const asked = { source_ip: "192.0.2.10", status: "blocked" };
    expect(read({ ...asked, local_port: "445" })).toMatchObject({ srcPort: null, dstPort: 445 });
    expect(read({ ...asked, local_port: 51_022 })).toMatchObject({ srcPort: null, dstPort: null });
    expect(read({ ...asked, local_port: 445, direction: "outbound" })).toMatchObject({ dstPort: null });
    expect(read({ ...asked, local_port: 445, remote_ip: "203.0.113.5" }).dstPort).toBeNull();
  });

  test("tell a listener where somebody called it", () => {
    const listener = { ip: "203.0.113.5", port: 443 };
    expect(read({ peer: { ip: "192.0.2.10", port: 50_123 }, listener })).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 50_123,
      dstIp: "203.0.113.5",
      dstPort: 443,
    });
    expect(read({ msg: "started", listener })).toMatchObject({ srcIp: null, dstIp: null });
  });

  test("tell an interface by the path of its partition, not by a tag or a network", () => {
    expect(beside({ vlan: "/Common/external" })).toMatchObject({ interface: "/Common/external" });
    expect(beside({ vlan: "guests" })).toMatchObject({ interface: null });
    expect(beside({ vlan: 120 })).toMatchObject({ interface: null });
  });

  test.each(["userPrincipalName", "upn", "userEmail"])("tell by whom an address is: %s", (name) => {
    expect(read({ [name]: "ada@example.com", ipAddress: "192.0.2.10" }).srcIp).toBe("192.0.2.10");
  });
});

describe("what took place", () => {
  test.each<[object, string | null]>([
    [{ event: "session.rejected" }, "reject"],
    [{ event: "flow.denied" }, "deny"],
    [{ eventType: "net/packet/dropped" }, "drop"],
    [{ kind: "connection.blocked" }, "deny"],
    [{ type: "network.access.denied" }, "deny"],
    [{ category: "traffic_blocked" }, "deny"],
    [{ event: "session.accepted" }, null],
    [{ event: "certificate.rejected" }, null],
    [{ kind: "user.blocked" }, null],
    [{ type: "connection.not.blocked" }, null],
    [{ kind: "connection.closed" }, null],
  ])("is told by a path: %j is %s", (event, verdict) => {
    const told: string | null = beside(event).verdict;
    expect({ verdict: told === "other" ? null : told }).toEqual({ verdict });
  });

  test.each([
    ["WARN inbound: Request denied client.ip=192.0.2.10", "deny"],
    ["proxy{port=1}: connection rejected, client.ip=192.0.2.10", "reject"],
    ["engine{id=4}: traffic was blocked src.ip=192.0.2.10", "deny"],
    ["engine{id=4}: no connection rejected client.ip=192.0.2.10", null],
    ["engine{id=4}: no sessions were dropped client.ip=192.0.2.10", null],
  ])("is told before the first pair: %s is %s", (text, verdict) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", verdict });
  });
});

describe("requests, policies and mail", () => {
  test("of a mesh's request the proxy's own end stands before the client's", () => {
    const answer = '"GET /a HTTP/1.1" 403 - rbac_access_denied - "-" 0 19 0 "-" inbound|8080|| - ';
    expect(parseLine(`${head}${answer}203.0.113.5:8080 192.0.2.10:50123 - default`)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 50_123,
      dstIp: "203.0.113.5",
      dstPort: 8080,
    });
    expect(parseLine(`${head}denied 203.0.113.5:8080 192.0.2.10:50123 tcp`)).toMatchObject({
      srcIp: "203.0.113.5",
    });
  });

  test("a rule stands behind the policy of a cluster, before the way and the verdict", () => {
    const row = (rule: string) =>
      `${head}IngressRule AcmeNetworkPolicy:web/deny ${rule} Drop 14500 web/api 192.0.2.10 50123 203.0.113.5 443 TCP 60`;
    expect(parseLine(row("deny-old Ingress"))).toMatchObject({ ruleId: "deny-old", verdict: "drop" });
    expect(parseLine(row("<nil> Ingress"))).toMatchObject({ ruleId: null });
  });

  test("a media type may have its blanks written as URLs have them", () => {
    const row = "192.0.2.10 - DENIED 403 GET text/html;%20charset=utf-8 http www.example.com 8080 /a - 712";
    expect(parseLine(head + row)).toMatchObject({ srcIp: "192.0.2.10", dstPort: 8080 });
  });

  test("an address beside a mail's sender is of whom it came from, where it came in", () => {
    const mail = (way: string) =>
      parseLine(`datetime=2026-11-21T10:49:59+0000|IP=192.0.2.10|Dir=${way}|Sender=a@example.com|Act=Rej`);
    expect(mail("Inbound")).toMatchObject({ srcIp: "192.0.2.10", verdict: "reject", direction: "in" });
    expect(mail("Outbound")).toMatchObject({ srcIp: null, dstIp: null });
    expect(isoEventTime(mail("Outbound"))).toBe("2026-11-21T10:49:59.000000Z");
  });
});

describe("the time of an event", () => {
  const time = (object: object) => isoEventTime(beside(object))?.slice(0, 19);

  test.each([
    [{ timestamp: "11/21-10:49:59.120334", seconds: 1_795_258_199 }],
    [{ timestamp: "10:49:59", epoch: 1_795_258_199 }],
    [{ timestamp: { sec: 1_795_258_199, usec: 500 } }],
    [{ httpMessage: { start: "1795258199" } }],
    [{ flowStart: 1_795_258_199 }],
    [{ capture_start: "2026-11-21T10:49:59Z" }],
    [{ device_timestamp: "2026-11-21 10:49:59.0218 +0000 UTC" }],
    [{ occured: "21-Nov-2026 10:49:59" }],
    [{ detectedAt: "Sat, 21 Nov 2026 10:49:59 GMT" }],
  ])("is %j", (said) => {
    expect(time(said)).toBe("2026-11-21T10:49:59");
  });

  test.each([[{ seconds: 30 }], [{ start: 1200 }], [{ uptime_seconds: 1_795_258_199 }], [{ start: "eth0" }]])(
    "is not %j",
    (said) => {
      expect(time(said)).toBeUndefined();
    },
  );
});

test("pairs tell the way between sides, too", () => {
  expect(parseLine(`${head}${PAIRS} action=deny direction=wan-to-lan`)).toMatchObject({ direction: "in" });
  expect(parseLine(`${head}${PAIRS} action=deny direction=both`).direction).not.toBe("in");
});

describe("pairs that are written otherwise", () => {
  const ends = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443, verdict: "deny" };
  const object = JSON.stringify({ ...ENDS, action: "deny" });

  test.each([
    [`level=info msg="flow" data=${JSON.stringify(object)}`],
    [JSON.stringify({ log: `2026-11-21T10:49:59Z stdout F ${object}`, stream: "stdout" })],
    ["SourceIP[192.0.2.10] SourcePort[50123] DestIP[203.0.113.5] DestPort[443] Protocol[TCP] Action[Deny]"],
    ["src_ip(192.0.2.10), src_port(50123), dst_ip(203.0.113.5), dst_port(443), action(deny)"],
    [
      '<entry name="src">192.0.2.10</entry><entry name="sport">50123</entry><entry name="dst">203.0.113.5</entry>' +
        '<entry name="dport">443</entry><entry name="action">deny</entry>',
    ],
    [
      '<Field Key="SrcIP" Value="192.0.2.10"/><Field Key="SrcPort" Value="50123"/><Field Key="DstIP" Value="203.0.113.5"/>' +
        '<Field Key="DstPort" Value="443"/><Field Key="Action" Value="Deny"/>',
    ],
    ["denied{src=192.0.2.10:50123;dst=203.0.113.5:443;proto=tcp;rule=r9}"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject(ends);
  });

  test("a value ends where its bracket closes", () => {
    expect(parseLine(`${head}denied{src=192.0.2.10;dst=203.0.113.5;proto=tcp;rule=r9}`).ruleId).toBe("r9");
  });

  test("a rule or a policy is told by the element of RFC 5424 that it is in, no other name is", () => {
    const told = (element: string) =>
      parseLine(
        `<134>1 2026-11-21T10:49:59Z fw a - - [flow@1 src="192.0.2.10" dst="203.0.113.5"][${element} name="r9"] -`,
      ).ruleId;
    expect(told("policy@1")).toBe("r9");
    expect(told("device@1")).toBeNull();
  });

  test.each([
    ["workers sshd[12] cron[14] nginx[192.0.2.10] proxy[4]"],
    ["ports eth0(up) eth1(down) eth2(192.0.2.10) eth3(up)"],
    ['<entry name="dns">192.0.2.10</entry><entry name="gateway">203.0.113.5</entry>'],
    ['<Field Key="DnsServer" Value="192.0.2.10"/>'],
  ])("nothing else is: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: null });
  });
});
