import { expect, test } from "bun:test";
import { array, assert, property } from "fast-check";
import { SkipIndexGatherer } from "../../../../src/features/syslog/skip-index/gatherer";
import { parseMessage } from "../../../../src/features/syslog/parse/message";
import { parseLine } from "../../../../src/features/syslog/parse/parse-line";
import type { ParsedLine } from "../../../../src/features/syslog/parse/parsed-line";
import { rounds } from "../../../support/rounds";
import { header, RECORD, sent } from "../parse/fast/filterlog-lines";
import { ARRIVAL_MICROS } from "../parse/parse-line";

const encoder = new TextEncoder();
const context = { receivedAtMicros: ARRIVAL_MICROS, sender: "192.0.2.1", timeZone: "UTC" };

type Said = { bytes: Uint8Array; asked: typeof context };

/** What is gathered of a set of lines, and what is said of each. */
function gather(gatherer: SkipIndexGatherer, lines: readonly Said[], parse: typeof parseLine) {
  gatherer.begin();
  const each = lines.map(({ bytes, asked }) => {
    const line: ParsedLine = parse(bytes, asked);
    gatherer.add(asked.sender, line);
    return [gatherer.shape, gatherer.areAddressesInFields];
  });
  const { ngrams, addressKeys, numberKeys } = gatherer.take();
  return { each, ngrams, addressKeys: addressKeys.toSorted(), numberKeys: new Set(numberKeys) };
}

/** The same must come of lines whose headers are passed over as of lines that are looked at whole. */
function expectSame(lines: readonly Said[], gatherer: SkipIndexGatherer): void {
  const whole = gather(new SkipIndexGatherer(), lines, (bytes, asked) => parseMessage(bytes, asked));
  expect(gather(gatherer, lines, parseLine)).toEqual(whole);
}

test("what a header has is added in each set of lines, what stands at the end of its time with each line", () => {
  const gatherer = new SkipIndexGatherer();
  const lines = ["", "", ".123", ".456", "", ".78901234"].map((fraction) => ({
    bytes: encoder.encode(
      `<134>1 2026-11-21T10:50:00${fraction}Z zebrafinch-0a-20261122 filterlog 48211 - - ${RECORD}`,
    ),
    asked: context,
  }));
  for (let set = 0; set < 3; set++) expectSame(lines, gatherer);
});

test("an address in a header is gathered with each line", () => {
  const gatherer = new SkipIndexGatherer();
  const bytes = encoder.encode(`<134>1 2026-11-21T10:50:00Z 198.51.100.7 filterlog 48211 - - ${RECORD}`);
  for (let set = 0; set < 3; set++)
    expectSame(
      [
        { bytes, asked: context },
        { bytes, asked: context },
      ],
      gatherer,
    );
});

test("the same is gathered of lines, whether headers are known or not, whatever came before", () => {
  assert(
    property(
      array(header, { minLength: 3, maxLength: 3 }),
      array(array(sent, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
      (headers, sets) => {
        const gatherer = new SkipIndexGatherer();
        for (const set of sets) {
          const lines = set.map(({ header: place, body, end, lateMicros, ...asked }) => ({
            bytes: encoder.encode(`${headers[place]}${body}${end}`),
            asked: { ...asked, receivedAtMicros: ARRIVAL_MICROS + lateMicros },
          }));
          expectSame(lines, gatherer);
        }
      },
    ),
    { seed: 20_261_126, numRuns: rounds(500) },
  );
}, 60_000);
