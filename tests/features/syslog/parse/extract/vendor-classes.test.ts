import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine, SENDER } from "../parse-line";

const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const read = (text: string) => parseLine(`<134>Nov 21 10:49:59 fw-1 app: ${text}`);

describe("rows that marks of several characters part", () => {
  test.each(["#SPLIT#", "|!|", "|^|", "^~^", "<|>", "||", "^^", "~~", "##", "@#@", ";;", "§", "\u0001"])(
    "%s",
    (mark) => {
      const row = ["2026-11-21 10:49:58", "192.0.2.10", "50123", "203.0.113.5", "443", "tcp", "deny"];
      const message = parseLine(row.join(mark));
      expect(message).toMatchObject({ ...ENDS, protocol: "tcp", verdict: "deny" });
      expect(isoEventTime(message)).toStartWith("2026-11-21T10:49:58");
    },
  );

  test("addresses of version 6 stand between them, too", () => {
    expect(read("7#SPLIT#2001:db8::1#SPLIT#50123#SPLIT#2001:db8::2#SPLIT#443#SPLIT#blocked")).toMatchObject({
      srcIp: "2001:db8::1",
      dstIp: "2001:db8::2",
      dstPort: 443,
      verdict: "deny",
    });
  });

  test.each([
    ["if (a || b || c || d) send to 192.0.2.10 || fail"],
    ["a||b|c||192.0.2.10||50123||203.0.113.5||443"],
    ["## 192.0.2.10 ## restart ##"],
  ])("%s is none", (text) => {
    expect(read(text)).toMatchObject({ srcPort: null, dstPort: null });
  });

  test("what was done in Chinese may be a column of its own", () => {
    const row = "192.0.2.10\t50123\t203.0.113.5\t443\tSQL注入\t高";
    expect(read(`${row}\t拦截\tGET`)).toMatchObject({ ...ENDS, verdict: "deny" });
    expect(read(`${row}\t放行`)).toMatchObject({ ...ENDS, verdict: "allow" });
    expect(read(`${row}\t拦截规则\tGET`)).toMatchObject({ ...ENDS, verdict: null });
  });
});

describe("heads that stand in elements, or name a task or a log", () => {
  test("elements with their numbers tell the host and the time", () => {
    const message = parseLine(
      'raslogd: [log@1588 value="AUDIT"][timestamp@1588 value="2026-11-21T10:49:58.123456"][tz@1588 value="CET"][swname@1588 value="sw-1"][ip@1588 value="192.0.2.9"] Login successful via SSH. IP Addr: 192.0.2.9.',
    );
    expect(message).toMatchObject({ sourceHost: "sw-1", app: "raslogd", srcIp: "192.0.2.9" });
    expect(isoEventTime(message)).toBe("2026-11-21T09:49:58.123456Z");
  });

  test("a zone that is of more than one country tells no time", () => {
    expect(
      parseLine(
        'trapd[7]: [time@4 value="2026-11-21 10:49:58"][tz@4 value="XST"][host@4 value="r1"] login of a from 192.0.2.9',
      ),
    ).toMatchObject({ eventTimeMicros: null });
  });

  test.each([
    ["CLI_WEB[emWeb]: cmd_logger_api.c(260) 577 %% [WEB:admin:192.0.2.9] User has logged out", "CLI_WEB"],
    ["TRAPMGR[trapTask]: traputil.c(721) 12 %% Failed login of user a from 192.0.2.9", "TRAPMGR"],
    ["fwlog: srcip:192.0.2.9, dstip:203.0.113.5, action:drop", "fwlog"],
    ["seclog: src=192.0.2.9 dst=203.0.113.5 dport=443 action=drop", "seclog"],
  ])("%s", (line, app) => {
    expect(parseLine(line)).toMatchObject({ app, srcIp: "192.0.2.9", sourceHost: SENDER });
  });

  test.each([
    ["catalog: srcip:192.0.2.9, dstip:203.0.113.5, action:drop"],
    ["dialog: src=192.0.2.9 dst=203.0.113.5 dport=443 action=drop"],
    ["Session[open]: src=192.0.2.9 dst=203.0.113.5 dport=443 action=drop"],
  ])("no program in %s", (line) => {
    expect(parseLine(line)).toMatchObject({ app: null, srcIp: "192.0.2.9" });
  });
});

