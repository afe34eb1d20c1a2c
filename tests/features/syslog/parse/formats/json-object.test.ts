import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine, SENDER } from "../parse-line";

test("a JSON line gives the fields of our own keys", () => {
  const line = JSON.stringify({
    timestamp: "2026-11-21T10:49:59.5Z",
    host: "ids-1",
    src_ip: "192.0.2.1",
    dst_ip: "2001:DB8::1",
    src_port: 1234,
    dst_port: "443",
    proto: "TCP",
    action: "Blocked",
    iface: "eth1",
    direction: "in",
    reason: "policy",
    rule: 17,
    tracker: "t-1",
  });
  const message = parseLine(line);
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.500000Z");
  expect(message).toMatchObject({
    parser: "json",
    facility: 1,
    severity: 5,
    sourceHost: "ids-1",
    srcIp: "192.0.2.1",
    dstIp: "2001:db8::1",
    srcPort: 1234,
    dstPort: 443,
    protocol: "tcp",
    action: "blocked",
    actionRaw: "Blocked",
    verdict: "deny",
    interface: "eth1",
    direction: "in",
    reason: "policy",
    ruleId: "17",
    trackerId: "t-1",
    message: line,
  });
});

describe("keys", () => {
  test.each<[string, object]>([
    [
      '{"source":{"address":"192.0.2.1"},"destination":{"address":"192.0.2.2"}}',
      { srcIp: "192.0.2.1", dstIp: "192.0.2.2" },
    ],
    ['{"source.address":"192.0.2.1","event.action":"deny"}', { srcIp: "192.0.2.1", verdict: "deny" }],
    ['{"event":{"action":"allow"}}', { action: "allow" }],
    [
      '{"source_ip":"192.0.2.1","src":"192.0.2.9","spt":1,"dpt":2}',
      { srcIp: "192.0.2.1", srcPort: 1, dstPort: 2 },
    ],
    ['{"src":null,"src_ip":{"a":1},"source_ip":"192.0.2.1"}', { srcIp: "192.0.2.1" }],
    ['{"protocol":17}', { protocol: "udp" }],
    ['{"in":"eth0","out":"eth1"}', { interface: "eth0" }],
    ['{"__proto__":{"action":"pass"},"constructor":"x"}', { action: null }],
    ['  {"action":"pass"}  ', { action: "pass" }],
    ["{}", { action: null, sourceHost: SENDER }],
  ])("%s", (line, expected) => {
    expect(parseLine(line)).toMatchObject({ parser: "json", ...expected });
  });

  test.each<[string, string | null]>([
    ['{"time":1748073209}', "2025-05-24T07:53:29.000000Z"],
    ['{"time":"1748073209.123"}', "2025-05-24T07:53:29.123000Z"],
    ['{"@timestamp":1748073209123}', "2025-05-24T07:53:29.123000Z"],
    ['{"timestamp":"2019-12-17T14:09:39.935301+0000"}', "2019-12-17T14:09:39.935301Z"],
    ['{"event_time":"2026-01-01 10:00:00"}', "2026-01-01T10:00:00.000000Z"],
    ['{"event_time":"yesterday","time":1748073209}', null],
    ['{"time":"2026-02-30T00:00:00Z"}', null],
    ['{"time":"2026-02-03T00:00:00Z tomorrow"}', null],
    ['{"time":12}', null],
  ])("the time of %s is %s", (line, time) => {
    expect(isoEventTime(parseLine(line))).toBe(time);
  });
});

test("the time and host of a syslog header win", () => {
  const message = parseLine(
    '<13>Nov 21 10:49:00 relay suricata[7]: {"time":1748073209,"host":"inner","action":"drop"}',
  );
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:00.000000Z");
  expect(message).toMatchObject({ parser: "json", sourceHost: "relay", app: "suricata", verdict: "drop" });
});

describe("what is no JSON object", () => {
  test.each([
    ['{"action":"pass"'],
    ["{action:pass}"],
    ["[1,2]"],
    ["{]}"],
    ['{"a":1}}'],
    ["{".repeat(60_000)],
    [`${'{"a":'.repeat(9000)}1${"}".repeat(8999)}`],
  ])("is kept as it is: %.20s", (line) => {
    expect(parseLine(line)).toMatchObject({ parser: "generic", action: null, facility: null });
  });

  test("deep nesting does no harm", () => {
    const line = `${'{"a":'.repeat(9000)}1${"}".repeat(9000)}`;
    expect(["json", "generic"]).toContain(parseLine(line).parser);
  });
});

describe("behind an object", () => {
  const object = '{"src_ip":"192.0.2.1","text":"} a \\" {","inner":{"a":1}}';

  test.each([" seq=0000000029", " relay-1", "\tpassed on by relay-1 as 29 "])("may stand %j", (behind) => {
    expect(parseLine(object + behind)).toMatchObject({
      parser: "json",
      srcIp: "192.0.2.1",
      message: object + behind,
    });
  });

  test.each([
    ["a whole sentence", `${object} ${"and so on ".repeat(8)}`],
    ["what an object has when it is cut off", object.slice(0, -1)],
    ["the same behind an inner one", `${object.slice(0, -1)},"more":"te`],
  ])("%s makes it none", (_, line) => {
    expect(parseLine(line).parser).not.toBe("json");
  });

  test("a vendor's object is read by the vendor's keys", () => {
    const event = '{"flow_id":1,"event_type":"alert","src_ip":"192.0.2.1","alert":{"action":"blocked"}}';
    expect(parseLine(`<14>Nov 21 10:50:00 ids-1 suricata: ${event} seq=29`)).toMatchObject({
      parser: "suricata-eve",
      srcIp: "192.0.2.1",
      verdict: "deny",
    });
  });
});
