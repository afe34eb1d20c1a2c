import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { EventJson } from "../../../../../src/features/syslog/encode/live/event-json";
import { parseMessage } from "../../../../../src/features/syslog/parse/message";
import { toFirewallEvent } from "../../../../../src/features/syslog/encode/parsed-event";
import { mutated, Random } from "../../parse/mutated-lines";
import { ARRIVAL, ARRIVAL_MICROS, lineOf } from "../../parse/parse-line";

const SEED = 20_261_122;
const COLLECTOR = "0123456789ab";
const decoder = new TextDecoder();
const json = new EventJson();

const text = fc.option(
  fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "",
      "tcp",
      'a "quoted" word',
      String.raw`C:\temp\x`,
      "tab\t",
      "é",
      "\u{1f600}",
      "\u2028",
      "\u007f",
    ),
  ),
  { nil: null },
);
const number = fc.option(
  fc.oneof(
    fc.nat(70_000),
    fc.maxSafeInteger(),
    fc.constantFrom(0, 9, 10, 999_999_999, 1e9, 1e9 + 1, 2 ** 53 - 1),
  ),
  { nil: null },
);
/** Before 1970 and up to 2255 to the microsecond; of the years 1 to 9999 to the second, as what parsers keep. */
const micros = fc.oneof(
  fc.integer({ min: ARRIVAL_MICROS, max: ARRIVAL_MICROS + 2e6 }),
  fc.integer({ min: -(2 ** 51), max: Number.MAX_SAFE_INTEGER }),
  fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }).map((seconds) => seconds * 1e6),
);
const message = fc
  .record({
    rawLog: text.map((line) => (line ?? "line").toWellFormed()),
    eventTimeMicros: fc.option(micros),
    sourceHost: text,
    facility: number,
    severity: number,
    app: text,
    procid: text,
    msgid: text,
    structuredData: text,
    srcIp: text,
    dstIp: text,
    srcPort: number,
    natDstPort: number,
    protocol: text,
    action: text,
    interface: text,
    interfaceOut: text,
    direction: text,
    ruleId: text,
    trackerId: text,
    reason: text,
    bytes: number,
    packets: number,
    vendor: text,
  })
  .map(lineOf);
const arrival = fc.record({
  id: fc.maxSafeInteger().map(Math.abs),
  receivedAtMicros: micros,
  sender: fc.constantFrom("192.0.2.1", "2001:db8::1"),
  transport: fc.constantFrom("udp", "tcp", "tls"),
  originalBytes: fc.nat(9000),
  truncated: fc.boolean(),
});

test("an event is written as JSON.stringify writes it, whatever its texts and numbers are", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(arrival, message), { minLength: 1, maxLength: 5 }), (events) => {
      json.begin(COLLECTOR);
      for (const [came, said] of events) json.write(came, said);
      const expected = events.map(([came, said]) => toFirewallEvent({ ...came, collector: COLLECTOR }, said));
      expect(decoder.decode(json.copy())).toBe(expected.map((event) => JSON.stringify(event)).join(""));
    }),
    { numRuns: 500, seed: SEED },
  );
});

test("of mutated lines of every format, too", () => {
  const random = new Random(SEED);
  for (let index = 0; index < 5000; index++) {
    const said = parseMessage(mutated(random), { ...ARRIVAL, timeZone: "UTC" });
    json.begin(COLLECTOR);
    json.write(ARRIVAL, said);
    expect(decoder.decode(json.copy())).toBe(
      JSON.stringify(toFirewallEvent({ ...ARRIVAL, collector: COLLECTOR }, said)),
    );
  }
});
