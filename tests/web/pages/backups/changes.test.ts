import { expect, test } from "bun:test";
import { changesOf } from "../../../../src/web/pages/backups/changes";

test("tables with another number of rows are shown, those that lose most first, and the audit log where it does not stay", () => {
  const tables = [
    { name: "sites", rows: 3, current_rows: 3 },
    { name: "devices", rows: 10, current_rows: 12 },
    { name: "check_targets", rows: 0, current_rows: 100 },
    { name: "audit_log", rows: 1, current_rows: 9 },
    { name: "users", rows: 5, current_rows: 1 },
  ];
  expect(changesOf({ tables, keeps_audit_log: true })).toEqual([
    { name: "check targets", now: 100, kept: 0 },
    { name: "devices", now: 12, kept: 10 },
    { name: "users", now: 1, kept: 5 },
  ]);
  const replaced = changesOf({ tables, keeps_audit_log: false });
  expect(replaced[1]).toEqual({ name: "audit log", now: 9, kept: 1 });
});
