import { expect, test } from "bun:test";
import { CsvRows } from "../../../../src/features/syslog/search/export/csv-rows";
import { EventBatch } from "../../../../src/features/syslog/store/event-batch";

test("an event without its line is no row of a CSV file; what may be missing is an empty cell", () => {
  const batch = new EventBatch(["id", "app", "raw_log", "clock_unset"]);
  const key = { receivedAtMicros: 0, collector: "0123456789ab", path: "a", columns: null, row: 0 };
  batch.begin([1, 2].map((id) => ({ ...key, id })));
  batch.setRow(0, { id: 1, app: null, raw_log: "line", clock_unset: null });
  batch.setRow(1, { id: 2, app: "sshd", raw_log: null, clock_unset: false });
  const rows = new CsvRows();
  expect(Buffer.from(rows.encode(batch, { start: 0, end: 1 })).toString()).toBe("1,,line,\r\n");
  expect(() => rows.encode(batch, { start: 1, end: 2 })).toThrow("raw_log");
});
