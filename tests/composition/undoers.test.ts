import { expect, test } from "bun:test";
import { FINAL_ACTIONS } from "../../src/composition/final-actions";
import { AuditLogList } from "../../src/features/audit/models";
import { NOT_UNDOABLE } from "../../src/features/undo/registry";
import { createTestService } from "../support/app";
import { readWrittenActions } from "../support/audit-actions";

test("whatever is written into the audit log is taken back, or says in words why it is not", async () => {
  const actions = await readWrittenActions();
  expect(actions.length).toBeGreaterThan(150);
  const service = await createTestService();
  await service.database.sql`INSERT INTO audit_log (action, target)
    SELECT value, 'thing:1' FROM jsonb_array_elements_text(${JSON.stringify(actions)}::text::jsonb)`;
  const token = await service.tokenOf(await service.givenAdmin());
  const { body } = await service.call("GET /api/v1/audit/logs?limit=500&target=thing:1", { token });
  const { records } = AuditLogList.parse(body);
  expect(records).toHaveLength(actions.length);
  const unknown = records.filter(({ why_not_undoable: why }) => why === NOT_UNDOABLE);
  expect(unknown.map(({ action }) => action)).toEqual([]);
  const final = records.filter((record) => !record.is_undoable);
  for (const { action, why_not_undoable: why } of final) expect([action, why]).not.toEqual([action, null]);
  await service.close();
});

test("what is final is written by somebody", async () => {
  const actions = new Set(await readWrittenActions());
  // Put together of two words where they are written.
  const composed = /^(?:discovery\.(?:scan|scheduled_scan)_\w+|export\.\w+)$/;
  const named = FINAL_ACTIONS.flatMap((final) => final.actions);
  expect(named.filter((action) => !actions.has(action) && !composed.test(action))).toEqual([]);
});
