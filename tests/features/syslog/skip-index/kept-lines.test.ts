import { expect, test } from "bun:test";
import { SkipIndexGatherer } from "../../../../src/features/syslog/skip-index/gatherer";
import { KeptLines } from "../../../../src/features/syslog/skip-index/kept-lines";
import { parseLine } from "../../../../src/features/syslog/parse/parse-line";
import { RECORD } from "../parse/fast/filterlog-lines";
import { ARRIVAL_MICROS } from "../parse/parse-line";

const encoder = new TextEncoder();
const LINES = 200;

/** Of every kind that is kept otherwise: a known header, ranges, texts, a translation, no ASCII. */
function lineOf(index: number): Uint8Array {
  const address = `192.0.2.${index}`;
  const lines = [
    `<134>1 2026-11-21T10:50:00.${index}Z fw-1 filterlog 48211 - - ${RECORD}`,
    `<166>%ASA-6-302013: Built inbound TCP connection ${index} for out:${address}/1 (203.0.113.9/1) to in:10.0.0.5/443 (198.51.100.5/443)`,
    `<30>Nov 21 10:50:00 höst-${index} sshd[1]: Failed password for größe from ${address} port 40022 ssh2`,
    `Nov 21 10:50:00 host-${index} app: nothing but 12345678${index} words`,
  ];
  return encoder.encode(lines[index % lines.length]);
}

test("what is gathered of kept lines, and what is said of each, is what it is one line after the other", () => {
  const [kept, single] = [new SkipIndexGatherer(), new SkipIndexGatherer()];
  const waiting = new KeptLines();
  const said: unknown[] = [];
  const wanted: unknown[] = [];
  kept.begin();
  single.begin();
  const drain = () =>
    waiting.drain((line) => {
      kept.add(line.sender, line);
      said.push([line.row, kept.shape, kept.areAddressesInFields]);
    });
  for (let row = 0; row < LINES; row++) {
    const sender = `198.51.100.${row % 3}`;
    const line = parseLine(lineOf(row), { receivedAtMicros: ARRIVAL_MICROS, sender });
    single.add(sender, line);
    wanted.push([row, single.shape, single.areAddressesInFields]);
    if (waiting.keep(row, sender, line)) drain();
  }
  drain();
  expect(said).toEqual(wanted);
  expect(kept.take()).toEqual(single.take());
});
