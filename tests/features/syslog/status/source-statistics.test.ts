import { expect, test } from "bun:test";
import { SenderLossCount } from "../../../../src/features/syslog/receive/sender-losses";
import { SourceStatistics } from "../../../../src/features/syslog/status/source-statistics";

const tally = (rows: number, over: object = {}) => ({
  rows,
  unparsed: 0,
  generic: 0,
  malformed: 0,
  truncated: 0,
  firstReceivedAtMicros: 1,
  lastReceivedAtMicros: 1,
  clockSkewMicros: null,
  vendor: null,
  ...over,
});

const store = (statistics: SourceStatistics, senders: Record<string, ReturnType<typeof tally>>): void =>
  statistics.addStored({ senders: new Map(Object.entries(senders)), vendors: new Map() });

test("what was stored, denied and dropped of a sender is told together", () => {
  const statistics = new SourceStatistics();
  store(statistics, { a: tally(5, { clockSkewMicros: 7, vendor: "v", lastReceivedAtMicros: 3 }) });
  store(statistics, { a: tally(2, { unparsed: 1, lastReceivedAtMicros: 4 }), b: tally(1) });
  const losses = new SenderLossCount();
  losses.add("a", "dropped", 9);
  losses.add("c", "denied", 2);
  statistics.addLosses(losses.take() ?? new Map());
  expect(losses.take()).toBeNull();
  const [a, ...rest] = statistics.busiestSenders(100);
  expect(a).toEqual({
    sender: "a",
    stored: 7,
    unparsed: 1,
    generic: 0,
    malformed: 0,
    truncated: 0,
    denied: 0,
    dropped: 1,
    lastSeenMicros: 9,
    clockSkewMicros: 7,
    vendor: "v",
  });
  expect(rest.map(({ sender, stored, denied }) => [sender, stored, denied])).toEqual([
    ["b", 1, 0],
    ["c", 0, 1],
  ]);
});

test("beyond 4,096 senders the one not seen for longest is added to `other`, and no line is forgotten", () => {
  const statistics = new SourceStatistics();
  store(statistics, { first: tally(3), second: tally(2) });
  for (let index = 0; index < 4095; index++) store(statistics, { [`s${index}`]: tally(1), second: tally(1) });
  expect(statistics.senderCount).toBe(4096);
  const senders = statistics.busiestSenders(2);
  expect(senders.map(({ sender }) => sender)).toEqual(["second", expect.stringMatching(/^s/), "other"]);
  expect(senders.map(({ stored }) => stored)).toEqual([2 + 4095, 1, 3 + 4094]);
  store(statistics, { first: tally(1) });
  expect(statistics.busiestSenders(5000).find(({ sender }) => sender === "first")?.stored).toBe(1);
});

test("losses of forged senders take bounded room, and none is forgotten", () => {
  const losses = new SenderLossCount();
  for (let index = 0; index < 10_000; index++) losses.add(`f${index}`, "denied", index);
  const taken = losses.take() ?? new Map();
  expect(taken.size).toBe(1025);
  expect(taken.get("other")).toEqual({ denied: 10_000 - 1024, dropped: 0, lastSeenMicros: 9999 });
});
