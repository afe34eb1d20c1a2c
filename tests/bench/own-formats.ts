import { parseChunk } from "../../src/features/syslog/encode/parse-chunk";
import type { FormatRequest } from "../../src/features/syslog/encode/chunk-formats";
import type { OwnFormat } from "../../src/features/syslog/parse/own-formats/definition";
import { type LineSource, loadLines, SeededRandom } from "./event-lines";
import { encodeLines, LINES, median, READING } from "./log-watch";
import { printFigure } from "./report";

const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;
/** What no set of formats may add to lines that nobody knows, in seconds of processor time for a million. */
const MOST_SECONDS = 15;

const GATE = "%{word:action} %{word:protocol} %{ip:src_ip}:%{port:src_port} >> %{ip:dst_ip}:%{port:dst_port}";
/** It has no text that rules a line out, and fails late at each place. */
const HOSTILE = "(?:(?:[a-z]|[0-9]|[.: ]|[A-Z>-]))+[!](?<reason>.)";

const SETS: readonly [name: string, formats: readonly OwnFormat[]][] = [
  ["no format", []],
  ["1 format, which fits", [formatOf("gate", GATE)]],
  ["10 formats, the last fits", [...others(9), formatOf("gate", GATE)]],
  ["100 formats, the last fits", [...others(99), formatOf("gate", GATE)]],
  ["100 hostile formats", hostile(100)],
];

/** What own formats take of processor time where lines are parsed: some, and many, in turn, on the same lines. */
export function benchOwnFormats(): Promise<void> {
  measure("lines that ours know", loadLines());
  measure("lines that nobody knows", gateLines());
  return Promise.resolve();
}

function measure(name: string, source: LineSource): void {
  const records = encodeLines(source);
  const seconds = SETS.map(() => new Array<number>());
  const requests = SETS.map(([, formats], index) => requestOf(formats, index));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
    for (const [index, formats] of requests.entries()) {
      // The first after a change makes the formats ready.
      parseChunk({ ...READING, records, formats });
      const before = process.cpuUsage();
      parseChunk({ ...READING, records, formats });
      const { user, system } = process.cpuUsage(before);
      if (round >= WARM_UP_ROUNDS) seconds[index]?.push((user + system) / LINES);
    }
  const [without = 0, ...rest] = seconds.map(median);
  printFigure({ name: `${name}: parsing without formats`, value: without, unit: "s per million" });
  for (const [index, value] of rest.entries())
    printFigure({
      name: `  ${SETS[index + 1]?.[0] ?? ""}, on top`,
      value: value - without,
      unit: "s per million",
      target: `<= ${MOST_SECONDS}`,
      holds: value - without <= MOST_SECONDS,
    });
}

function requestOf(formats: readonly OwnFormat[], index: number): FormatRequest | undefined {
  if (formats.length === 0) return undefined;
  const sent = formats.map((format, key) => ({ key, format }));
  return { version: 2_000_000 + index, formats: JSON.stringify(sent) };
}

function formatOf(name: string, pattern: string): OwnFormat {
  const conditions = { senders: [], apps: [], facilities: [], contains: [] };
  return { name, kind: "pattern", reads: "message", pattern, vendor: null, conditions, fields: [] };
}

/** Formats of other devices: each has a text that these lines have not. */
function others(count: number): OwnFormat[] {
  return Array.from({ length: count }, (_, index) => formatOf(`door-${index}`, `door ${index}: ${GATE}`));
}

function hostile(count: number): OwnFormat[] {
  return Array.from({ length: count }, (_, index) => formatOf(`hostile-${index}`, HOSTILE));
}

/** Some 200 octets each, of a device that ours do not know. */
function gateLines(): LineSource {
  const random = new SeededRandom(7);
  const address = () => `10.${random.below(4)}.${random.below(256)}.${1 + random.below(254)}`;
  const port = () => random.below(65_536);
  return (sequence) =>
    `<134>Nov 21 12:00:00 gate${random.below(8)} gate: ${random.below(3) === 0 ? "STOP" : "PERMIT"} udp ` +
    `${address()}:${port()} >> ${address()}:53 zone inside, hits ${random.below(1000)} since the morning, ` +
    `guest to dns, session ${random.below(1e6)} no ${sequence}`;
}
