import { afterAll, expect, test } from "bun:test";
import { ExportSummaryRead } from "../../../src/features/exports/summary/models";
import { createTestService } from "../../support/app";
import { givenEngineEvents } from "../../support/test-store";

const service = await createTestService();
const { db, sql } = service.database;
afterAll(service.close);
const now = Date.now() * 1000;
await givenEngineEvents(
  { db, folders: service.syslog.options.folders, table: service.eventTable },
  Array.from({ length: 7 }, (_, row) => ({ receivedAtMicros: now + row })),
);

const PATH = "GET /api/v1/exports/summary";
const NOTHING_EXPORTED = {
  exports_last_30_days: 0,
  last_export_at: null,
  last_export_type: null,
  last_export_detail: null,
  last_exports: [],
};

async function summaryOf(token: string): Promise<ExportSummaryRead> {
  const answer = await service.call(PATH, { token });
  expect(answer.status).toBe(200);
  return ExportSummaryRead.parse(answer.body);
}

const tokenOf = async (role: string) => service.tokenOf(await service.givenUser({ role }));

test("says how much there is to export, and null for what the caller may not", async () => {
  const admin = await tokenOf("NetworkAdmin");
  for (const name of ["first", "second"])
    await service.call("POST /api/v1/topology/devices", { token: admin, body: { name } });
  const all = { inventory_rows: 2, firewall_events: 7 };
  expect(await summaryOf(admin)).toEqual({ ...all, ...NOTHING_EXPORTED });
  expect(await summaryOf(await service.tokenOf(await service.givenAdmin()))).toMatchObject(all);
  expect(await summaryOf(await tokenOf("SecurityAnalyst"))).toMatchObject({ ...all, inventory_rows: null });
  expect(await summaryOf(await tokenOf("Viewer"))).toEqual({
    inventory_rows: null,
    firewall_events: null,
    ...NOTHING_EXPORTED,
  });
});

test("counts the caller's own exports of 30 days, and names the last", async () => {
  const user = await service.givenUser({ role: "NetworkAdmin" });
  const token = await service.tokenOf(user);
  const other = await tokenOf("NetworkAdmin");
  await service.call("GET /api/v1/exports/inventory?format=json", { token });
  await service.call("GET /api/v1/exports/inventory", { token: other });
  expect(await summaryOf(token)).toMatchObject({
    exports_last_30_days: 1,
    last_export_type: "Inventory",
    last_export_detail: "format=json",
  });
  await sql`INSERT INTO audit_log (actor_user_id, action, detail, created_at)
    VALUES (${user.id}, 'export.report_pdf', null, now() - interval '31 days'),
      (${user.id}, 'export.login_history', 'rows=1', now())`;
  expect((await summaryOf(token)).exports_last_30_days).toBe(1);
  await service.call("GET /api/v1/exports/firewall?start_time=2026-01-01", { token });
  expect(await summaryOf(token)).toMatchObject({
    exports_last_30_days: 2,
    last_export_type: "Firewall events",
    last_export_detail: "format=csv rows=7",
    last_exports: [{ type: "Firewall events" }, { type: "Network report" }, { type: "Inventory" }],
  });
});
