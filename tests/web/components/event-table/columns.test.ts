import { expect, test } from "bun:test";
import { arePlain, eventColumns } from "../../../../src/web/components/event-table/columns";

const shownAtFirst = (options: Parameters<typeof eventColumns>[1]) =>
  eventColumns(() => {}, options).flatMap(({ id, isHiddenAtFirst }) => (isHiddenAtFirst === true ? [] : id));

test("lines that tell of no flow have the room of what they do not tell", () => {
  expect(shownAtFirst({})).toContain("dst_port");
  expect(shownAtFirst({ isPlain: true })).toEqual(["received_at", "source_host", "severity", "raw_log"]);
});

test("events are plain as long as none has a verdict or an end of a flow", () => {
  const plain = { verdict: null, src_ip: null, dst_ip: null };
  expect(arePlain([])).toBe(false);
  expect(arePlain([plain, plain])).toBe(true);
  expect(arePlain([plain, { ...plain, src_ip: "192.0.2.1" }])).toBe(false);
});
