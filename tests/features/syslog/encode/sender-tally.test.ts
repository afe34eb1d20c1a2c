import { expect, test } from "bun:test";
import { parseMessage } from "../../../../src/features/syslog/parse/message";
import { TallyCount } from "../../../../src/features/syslog/encode/sender-tally";

const ARRIVAL_MICROS = Date.parse("2026-11-21T10:50:00Z") * 1000;
const FILTERLOG =
  "<134>1 2026-11-21T10:49:58Z fw1 filterlog 1 - - 5,,,1,em0,match,pass,in,4,,,,,,,17,udp,76,192.0.2.7,192.0.2.8,1,2";

type Given = { sender?: string; malformed?: boolean; truncated?: boolean; atMicros?: number; row?: number };

function count(lines: readonly (readonly [line: string, given?: Given])[]): TallyCount {
  const tallies = new TallyCount();
  for (const [row, [line, given = {}]] of lines.entries()) {
    const { sender = "192.0.2.1", malformed = false, truncated = false, atMicros = 0 } = given;
    const receivedAtMicros = ARRIVAL_MICROS + atMicros;
    const message = parseMessage(Buffer.from(line), { receivedAtMicros, sender });
    tallies.add({ receivedAtMicros, sender, malformed, truncated }, message, given.row ?? row);
  }
  return tallies;
}

test("lines are counted by sender: what was recognised of them, the newest arrival, the clock and the vendor", () => {
  const { senders } = count([
    [FILTERLOG],
    ["<13>Nov 21 10:50:07 host app: something", { atMicros: 5_000_000 }],
    ["nobody knows this", { atMicros: 6_000_000, malformed: true }],
    [FILTERLOG, { sender: "2001:db8::1", truncated: true }],
  ]);
  expect(Object.fromEntries(senders)).toEqual({
    "192.0.2.1": {
      rows: 3,
      unparsed: 1,
      generic: 1,
      malformed: 1,
      truncated: 0,
      firstReceivedAtMicros: ARRIVAL_MICROS,
      lastReceivedAtMicros: ARRIVAL_MICROS + 6_000_000,
      clockSkewMicros: 2_000_000,
      vendor: expect.any(String),
    },
    "2001:db8::1": {
      rows: 1,
      unparsed: 0,
      generic: 0,
      malformed: 0,
      truncated: 1,
      firstReceivedAtMicros: ARRIVAL_MICROS,
      lastReceivedAtMicros: ARRIVAL_MICROS,
      clockSkewMicros: -2_000_000,
      vendor: expect.any(String),
    },
  });
});

test("clock and vendor are those of the newest line that tells them, whatever line is counted last", () => {
  const { senders } = count([
    ["<13>Nov 21 10:50:07 host app: something", { row: 2, atMicros: 5_000_000 }],
    [FILTERLOG, { row: 1, atMicros: 1_000_000 }],
    ["<189>29: Nov 21 10:50:00: %SYS-5-CONFIG_I: Configured from console", { row: 0 }],
  ]);
  expect(senders.get("192.0.2.1")).toMatchObject({
    firstReceivedAtMicros: ARRIVAL_MICROS,
    lastReceivedAtMicros: ARRIVAL_MICROS + 5_000_000,
    clockSkewMicros: 2_000_000,
    vendor: "pfsense",
  });
});

test("a clock that was never set is no skew", () => {
  const { senders } = count([["<189>29: *Mar  1 00:00:00.123: %SYS-5-CONFIG_I: Configured from console"]]);
  expect(senders.get("192.0.2.1")?.clockSkewMicros).toBeNull();
});

test("lines are counted by vendor, those of none under a name of their own", () => {
  const { vendors } = count([
    [FILTERLOG],
    [FILTERLOG],
    ["nobody knows this"],
    ["<13>Nov 21 10:50:00 h a: x"],
  ]);
  expect([...vendors.values()].map(({ rows, unparsed }) => [rows, unparsed])).toEqual([
    [2, 0],
    [2, 1],
  ]);
  expect([...vendors.keys()][1]).toBe("none");
});

test("of more than 1,024 senders in a chunk the rest is counted as one", () => {
  const many = Array.from({ length: 3000 }, (_, index) => {
    const sender = `10.0.${index >> 8}.${index & 255}`;
    return ["<13>x", { sender }] as const;
  });
  const { senders } = count([...many, ...many]);
  expect(senders.size).toBe(1025);
  expect(senders.get("10.0.0.0")?.rows).toBe(2);
  expect(senders.get("other")?.rows).toBe(2 * (3000 - 1024));
});
