import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const FIELDS = { srcIp: "192.0.2.1", srcPort: 40_000, dstIp: "198.51.100.2", dstPort: 443, protocol: "tcp" };
const ECS = {
  source: { ip: "192.0.2.1", port: 40_000 },
  destination: { ip: "198.51.100.2", port: 443 },
  network: { transport: "tcp" },
};
const FLOW = { src_ip: "192.0.2.1", src_port: 40_000, dest_ip: "198.51.100.2", dest_port: 443, proto: "TCP" };
const TIME = "2026-11-21T10:49:59.123456+0000";

describe("a vendor's keys", () => {
  test.each<[string, object, object]>([
    [
      "suricata-eve",
      {
        timestamp: TIME,
        flow_id: 1,
        event_type: "alert",
        in_iface: "eth0",
        ...FLOW,
        alert: { action: "blocked", signature_id: 2_210_017, signature: "ET" },
        flow: { bytes_toserver: 1, bytes_toclient: 2, pkts_toserver: 3, pkts_toclient: 4 },
      },
      {
        vendor: "suricata",
        verdict: "deny",
        ruleId: "2210017",
        reason: "ET",
        interface: "eth0",
        bytes: 3,
        packets: 7,
      },
    ],
    [
      "gatewatcher",
      { "@timestamp": TIME, observer: { vendor: "gatewatcher", hostname: "gcenter" }, ...ECS },
      { vendor: "gatewatcher", sourceHost: "gcenter" },
    ],
    [
      "gcp-firewall",
      {
        timestamp: "2026-11-21T10:49:59.123456789Z",
        jsonPayload: {
          connection: {
            src_ip: "192.0.2.1",
            src_port: 40_000,
            dest_ip: "198.51.100.2",
            dest_port: 443,
            protocol: 6,
          },
          rule_details: { action: "DENY", direction: "INGRESS", reference: "network:default/firewall:x" },
        },
      },
      { vendor: "gcp", verdict: "deny", direction: "in", ruleId: "network:default/firewall:x" },
    ],
    [
      "gcp-firewall",
      {
        timestamp: "2026-11-21T10:49:59.123456789Z",
        jsonPayload: {
          allocation_status: "DROPPED",
          connection: {
            src_ip: "192.0.2.1",
            src_port: 40_000,
            dest_ip: "198.51.100.2",
            dest_port: 443,
            nat_ip: "203.0.113.9",
            nat_port: 1024,
            protocol: 6,
          },
        },
      },
      { natSrcIp: "203.0.113.9", natSrcPort: 1024, verdict: "drop" },
    ],
    [
      "paloalto-json",
      {
        LogType: "TRAFFIC",
        DeviceSN: "1",
        TimeGenerated: "2026-11-21T10:49:59.123456Z",
        SourceAddress: "192.0.2.1",
        SourcePort: 40_000,
        DestinationAddress: "198.51.100.2",
        DestinationPort: 443,
        NATSource: "203.0.113.9",
        NATSourcePort: 1024,
        Protocol: "tcp",
        Action: "allow",
        Rule: "out",
        BytesSent: 1,
        BytesReceived: 2,
      },
      {
        vendor: "paloalto",
        verdict: "allow",
        ruleId: "out",
        bytes: 3,
        natSrcIp: "203.0.113.9",
        natSrcPort: 1024,
      },
    ],
    [
      "zscaler",
      {
        sourcetype: "zscalernss-fw",
        event: {
          datetime: "2026-11-21T10:49:59.123456Z",
          csip: "192.0.2.1",
          csport: "40000",
          cdip: "198.51.100.2",
          cdport: "443",
          proto: "TCP",
          action: "Block/Drop",
          rulelabel: "r1",
          ssip: "203.0.113.9",
        },
      },
      { vendor: "zscaler", verdict: "deny", ruleId: "r1", natSrcIp: "203.0.113.9" },
    ],
    [
      "neropot",
      {
        time: 1_795_258_199.123456,
        host: "pot",
        event: {
          tracking_id: "x",
          client: { ip: "192.0.2.1", port: 40_000 },
          server: { ip: "198.51.100.2", port: 443 },
          protocol_name: "TCP",
          action: "login",
        },
      },
      { vendor: "neropot", sourceHost: "pot", action: "login" },
    ],
    [
      "json",
      { "@timestamp": TIME, ...ECS, event: { action: "deny" }, rule: { id: "7" } },
      { vendor: null, verdict: "deny", ruleId: "7" },
    ],
  ])("%s", (parser, object, expected) => {
    const message = parseLine(JSON.stringify(object));
    expect(message).toMatchObject({ parser, ...FIELDS, ...expected });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.123456Z");
  });

  test("aws-vpcflow", () => {
    const message = parseLine(
      '{"version":2,"interface_id":"eni-1","srcaddr":"192.0.2.1","dstaddr":"198.51.100.2","srcport":40000,"dstport":443,"protocol":6,"packets":1,"bytes":40,"start":1795258199,"action":"ACCEPT"}',
    );
    expect(message).toMatchObject({
      ...FIELDS,
      parser: "aws-vpcflow",
      verdict: "allow",
      interface: "eni-1",
      bytes: 40,
    });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  });
});

