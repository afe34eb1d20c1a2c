import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

describe("logs", () => {
  test.each<[string, object]>([
    [
      '"2026-11-21 10:49:59","host","host,group","192.0.2.1","203.0.113.9","Blocked","1 (A)","NOERROR","example.org.","Chat,Social","AD Users","AD Users","Social","506165","FR","1"',
      { verdict: "deny", natSrcIp: "203.0.113.9", ruleId: "506165" },
    ],
    [
      "2026-11-21 10:49:59,[211],Name,Tunnel,OUTBOUND,6,84,192.0.2.1,40000,198.51.100.2,443,ams1.edc,12,BLOCK",
      {
        direction: "out",
        protocol: "tcp",
        bytes: 84,
        srcPort: 40_000,
        dstIp: "198.51.100.2",
        dstPort: 443,
        ruleId: "12",
        verdict: "deny",
      },
    ],
    [
      '"2026-11-21 10:49:59","a, b","192.0.2.1","203.0.113.9","198.51.100.2","text/html","ALLOWED","https://example.org/","","agent, x","200","","1","2","","","","","","","",""',
      { verdict: "allow", dstIp: "198.51.100.2" },
    ],
  ])("%.60s", (line, expected) => {
    const message = parseLine(line);
    expect(message).toMatchObject({ parser: "umbrella", vendor: "cisco", srcIp: "192.0.2.1", ...expected });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  });
});

test.each([
  ["2026-11-21 10:49:59,a,b,c"],
  ['"2026-11-21 10:49:59"'],
  ['"2026-11-21 10:49:59","x","y","z","q","w"'],
])("%s is none", (line) => {
  expect(parseLine(line).parser).toBe("generic");
});

test("a firewall's row whose ports follow its addresses is none", () => {
  const row = "2026-11-21 10:49:59,DENY,6,192.0.2.1,198.51.100.2,40000,22,wan0,lan0,12,84";
  expect(parseLine(row)).toMatchObject({
    parser: "extracted",
    srcIp: "192.0.2.1",
    srcPort: 40_000,
    dstIp: "198.51.100.2",
    dstPort: 22,
    verdict: "deny",
    natSrcIp: null,
  });
});
