import type { FirewallEventDetail, FirewallEventRead } from "../event/models";
import type { Arrival } from "./event-rows";
import type { StoredMessage } from "../parse/line";
import { toInstant } from "../event/instant";

/** The event that searches will give of a message, before it is stored. */
export function toFirewallEvent(
  arrival: Arrival & { collector: string },
  message: StoredMessage,
): FirewallEventRead {
  return {
    id: arrival.id,
    received_at: toInstant(arrival.receivedAtMicros),
    event_time: instantOrNull(message.eventTimeMicros),
    source_host: textOrNull(message.sourceHost),
    src_ip: textOrNull(message.srcIp),
    dst_ip: textOrNull(message.dstIp),
    src_port: message.srcPort,
    dst_port: message.dstPort,
    protocol: textOrNull(message.protocol),
    action: textOrNull(message.action),
    interface: textOrNull(message.interface),
    direction: textOrNull(message.direction),
    rule_id: textOrNull(message.ruleId),
    tracker_id: textOrNull(message.trackerId),
    reason: textOrNull(message.reason),
    raw_log: message.rawLog,
    collector: arrival.collector,
    sender: textOrNull(arrival.sender),
    transport: arrival.transport,
    facility: message.facility,
    severity: message.severity,
    app: textOrNull(message.app),
    verdict: message.verdict,
    vendor: textOrNull(message.vendor),
    truncated: arrival.truncated,
    nat_src_ip: textOrNull(message.natSrcIp),
    nat_dst_ip: textOrNull(message.natDstIp),
    nat_src_port: message.natSrcPort,
    nat_dst_port: message.natDstPort,
    interface_out: textOrNull(message.interfaceOut),
    bytes: message.bytes,
    packets: message.packets,
    procid: textOrNull(message.procid),
    msgid: textOrNull(message.msgid),
    structured_data: textOrNull(message.structuredData),
    parser: message.parser,
  };
}

/** The same with all that an event's own page shows. `bytes` is the message as it was kept. */
export function toFirewallEventDetail(
  arrival: Arrival & { collector: string; bytes: Uint8Array },
  message: StoredMessage,
): FirewallEventDetail {
  return {
    ...toFirewallEvent(arrival, message),
    action_raw: textOrNull(message.actionRaw),
    clock_unset: message.clockUnset,
    original_bytes: arrival.originalBytes,
    message: textOrNull(message.message),
    raw_base64: Buffer.from(message.rawBytes ?? Buffer.from(message.rawLog)).toString("base64"),
  };
}

function instantOrNull(micros: number | null): string | null {
  return micros === null ? null : toInstant(micros);
}

/** The store keeps no empty text. */
function textOrNull(text: string | null): string | null {
  return text === "" ? null : text;
}