test("a known vendor's own time wins over the header's", () => {
  const line = `<13>Nov 21 10:50:00 relay suricata: ${JSON.stringify({ timestamp: TIME, flow_id: 1, event_type: "flow", ...FLOW })}`;
  expect(isoEventTime(parseLine(line))).toBe("2026-11-21T10:49:59.123456Z");
});

describe("values of another kind are left out", () => {
  test.each([
    ['{"flow_id":1,"event_type":"alert","src_ip":{"a":1},"alert":"x"}'],
    ['{"jsonPayload":{"connection":{"src_ip":[1]}}}'],
    ['{"sourcetype":"zscalernss-web","event":[]}'],
    ['{"observer":{"vendor":"gatewatcher"},"source":null}'],
  ])("%s", (line) => {
    expect(parseLine(line)).toMatchObject({ srcIp: null, action: null });
  });
});

test("the filtering platform of Windows", () => {
  expect(
    parseLine(
      '<14>Nov 21 10:49:59 dc-1 {"EventTime":"2026-11-21 10:49:59","Hostname":"dc-1.example.org","EventType":"AUDIT_FAILURE","EventID":5157,"SourceName":"Microsoft-Windows-Security-Auditing","SourceAddress":"192.0.2.1","SourcePort":"40000","DestAddress":"10.0.0.9","DestPort":"445","Protocol":"6","FilterRTID":"7","Direction":"%%14592"}',
    ),
  ).toMatchObject({
    verdict: "deny",
    direction: "in",
    parser: "windows",
    vendor: "microsoft",
    srcIp: "192.0.2.1",
    srcPort: 40_000,
    dstIp: "10.0.0.9",
    dstPort: 445,
    protocol: "tcp",
    ruleId: "7",
    trackerId: "5157",
  });
});

test("Azure Firewall's structured logs", () => {
  expect(
    parseLine(
      '{"time":"2026-11-21T10:49:59Z","category":"AZFWNetworkRule","properties":{"Protocol":"TCP","SourceIp":"10.0.0.5","SourcePort":40000,"DestinationIp":"192.0.2.1","DestinationPort":443,"Action":"Deny","Policy":"p","Rule":"r"}}',
    ),
  ).toMatchObject({
    parser: "azure-firewall",
    srcIp: "10.0.0.5",
    dstPort: 443,
    verdict: "deny",
    ruleId: "r",
  });
});

test("Cloudflare's requests and firewall events", () => {
  const event = {
    ClientIP: "192.0.2.1",
    ClientSrcPort: 50_123,
    OriginIP: "203.0.113.5",
    Action: "block",
    RuleID: "r7",
    RayID: "7f",
    Datetime: "2026-11-21T10:49:59Z",
  };
  expect(parseLine(JSON.stringify(event))).toMatchObject({
    parser: "cloudflare",
    srcIp: "192.0.2.1",
    srcPort: 50_123,
    dstIp: "203.0.113.5",
    verdict: "deny",
    ruleId: "r7",
    eventTimeMicros: Date.UTC(2026, 10, 21, 10, 49, 59) * 1000,
  });
});

test("Cloudflare's requests that the web application firewall judged", () => {
  const request = { ClientIP: "192.0.2.1", RayID: "7f", EdgeResponseStatus: 403 };
  const judged = { WAFAction: "drop", WAFRuleID: "100016", WAFRuleMessage: "Information Disclosure" };
  expect(parseLine(JSON.stringify({ ...request, ...judged }))).toMatchObject({
    verdict: "drop",
    ruleId: "100016",
    reason: "Information Disclosure",
  });
  expect(parseLine(JSON.stringify({ ...request, WAFAction: "unknown", WAFRuleID: "" }))).toMatchObject({
    verdict: null,
    ruleId: null,
  });
});

test("Suricata's packets that were dropped say so by their kind, others by their verdict", () => {
  const event = { flow_id: 1, src_ip: "192.0.2.1", dest_ip: "198.51.100.2", proto: "TCP" };
  const read = (more: object) => parseLine(JSON.stringify({ ...event, ...more }));
  expect(read({ event_type: "drop", drop: { reason: "rules" } })).toMatchObject({
    parser: "suricata-eve",
    verdict: "drop",
  });
  expect(read({ event_type: "flow" }).action).toBeNull();
  expect(read({ event_type: "drop", alert: { action: "blocked" } }).actionRaw).toBe("blocked");
});

test("Palo Alto's traffic is told by its zones, too, where no device is named", () => {
  const event = {
    LogType: "TRAFFIC",
    TimeGenerated: "2026-11-21T10:49:59Z",
    FromZone: "trust",
    Action: "deny",
  };
  const message = parseLine(`<14>1 2026-11-21T10:50:03Z a b - - - ${JSON.stringify(event)}`);
  expect(message).toMatchObject({
    parser: "paloalto-json",
    eventTimeMicros: Date.UTC(2026, 10, 21, 10, 49, 59) * 1000,
  });
});
