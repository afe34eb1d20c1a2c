import { expect, test } from "bun:test";
import { ChunkMessages } from "../../../../src/features/syslog/encode/chunk-messages";
import { LineOrder } from "../../../../src/features/syslog/encode/line-order";
import { encodeRecord } from "../../../../src/features/syslog/journal/record-builder";
import { ARRIVAL_MICROS } from "../parse/parse-line";

const order = new LineOrder();

function recordOf(lines: readonly string[]): Uint8Array {
  return encodeRecord(
    { firstPosition: 1, firstId: ARRIVAL_MICROS, salt: 7 },
    lines.map((line) => ({
      receivedAtMicros: ARRIVAL_MICROS,
      sender: "192.0.2.1",
      transport: "udp" as const,
      originalBytes: line.length,
      malformed: false,
      bytes: Buffer.from(line),
    })),
  );
}

function orderOf(lines: readonly string[]): string[] {
  const messages = new ChunkMessages();
  messages.read(recordOf(lines));
  return Array.from(order.byKind(messages), (row) => lines[row] ?? "none");
}

/** Lines of one kind, whatever comes before their program. */
const SSHD = [
  "<86>Nov 21 10:50:00 host-1 sshd[1]: a",
  "Nov 21 10:50:01 another sshd[22]: b",
  "<86>1 2026-11-21T10:50:00.123Z host-3 sshd 3 - - c",
  "2026-11-21T10:50:00+01:00 host-4 sshd[4]: d",
];
const NAMELESS = ["<134>date=2026-11-21 a", "date=2026-11-22 b"];
const KERNEL = ["<4>Nov 21 10:50:00 gw kernel: a", "<4>Nov  1 10:50:00 gw kernel: b"];

test("lines of one program, or of one beginning, stand together and as they came among themselves", () => {
  const [ssh1 = "", ssh2 = "", ssh3 = "", ssh4 = ""] = SSHD;
  const mixed = [
    ssh1,
    NAMELESS[0] ?? "",
    KERNEL[0] ?? "",
    ssh2,
    ssh3,
    NAMELESS[1] ?? "",
    ssh4,
    KERNEL[1] ?? "",
  ];
  const ordered = orderOf(mixed);
  expect(ordered.toSorted()).toEqual(mixed.toSorted());
  for (const kind of [SSHD, NAMELESS, KERNEL]) {
    const first = ordered.indexOf(kind[0] ?? "");
    expect(ordered.slice(first, first + kind.length)).toEqual(kind);
  }
});

test("kinds whose parsers share code stand beside each other once a line of each was read", () => {
  const kinds = [
    { line: "<13>Nov 21 10:50:00 host aaaa: x", parser: "fortinet" },
    { line: "<13>Nov 21 10:50:00 host bbbb: x", parser: "generic" },
    { line: "<13>Nov 21 10:50:00 host cccc: x", parser: "sophos-xg" },
    { line: "<13>Nov 21 10:50:00 host dddd: x", parser: "server" },
    { line: "<13>Nov 21 10:50:00 host eeee: x", parser: "cef" },
    { line: "<13>Nov 21 10:50:00 host ffff: x", parser: "json" },
    { line: "<13>Nov 21 10:50:00 host gggg: x", parser: "zscaler" },
  ];
  const lines = kinds.map(({ line }) => line);
  const learning = new LineOrder();
  const messages = new ChunkMessages();
  messages.read(recordOf(lines));
  for (const row of learning.byKind(messages)) learning.learn(row, kinds[row]?.parser ?? "");
  const parsers = Array.from(learning.byKind(messages), (row) => kinds[row]?.parser);
  expect(parsers).toEqual(["cef", "fortinet", "sophos-xg", "json", "zscaler", "generic", "server"]);
});

test("lines that end within their header, or have none, have a place each", () => {
  const lines = [
    "",
    "<",
    "<134",
    "<134>",
    "<134>1 ",
    "<13>Nov 21 10:50:00 ",
    "<13>1 2026-11-21T10:50:00Z",
    "x",
    "1",
  ];
  expect(orderOf(lines).toSorted()).toEqual(lines.toSorted());
});

test("another order is worth it where lines are of more than a few kinds, however many one of them has", () => {
  const ofKinds = (kinds: number) =>
    Array.from(
      { length: 30 },
      (_, index) => `<13>Nov 21 10:50:00 host ${"abcdefghijkl"[index % kinds]}app: x`,
    );
  expect(order.isWorthIt(recordOf(ofKinds(8)))).toBe(false);
  expect(order.isWorthIt(recordOf(ofKinds(9)))).toBe(true);
  const nearlyOne = recordOf([...ofKinds(1), ...ofKinds(1)]);
  expect(order.isWorthIt(Buffer.concat([nearlyOne, nearlyOne]))).toBe(false);
  expect(order.isWorthIt(Buffer.concat([nearlyOne, recordOf(ofKinds(12))]))).toBe(true);
  expect(order.isWorthIt(new Uint8Array())).toBe(false);
});
