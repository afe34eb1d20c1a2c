import type { Field, FieldKeys } from "../values/fields";
import { isJsonObject, type JsonObject } from "../values/json-values";

export type JsonKeys = FieldKeys<Field | "eventTime">;

/** A vendor's JSON: how it is told from others, and its keys; a dot in a key is nesting. */
type JsonFormat = {
  parser: string;
  vendor: string;
  matches: (object: JsonObject) => boolean;
  keys: JsonKeys;
  /** The action that an object implies whose keys say none that judges; empty where it does not. */
  impliedAction?: (object: JsonObject) => string;
};

/** https://learn.microsoft.com/en-us/previous-versions/windows/it-pro/windows-10/security/threat-protection/auditing/audit-filtering-platform-connection */
const FILTERING_EVENTS: ReadonlyMap<number, string> = new Map([
  ...[5152, 5153, 5155, 5157, 5159].map((id): [number, string] => [id, "blocked"]),
  ...[5154, 5156, 5158].map((id): [number, string] => [id, "permitted"]),
]);

/** Tried in this order; the first that matches counts. */
export const JSON_FORMATS: readonly JsonFormat[] = [
  {
    // A Gatewatcher sensor forwards Suricata's events with its own keys beside them, so it comes first.
    parser: "gatewatcher",
    vendor: "gatewatcher",
    matches: (object) => "gcap" in object || textAt(object, "observer", "vendor") === "gatewatcher",
    keys: {
      eventTime: ["timestamp_detected", "@timestamp", "timestamp"],
      sourceHost: ["host", "gcap", "observer.hostname"],
      srcIp: ["src_ip", "source.ip"],
      dstIp: ["dest_ip", "destination.ip"],
      srcPort: ["src_port", "source.port"],
      dstPort: ["dest_port", "destination.port"],
      protocol: ["proto", "network.transport"],
      action: ["alert.action", "sigflow.action"],
      interface: ["in_iface", "observer.gcap.ingress.interface.name"],
      ruleId: ["alert.signature_id", "sigflow.signature_id"],
      reason: ["alert.signature", "sigflow.signature", "signature"],
      bytesSent: ["flow.bytes_toserver"],
      bytesReceived: ["flow.bytes_toclient"],
      packetsSent: ["flow.pkts_toserver"],
      packetsReceived: ["flow.pkts_toclient"],
    },
  },
  {
    // https://learn.microsoft.com/en-us/azure/firewall/monitor-firewall-reference (structured logs)
    parser: "azure-firewall",
    vendor: "microsoft",
    matches: (object) => startsWith(object["category"], "AZFW") && isJsonObject(object["properties"]),
    keys: {
      eventTime: ["time"],
      srcIp: ["properties.SourceIp"],
      dstIp: ["properties.DestinationIp"],
      srcPort: ["properties.SourcePort"],
      dstPort: ["properties.DestinationPort"],
      natDstIp: ["properties.TranslatedIp"],
      natDstPort: ["properties.TranslatedPort"],
      protocol: ["properties.Protocol"],
      action: ["properties.Action"],
      ruleId: ["properties.Rule", "properties.SignatureId"],
      reason: ["properties.ActionReason", "properties.Description", "properties.ThreatDescription"],
    },
  },
  {
    // Windows events as NXLog, Winlogbeat's raw form and others write them; 5152 to 5159 are the filtering platform's.
    parser: "windows",
    vendor: "microsoft",
    matches: (object) =>
      "EventID" in object && ("Channel" in object || "SourceName" in object || "ProviderName" in object),
    keys: {
      eventTime: ["EventTime", "TimeCreated", "EventReceivedTime", "@timestamp"],
      sourceHost: ["Hostname", "Computer", "MachineName"],
      srcIp: ["SourceAddress", "IpAddress", "ClientAddress", "SourceIp"],
      dstIp: ["DestAddress", "DestinationIp"],
      srcPort: ["SourcePort", "IpPort", "ClientPort"],
      dstPort: ["DestPort", "DestinationPort"],
      protocol: ["Protocol"],
      action: ["EventType"],
      direction: ["Direction"],
      ruleId: ["FilterRTID"],
      trackerId: ["EventID"],
      reason: ["FailureReason", "Application"],
    },
    impliedAction: (object) => filteringVerdict(Number(object["EventID"])),
  },
  {
    // https://docs.suricata.io/en/latest/output/eve/eve-json-format.html
    parser: "suricata-eve",
    vendor: "suricata",
    matches: (object) => "flow_id" in object && ("event_type" in object || "dest_ip" in object),
    keys: {
      eventTime: ["timestamp", "@timestamp"],
      sourceHost: ["host"],
      srcIp: ["src_ip"],
      dstIp: ["dest_ip"],
      srcPort: ["src_port"],
      dstPort: ["dest_port"],
      protocol: ["proto"],
      action: ["alert.action", "verdict.action", "drop.action"],
      interface: ["in_iface"],
      ruleId: ["alert.signature_id"],
      reason: ["alert.signature", "drop.reason", "flow.reason"],
      bytesSent: ["flow.bytes_toserver", "netflow.bytes"],
      bytesReceived: ["flow.bytes_toclient"],
      packetsSent: ["flow.pkts_toserver", "netflow.pkts"],
      packetsReceived: ["flow.pkts_toclient"],
    },
    impliedAction: (object) => (object["event_type"] === "drop" ? "drop" : ""),
  },
  {
    // https://cloud.google.com/firewall/docs/firewall-rules-logging, VPC flow logs and Cloud NAT
    parser: "gcp-firewall",
    vendor: "gcp",
    matches: (object) =>
      isJsonObject(object["jsonPayload"]) && isJsonObject(object["jsonPayload"]["connection"]),
    keys: {
      eventTime: ["timestamp", "receiveTimestamp"],
      sourceHost: ["jsonPayload.instance.vm_name", "jsonPayload.src_instance.vm_name"],
      srcIp: ["jsonPayload.connection.src_ip", "jsonPayload.connection.clientIp"],
      dstIp: ["jsonPayload.connection.dest_ip", "jsonPayload.connection.serverIp"],
      srcPort: ["jsonPayload.connection.src_port", "jsonPayload.connection.clientPort"],
      dstPort: ["jsonPayload.connection.dest_port", "jsonPayload.connection.serverPort"],
      natSrcIp: ["jsonPayload.connection.nat_ip"],
      natSrcPort: ["jsonPayload.connection.nat_port"],
      protocol: ["jsonPayload.connection.protocol"],
      action: ["jsonPayload.rule_details.action", "jsonPayload.disposition"],
      direction: ["jsonPayload.rule_details.direction", "jsonPayload.connection.direction"],
      ruleId: ["jsonPayload.rule_details.reference"],
      bytes: ["jsonPayload.bytes_sent"],
      packets: ["jsonPayload.packets_sent"],
    },
    // Of Cloud NAT, which drops what it has no port for.
    impliedAction: (object) =>
      textAt(object, "jsonPayload", "allocation_status") === "DROPPED" ? "dropped" : "",
  },
  {
    // https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/ (requests and firewall events)
    parser: "cloudflare",
    vendor: "cloudflare",
    matches: (object) => "ClientIP" in object && ("RayID" in object || "OriginIP" in object),
    keys: {
      eventTime: ["Datetime", "EdgeStartTimestamp"],
      srcIp: ["ClientIP"],
      dstIp: ["OriginIP"],
      srcPort: ["ClientSrcPort", "ClientPort"],
      dstPort: ["OriginPort"],
      protocol: ["Transport", "ClientProto"],
      action: ["SecurityAction", "Action", "WAFAction"],
      ruleId: ["SecurityRuleID", "RuleID", "WAFRuleID"],
      reason: ["SecurityRuleDescription", "Description", "WAFRuleMessage"],
    },
  },
  {
    // https://docs.aws.amazon.com/vpc/latest/userguide/flow-log-records.html
    parser: "aws-vpcflow",
    vendor: "aws",
    matches: (object) => "srcaddr" in object && "dstaddr" in object,
    keys: {
      eventTime: ["start"],
      srcIp: ["srcaddr"],
      dstIp: ["dstaddr"],
      srcPort: ["srcport"],
      dstPort: ["dstport"],
      protocol: ["protocol"],
      action: ["action"],
      interface: ["interface_id", "interface-id"],
      direction: ["flow_direction", "flow-direction"],
      reason: ["reject_reason", "reject-reason"],
      bytes: ["bytes"],
      packets: ["packets"],
    },
  },
  {
    // Palo Alto's Strata Logging Service, https://docs.paloaltonetworks.com/strata-logging-service/log-reference
    parser: "paloalto-json",
    vendor: "paloalto",
    matches: (object) =>
      typeof object["LogType"] === "string" &&
      ("DeviceSN" in object || "LogSourceID" in object || "LogSourceName" in object || "FromZone" in object),
    keys: {
      eventTime: ["TimeGenerated", "EventTime", "TimeGeneratedHighResolution", "LogTime", "TimeReceived"],
      sourceHost: ["DeviceName", "LogSourceName"],
      srcIp: ["SourceAddress", "SourceIP", "PublicIPv4", "PublicIPv6"],
      dstIp: ["DestinationAddress", "DestinationIP", "DNSResolverIP"],
      srcPort: ["SourcePort"],
      dstPort: ["DestinationPort"],
      natSrcIp: ["NATSource"],
      natDstIp: ["NATDestination"],
      natSrcPort: ["NATSourcePort"],
      natDstPort: ["NATDestinationPort"],
      protocol: ["Protocol"],
      action: ["Action"],
      interface: ["InboundInterface"],
      interfaceOut: ["OutboundInterface"],
      ruleId: ["Rule", "RuleMatched"],
      reason: ["SessionEndReason", "ThreatName"],
      bytes: ["Bytes", "BytesTotal"],
      bytesSent: ["BytesSent"],
      bytesReceived: ["BytesReceived"],
      packets: ["PacketsTotal"],
      packetsSent: ["PacketsSent"],
      packetsReceived: ["PacketsReceived"],
    },
  },
  {
    // Zscaler's NSS feeds: web, firewall, DNS, tunnel and audit,
    // https://help.zscaler.com/zia/documentation-knowledgebase/analytics/nss
    parser: "zscaler",
    vendor: "zscaler",
    matches: (object) =>
      startsWith(object["sourcetype"], "zscalernss") || startsWith(object["vendor"], "Zscaler"),
    keys: {
      eventTime: zscaler("datetime", "time"),
      srcIp: zscaler("csip", "ClientIP", "clt_sip", "clientip", "cip", "sourceip"),
      dstIp: zscaler("cdip", "serverip", "srv_dip", "sip", "destinationip", "destinationvip"),
      srcPort: zscaler("csport", "clt_sport", "clientsourceport", "sourceport"),
      dstPort: zscaler("cdport", "srv_dport", "serverport", "destinationport"),
      natSrcIp: zscaler("ssip"),
      natDstIp: zscaler("sdip"),
      natSrcPort: zscaler("ssport"),
      natDstPort: zscaler("sdport"),
      protocol: zscaler("proto"),
      action: zscaler("action", "reqaction"),
      ruleId: zscaler("rulelabel", "rule", "reqrulelabel", "urlfilterrulelabel"),
      reason: zscaler("reason", "eventreason"),
      bytes: zscaler("transactionsize"),
      bytesSent: zscaler("outbytes"),
      bytesReceived: zscaler("inbytes"),
    },
  },
  {
    // Zscaler's private access, whose feeds name no vendor,
    // https://help.zscaler.com/zpa/about-log-streaming-service
    parser: "zscaler",
    vendor: "zscaler",
    matches: (object) =>
      "LogTimestamp" in object && ("ConnectionID" in object || "ZEN" in object || "SessionStatus" in object),
    keys: {
      eventTime: ["LogTimestamp"],
      srcIp: ["ClientPublicIP", "ClientPublicIp", "PublicIP"],
      dstIp: ["ServerIP", "Host"],
      srcPort: ["ClientPublicPort"],
      dstPort: ["ServerPort", "ApplicationPort", "ServicePort"],
      protocol: ["IPProtocol", "Protocol"],
      ruleId: ["Policy"],
      reason: ["InternalReason", "ConnectionReason"],
    },
  },
  {
    parser: "neropot",
    vendor: "neropot",
    matches: (object) =>
      isJsonObject(object["event"]) &&
      "tracking_id" in object["event"] &&
      isJsonObject(object["event"]["client"]),
    keys: {
      eventTime: ["time"],
      sourceHost: ["host"],
      srcIp: ["event.client.ip"],
      dstIp: ["event.server.ip"],
      srcPort: ["event.client.port"],
      dstPort: ["event.server.port"],
      protocol: ["event.protocol_name", "event.protocol_number"],
      action: ["event.action"],
      reason: ["source"],
    },
  },
];

/** Zscaler's feeds are flat, or put everything below `event` (Splunk's HTTP collector). */
function zscaler(...keys: string[]): string[] {
  return keys.flatMap((key) => [`event.${key}`, key]);
}

/** What the events of Windows' filtering platform tell by their numbers: what it blocked, and what it permitted. */
export function filteringVerdict(eventId: number): string {
  return FILTERING_EVENTS.get(eventId) ?? "";
}

function textAt(object: JsonObject, outer: string, inner: string): unknown {
  const value = object[outer];
  return isJsonObject(value) ? value[inner] : undefined;
}

function startsWith(value: unknown, prefix: string): boolean {
  return typeof value === "string" && value.startsWith(prefix);
}
