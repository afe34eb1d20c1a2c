import { encodeRecord, type ArrivedMessage } from "../../src/features/syslog/journal/record-builder";
import {
  encodeRelayBody,
  placeBehind,
  RELAY_MEDIA_TYPE,
  RELAY_PATH,
  type RelayPlace,
  type RelayReport,
} from "../../src/features/syslog/relay/wire";
import type { Answer, TestService } from "./app";

export const START: RelayPlace = { position: 0, check: null };

/** A report as a relay makes it. */
export function reportOf(relay: string, changes: Partial<RelayReport> = {}): RelayReport {
  return {
    format: 1,
    relay,
    name: `branch-${relay.slice(0, 4)}`,
    version: "0.8.0",
    started_at_micros: Date.now() * 1000 - 60_000_000,
    sent_at_micros: Date.now() * 1000,
    after: START,
    backlog: { messages: 0, bytes: 0, oldest_at_micros: null },
    journal: { bytes: 1000, max_bytes: 4_000_000, free_bytes: 9_000_000, refusal: null },
    received: { udp: 3 },
    lost: {},
    denied: 0,
    problems: [],
    ...changes,
  };
}

export type SentLine = Partial<ArrivedMessage> & { line: string };

/** A journal record of lines, the first of them at a position. */
export function recordOf(firstPosition: number, lines: readonly SentLine[], salt = 7): Buffer {
  const messages = lines.map(({ line, ...of }): ArrivedMessage => {
    const bytes = Buffer.from(line);
    const arrival = { receivedAtMicros: Date.now() * 1000, sender: "192.0.2.9", transport: "udp" as const };
    return { ...arrival, originalBytes: bytes.length, malformed: false, ...of, bytes };
  });
  return encodeRecord({ firstPosition, firstId: messages[0]?.receivedAtMicros ?? 1, salt }, messages);
}

/** The place behind records; throws where there are none. */
export function behind(records: Uint8Array): RelayPlace {
  const place = placeBehind(records);
  if (place === undefined) throw new Error("there is no record");
  return place;
}

/** Sends what is given as a body, compressed. */
export async function sendPlain(service: TestService, key: string, plain: Uint8Array): Promise<Answer> {
  return sendBody(service, key, new Uint8Array(await Bun.zstdCompress(Buffer.from(plain))));
}

export function sendBody(service: TestService, key: string, body: Uint8Array<ArrayBuffer>): Promise<Answer> {
  return service.call(`POST ${RELAY_PATH}`, {
    key,
    text: body,
    headers: { "Content-Type": RELAY_MEDIA_TYPE },
  });
}

export function send(
  service: TestService,
  key: string,
  { report, records = new Uint8Array() }: { report: RelayReport; records?: Uint8Array },
): Promise<Answer> {
  return sendPlain(service, key, encodeRelayBody(report, records));
}

/** A key of an administrator that may relay and nothing else. */
export async function givenRelayKey(service: TestService): Promise<string> {
  const { key } = await service.apiKeyOf(await service.givenAdmin(), { name: "relay", permission: "relay" });
  return key;
}
