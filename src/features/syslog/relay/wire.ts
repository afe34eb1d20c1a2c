import { RECORD_HEADER_BYTES, readRecordSummary } from "../journal/record";

/**
 * What a relay and the central service say to each other. The body of `POST /api/v1/syslog/relay` is one zstd frame of a
 * report, JSON on one line, a line feed, and whole journal records behind it (journal/record.ts), none or many. The
 * answer is where the central service stands.
 */
export const RELAY_FORMAT = 1;
export const RELAY_PATH = "/api/v1/syslog/relay";
export const RELAY_MEDIA_TYPE = "application/vnd.netatlas.relay+zstd";

/**
 * A place in a relay's journal: behind the record that ends at `position`. `check` is that record's CRC32C, which two
 * journals of one id do not share; null before the first record.
 */
export type RelayPlace = { position: number; check: number | null };

/** How a relay is at the moment at which it sends. Counts are since its start. */
export type RelayReport = {
  format: number;
  /** 12 lower-case hexadecimal characters. */
  relay: string;
  name: string;
  version: string;
  started_at_micros: number;
  /** By the relay's own clock. */
  sent_at_micros: number;
  /** The records behind it come next. */
  after: RelayPlace;
  backlog: { messages: number; bytes: number; oldest_at_micros: number | null };
  journal: { bytes: number; max_bytes: number; free_bytes: number; refusal: string | null };
  received: Record<string, number>;
  /** Messages that were not kept, by reason. */
  lost: Record<string, number>;
  denied: number;
  /** Why listeners do not listen, one line each. */
  problems: string[];
};

/** Puts a body together, not compressed yet. */
export function encodeRelayBody(report: RelayReport, records: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(report)}\n`), records]);
}

/** The place behind the last of whole records that lie one behind the other; undefined where there is none. */
export function placeBehind(records: Uint8Array): { position: number; check: number } | undefined {
  let place: { position: number; check: number } | undefined;
  for (let offset = 0; offset + RECORD_HEADER_BYTES <= records.length;) {
    const { end, lastPosition } = readRecordSummary(records, offset);
    place = { position: lastPosition, check: readCheck(records, offset) };
    offset = end;
  }
  return place;
}

/** The CRC32C that the record at `offset` carries. */
export function readCheck(records: Uint8Array, offset: number): number {
  return new DataView(records.buffer, records.byteOffset, records.byteLength).getUint32(offset + 4, true);
}
