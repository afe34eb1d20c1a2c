import { expect, test } from "bun:test";
import type { SyslogStatus } from "../../../../src/web/api/syslog-status";
import { accountFor, lossesOf } from "../../../../src/web/pages/syslog-status/account";
import { testLine } from "../../../../src/web/pages/syslog-status/no-senders";
import { formatSkew } from "../../../../src/web/pages/syslog-status/skew";

type Counted = Parameters<typeof accountFor>[0];

function givenCounts(values: Partial<Omit<Counted, "journal">> & { waiting?: number }): Counted {
  const { waiting = 0, ...counts } = values;
  return {
    received_packets: 0,
    stored_events: 0,
    replayed_events: 0,
    losses: {},
    ...counts,
    journal: { messages: waiting },
  };
}

test("what was received is stored, waiting or lost; what the kernel dropped is lost too", () => {
  const status = givenCounts({
    received_packets: 1000,
    stored_events: 900,
    waiting: 60,
    losses: { kernel: 7, journal_full: 40 },
  });
  expect(accountFor(status)).toEqual({
    arrived: 1007,
    stored: 900,
    waiting: 60,
    lost: 47,
    earlier: 0,
    unaccounted: 0,
  });
});

test("a line that is nowhere is said", () => {
  expect(accountFor(givenCounts({ received_packets: 10, stored_events: 9 })).unaccounted).toBe(1);
});

test("lines of an earlier run count as they are stored, and while they wait", () => {
  const before = givenCounts({ received_packets: 5, stored_events: 5, waiting: 100 });
  expect(accountFor(before)).toMatchObject({ arrived: 105, waiting: 100, unaccounted: 0 });
  const after = givenCounts({ received_packets: 5, stored_events: 105, replayed_events: 100 });
  expect(accountFor(after)).toMatchObject({ arrived: 105, earlier: 100, unaccounted: 0 });
});

test("losses that are not 0 come first, and a reason that the page does not know is shown all the same", () => {
  const losses: SyslogStatus["losses"] = { kernel: 0, disk_full: 3, eaten_by_mice: 1, journal_full: 0 };
  expect(lossesOf({ losses }).map(({ label, count }) => [label, count])).toEqual([
    ["Disk full", 3],
    ["eaten by mice", 1],
    ["Kernel buffer full", 0],
    ["Journal full", 0],
  ]);
});

test.each([
  [null, "unknown"],
  [0.4, "right"],
  [-1.9, "right"],
  [3.4, "3.4 s ahead"],
  [-7200, "2 h behind"],
])("a clock that is %p s off is called %s", (seconds, text) => {
  expect(formatSkew(seconds)).toBe(text);
});

const ports = { enabled: true, udp_enabled: true, udp_port: 1514, tcp_enabled: true, tcp_port: 1515 };

test.each([
  [ports, 'logger --server netatlas.example --port 1514 --udp "first line"'],
  [
    { ...ports, udp_enabled: false },
    'logger --server netatlas.example --port 1515 --tcp --octet-count "first line"',
  ],
  [{ ...ports, enabled: false }, undefined],
])("the line to paste fits what listens: %p", (status, line) => {
  expect(testLine(status, "netatlas.example")).toBe(line);
});
