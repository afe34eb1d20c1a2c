import { afterAll, beforeAll, expect, test } from "bun:test";
import { Operation } from "#features/operations";
import { collectSheet } from "../../../../src/features/exports/sheet/collect";
import { createTestService } from "../../../support/app";
import { createTestDatabase } from "../../../support/database";
import { compactText, readPdf } from "../../../support/pdf-text";
import { waitFor } from "../../../support/wait-for";

const service = await createTestService();
const { sql } = service.database;
afterAll(service.close);

const PATH = "/api/v1/exports/inventory.pdf";
const admin = await service.givenUser({ role: "NetworkAdmin" });
const token = await service.tokenOf(admin);
let berlin = 0;

beforeAll(async () => {
  const [site] = await sql<{ id: number }[]>`
    INSERT INTO sites (name) VALUES ('Berlin') RETURNING id::float8 AS id`;
  berlin = site?.id ?? 0;
  await sql`INSERT INTO sites (name, parent_id) VALUES ('Floor 2', ${berlin})`;
  const body = {
    hostname: "sw-berlin",
    ip_address: "192.0.2.1",
    additional_addresses: ["192.0.2.2"],
    notes: "key",
  };
  await service.call("POST /api/v1/topology/devices", { token, body });
  await service.call("POST /api/v1/topology/devices", { token, body: { hostname: "elsewhere" } });
  await sql`UPDATE devices SET site_id = (SELECT id FROM sites WHERE name = 'Floor 2'), topology_group = 'office'
    WHERE hostname = 'sw-berlin'`;
});

async function fetchFile(path: string): Promise<Response> {
  return service.app.request(path, { headers: { Authorization: `Bearer ${token}` } }, { peer: "192.0.2.7" });
}

async function printed(query = ""): Promise<string> {
  const answer = await fetchFile(`${PATH}${query}`);
  expect(answer.headers.get("Content-Disposition")).toMatch(/netatlas-inventory-sheet-\d{8}-\d{6}\.pdf/);
  return compactText(readPdf(new Uint8Array(await answer.arrayBuffer())));
}

test("the inventory comes as a PDF file by site and group, and is in the audit log", async () => {
  const text = await printed();
  for (const part of ["Berlin·office:1device", "192.0.2.1192.0.2.2", "Floor2", "Nosite·nogroup:1device"])
    expect(text).toContain(part);
  const [entry] =
    await sql`SELECT detail FROM audit_log WHERE action = 'export.inventory_sheet' ORDER BY id DESC LIMIT 1`;
  expect(entry?.["detail"]).toBe("format=pdf rows=2");
});

test("of one site it has the devices of the sites in it, and of no other", async () => {
  const text = await printed(`?site_id=${berlin}`);
  expect(text).toContain("sw-berlin");
  expect(text).not.toContain("elsewhere");
  expect((await service.call(`GET ${PATH}?site_id=99999`, { token })).status).toBe(404);
});

test("with Prefer: respond-async it becomes the file of an operation", async () => {
  const answer = await service.call(`GET ${PATH}`, { token, headers: { Prefer: "respond-async" } });
  expect(answer.status).toBe(202);
  const { id } = Operation.parse(answer.body);
  const { result_link: link } = await waitFor("the sheet", async () => {
    const found = Operation.parse((await service.call(`GET /api/v1/operations/${id}`, { token })).body);
    return found.state === "running" ? undefined : found;
  });
  const file = await fetchFile(link ?? "");
  expect((await file.text()).slice(0, 5)).toBe("%PDF-");
});

test("a role without inventory_export has none", async () => {
  const viewer = await service.tokenOf(await service.givenUser({ role: "Viewer" }));
  expect((await service.call(`GET ${PATH}`, { token: viewer })).status).toBe(403);
});

test("more devices than can be printed are refused with words, unless a site is asked for", async () => {
  const own = await createTestDatabase();
  await own.sql`INSERT INTO sites (name) VALUES ('small')`;
  await own.sql`INSERT INTO devices (hostname, status, lifecycle, monitoring_paused, expected_status, icon, site_id)
    SELECT 'd-' || number, 'unknown', 'active', false, 'online', 'device', CASE WHEN number = 1 THEN (SELECT id FROM sites) END
    FROM generate_series(1, 2001) number`;
  const refused: unknown = await collectSheet(own.db, undefined).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    status: 422,
    detail: [{ msg: expect.stringContaining("there are 2001 devices, and a sheet has 2000 at most") }],
  });
  const [site] = await own.sql<{ id: number }[]>`SELECT id::float8 AS id FROM sites`;
  expect((await collectSheet(own.db, site?.id)).parts).toHaveLength(1);
});
