import type { EventColumn } from "../../event/columns";
import type { Arrival } from "../event-rows";
import type { StoredMessage } from "../../parse/line";
import type { ReadColumn } from "../../query/matcher";

type ReadMessage = ReadColumn<[Arrival, StoredMessage]>;

/**
 * The columns that a filter can name, as they stand in a message that is not stored yet. An empty text is stored as
 * null.
 */
const READERS: Partial<Record<EventColumn, ReadMessage>> = {
  id: (arrival) => arrival.id,
  source_host: (_, message) => message.sourceHost,
  sender: (arrival) => arrival.sender,
  transport: (arrival) => arrival.transport,
  truncated: (arrival) => arrival.truncated,
  original_bytes: (arrival) => arrival.originalBytes,
  facility: (_, message) => message.facility,
  severity: (_, message) => message.severity,
  app: (_, message) => message.app,
  procid: (_, message) => message.procid,
  msgid: (_, message) => message.msgid,
  structured_data: (_, message) => message.structuredData,
  src_ip: (_, message) => message.srcIp,
  dst_ip: (_, message) => message.dstIp,
  src_port: (_, message) => message.srcPort,
  dst_port: (_, message) => message.dstPort,
  nat_src_ip: (_, message) => message.natSrcIp,
  nat_dst_ip: (_, message) => message.natDstIp,
  nat_src_port: (_, message) => message.natSrcPort,
  nat_dst_port: (_, message) => message.natDstPort,
  protocol: (_, message) => message.protocol,
  action: (_, message) => message.action,
  action_raw: (_, message) => message.actionRaw,
  verdict: (_, message) => message.verdict,
  interface: (_, message) => message.interface,
  interface_out: (_, message) => message.interfaceOut,
  direction: (_, message) => message.direction,
  rule_id: (_, message) => message.ruleId,
  tracker_id: (_, message) => message.trackerId,
  reason: (_, message) => message.reason,
  bytes: (_, message) => message.bytes,
  packets: (_, message) => message.packets,
  vendor: (_, message) => message.vendor,
  parser: (_, message) => message.parser,
  clock_unset: (_, message) => message.clockUnset,
  message: (_, message) => message.message,
  raw_log: (_, message) => message.rawLog,
};

/** False for a column that only the store has. */
export function isKnownOnArrival(column: EventColumn): boolean {
  return READERS[column] !== undefined;
}

/** For compileMatcher. @throws where a filter names a column that only the store has. */
export function messageColumn(column: EventColumn): ReadMessage {
  const read = READERS[column];
  if (read === undefined) throw new Error(`our bug: the live stream cannot read the column ${column}`);
  return read;
}
