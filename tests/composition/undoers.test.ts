import { expect, test } from "bun:test";
import { Glob } from "bun";
import { FINAL_ACTIONS } from "../../src/composition/final-actions";
import { AuditLogList } from "../../src/features/audit/models";
import { NOT_UNDOABLE } from "../../src/features/undo/registry";
import { createTestService } from "../support/app";

/** Of what is written into the audit log: `topology.device_created`, with the quotes around it. */
const ACTION = /["`]([a-z_]+)\.([a-z_]+(?:\.[a-z_]+)?)["`]/g;
/** After these, whatever their first word is. */
const WRITTEN = /\baction(?::|\s*=)\s*["`]([a-z_]+\.[a-z_.]+)["`]/g;

/** Names of metrics, of jobs, of fields of the log engine and of tables of ClickHouse that look like actions. */
const OTHERS = new Set([
  "alerts.retention",
  "audit.undone",
  "discovery.retention",
  "discovery.scan",
  "discovery.scheduled_scan",
  "ipam.reservation_reminders",
  "monitoring.packing",
  "monitoring.retention",
  "syslog.compaction",
  "syslog.retention",
  "syslog.scrub",
  "syslog.sweep",
  "system.parts",
  "tools.retention",
]);

async function readSources(): Promise<string[]> {
  const root = new URL("../../src/", import.meta.url).pathname;
  const texts: string[] = [];
  for await (const path of new Glob("{features,cli,composition,platform}/**/*.ts").scan(root))
    // That would say that all it names is written.
    if (path !== "composition/final-actions.ts") texts.push(await Bun.file(root + path).text());
  return texts;
}

async function readActions(): Promise<string[]> {
  const found = new Set<string>();
  const texts = await readSources();
  for (const text of texts) for (const [, action = ""] of text.matchAll(WRITTEN)) found.add(action);
  const areas = new Set([...found].map((action) => action.split(".")[0]));
  for (const text of texts)
    for (const [, area = "", rest = ""] of text.matchAll(ACTION))
      if (areas.has(area)) found.add(`${area}.${rest}`);
  return [...found].filter((action) => !OTHERS.has(action) && !action.endsWith(".rows")).sort();
}

test("whatever is written into the audit log is taken back, or says in words why it is not", async () => {
  const actions = await readActions();
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
  const actions = new Set(await readActions());
  // Put together of two words where they are written.
  const composed = /^(?:discovery\.(?:scan|scheduled_scan)_\w+|export\.\w+)$/;
  const named = FINAL_ACTIONS.flatMap((final) => final.actions);
  expect(named.filter((action) => !actions.has(action) && !composed.test(action))).toEqual([]);
});