describe("names whose side stands behind what they are of", () => {
  test.each([
    ["addr-from=192.0.2.10 port-from=50123 addr-to=203.0.113.5 port-to=443"],
    ["open ip_from=192.0.2.10 port_from=50123 ip_to=203.0.113.5 port_to=443 allowed=true"],
    ['{"ipFrom":"192.0.2.10","portFrom":50123,"ipTo":"203.0.113.5","portTo":443}'],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject(ENDS);
  });

  test.each([["changed ip to: 192.0.2.10"], ["assigned address to=192.0.2.10"], ["moved port to: 443"]])(
    "%s is a sentence",
    (text) => {
      expect(read(text)).toMatchObject({ srcIp: null, dstIp: null, dstPort: null });
    },
  );

  test("an entry of a list is nobody's end", () => {
    for (const action of ["add", "deleted", "remove", "granted"])
      expect(read(`acl action=${action} group=g user=root ip=192.0.2.10 port=22`)).toMatchObject({
        srcIp: null,
        dstIp: null,
        dstPort: null,
      });
    expect(read("action=login user=root ip=192.0.2.10 port=22")).toMatchObject({ srcIp: "192.0.2.10" });
  });
});

describe("whom a balancer asks for its client", () => {
  test.each([
    ["farm web, backend 203.0.113.5:443, (7ef) WAF denied a request from 192.0.2.10"],
    ["backend server 203.0.113.5:443 closed the connection of client 192.0.2.10"],
    ["client 192.0.2.10 rejected, upstream 203.0.113.5:443 is overloaded"],
    ["session from client 192.0.2.10 ended; real server 203.0.113.5:443 timed out"],
    ["origin server: 203.0.113.5:443, request of client 192.0.2.10 timed out"],
    ["pool member 203.0.113.5:443 refused the connection from 192.0.2.10"],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: "203.0.113.5", dstPort: 443 });
  });

  test.each([
    ["upstream 203.0.113.5:443 health check from 192.0.2.10 failed"],
    ["backend 203.0.113.5:443 was marked down by 192.0.2.10"],
    ["no back-end 203.0.113.5 for a request from 192.0.2.10"],
  ])("nobody's in %s", (text) => {
    expect(read(text).dstIp).toBeNull();
  });
});

describe("ways, and reasons behind what failed", () => {
  test.each([
    ["denied icmp 192.0.2.10 -> 203.0.113.5 type 8, port 1/1/1, direction in", "in"],
    ["drop tcp 192.0.2.10:50123 -> 203.0.113.5:443 dir out.", "out"],
  ])("%s", (text, direction) => {
    expect(read(text).direction).toBe(direction);
  });

  test("a sentence about a direction tells none", () => {
    expect(read("no direction in the packet 192.0.2.10:50123 -> 203.0.113.5:443").direction).toBeNull();
  });

  test.each([
    [
      "User a logs on from 192.0.2.10(client), login failed, user name or password is incorrect",
      "user name or password is incorrect",
    ],
    ["User a from 192.0.2.10, authentication failed, invalid one-time password", "invalid one-time password"],
    ["Peer 192.0.2.10:4500 came, negotiation has failed, no proposal matched", "no proposal matched"],
    [
      "drop tcp 192.0.2.10:50123 -> 203.0.113.5:443 reason: queue overflow - session 192.0.2.10:50123",
      "queue overflow",
    ],
    [
      'src=192.0.2.10 dst=203.0.113.5 reason="queue overflow (session 192.0.2.10:50123 -> 203.0.113.5:443)"',
      "queue overflow",
    ],
    [
      'src=192.0.2.10 dst=203.0.113.5 reason="Access from (192.0.2.10) denied"',
      "Access from (192.0.2.10) denied",
    ],
  ])("%s", (text, reason) => {
    expect(read(text)).toMatchObject({ srcIp: "192.0.2.10", reason });
  });

  test("what is told behind a comma may be no reason", () => {
    expect(read("User a logs on from 192.0.2.10, login failed, attempt 3").reason).toBeNull();
  });
});
