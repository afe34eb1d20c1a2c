import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { roles } from "#tables/users";
import { createTestService, uniqueName } from "../../support/app";
import { waitFor } from "../../support/wait-for";
import { actionsOf, importer, type GivenFile } from "./given";

const service = await createTestService();
afterAll(service.close);
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);
const { take, send, rowsOf, get } = importer(service, token);
const { sql } = service.database;

const csv = (name: string, ...lines: string[]): GivenFile => ({ name, content: lines.join("\r\n") });

test("subnets and reservations of a spreadsheet come along, with their sites", async () => {
  const files = [
    csv(
      "plan.csv",
      "Network;Name;VLAN;Site;Gateway",
      "198.51.100.0/24;Lab;7;Barn;198.51.100.1",
      "",
      "198.51.100.128/25;Bench;;Barn;",
    ),
    csv("hosts.csv", "ip,hostname,mac", "198.51.100.20,scope,0000.5e00.5320", "198.51.100.200,bench-1,"),
  ];
  const taken = await take("csv", { files });
  expect(taken).toMatchObject({ counts: { created: 4 }, made: { sites: ["Barn"], groups: [] } });
  expect(taken.verdicts.map(({ row }) => row)).toEqual([2, 4, 2, 3]);
  const [bench, lab] = await sql<
    { id: string }[]
  >`SELECT id FROM subnets WHERE name IN ('Lab', 'Bench') ORDER BY name`;
  expect(await get("ipam/reservations")).toMatchObject([
    {
      ip_address: "198.51.100.20",
      label: "scope",
      mac_address: "00:00:5e:00:53:20",
      subnet_id: Number(lab?.id),
    },
    { ip_address: "198.51.100.200", label: "bench-1", subnet_id: Number(bench?.id) },
  ]);
});

test("a first line that names the separator is no row, nor the header", async () => {
  const file = csv(
    "sep.csv",
    "sep=;",
    "cidr;name,with,commas,and;name",
    "192.0.2.0/29;;Bench, small",
    "none;;x",
  );
  const { verdicts } = await take("csv", { files: [file] });
  expect(actionsOf(verdicts)).toEqual(["created", "refused"]);
  expect(verdicts.map(({ row }) => row)).toEqual([2, 3]);
});

test("a row is refused with the field's name, and the others are taken", async () => {
  const file = csv(
    "plan.csv",
    "cidr,name,gateway,dhcp_start,dhcp_end",
    "203.0.113.0/28,ok,,,",
    "203.0.113.300/28,bad,,,",
    "203.0.113.16/28,bad,gate,,",
    "203.0.113.32/28,bad,,203.0.113.34,",
    "203.0.113.48/28,beyond,,,,more",
    "203.0.113.64/28,outside,203.0.113.81,,",
  );
  const { verdicts } = await take("csv", { files: [file] });
  expect(actionsOf(verdicts)).toEqual(["created", "refused", "refused", "refused", "refused", "refused"]);
  expect(verdicts.map(({ errors }) => errors[0]?.field)).toEqual([
    undefined,
    "cidr",
    "gateway",
    "dhcp_end",
    "",
    "gateway",
  ]);
});

test("of two rows of one thing the same is no harm, and something else a conflict", async () => {
  const file = csv("plan.csv", "cidr,name", "10.9.0.0/24,a", "10.9.0.7/24,a", "10.9.0.0/24,b");
  const { verdicts } = await take("csv", { files: [file] });
  expect(actionsOf(verdicts)).toEqual(["created", "unchanged", "conflict"]);
  expect(verdicts[2]?.errors[0]?.msg).toBe("row 2 of plan.csv says something else of it");
});

test.each([
  ["update", ["name", "notes"], { name: "file", notes: "file" }],
  ["fill", ["notes"], { name: "own", notes: "file" }],
  ["keep", [], { name: "own", notes: null }],
] as const)("what is there already: %s", async (existing, fields, expected) => {
  const cidr = `10.8.${["update", "fill", "keep"].indexOf(existing)}.0/24`;
  await service.call("POST /api/v1/ipam/subnets", { token, body: { name: "own", cidr } });
  const file = csv("plan.csv", "cidr,name,notes", `${cidr},file,file`);
  const { verdicts } = await take("csv", { files: [file], query: `&existing=${existing}` });
  const action = existing === "keep" ? "unchanged" : "updated";
  expect(verdicts).toMatchObject([{ action, fields: existing === "keep" ? ["name", "notes"] : [...fields] }]);
  expect(await sql`SELECT name, notes FROM subnets WHERE network = ${cidr}`).toMatchObject([expected]);
});

test("verdicts can be asked for by action and kind, in pages", async () => {
  const lines = Array.from({ length: 600 }, (_, at) =>
    at % 100 === 50 ? "none,x" : `10.7.${at >> 8}.${at & 255},h${at}`,
  );
  const { id, counts } = await take("csv", {
    files: [csv("hosts.csv", "ip,label", ...lines)],
    query: "&dry_run=true",
  });
  expect(counts).toMatchObject({ created: 594, refused: 6 });
  expect((await rowsOf(id, "?action=refused")).map(({ place }) => place)).toEqual([
    50, 150, 250, 350, 450, 550,
  ]);
  expect(await rowsOf(id, "?kind=device")).toEqual([]);
  const walked: number[] = [];
  let path: string | undefined = `/api/v1/imports/${id}/rows?limit=250`;
  while (path !== undefined) {
    const page: Awaited<ReturnType<typeof service.call>> = await service.call(`GET ${path}`, { token });
    const rows: { place: number }[] = JSON.parse(page.text);
    walked.push(...rows.map(({ place }) => place));
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get("Link") ?? "")?.[1];
  }
  expect(walked).toEqual([...Array(600).keys()]);
});

test("who may write addresses only has its subnets taken, and every device refused", async () => {
  const role = uniqueName("planner");
  await service.database.db.insert(roles).values({ name: role, permissions: ["ipam_write"] });
  const planner = await service.givenUser({ role });
  const own = importer(service, await service.tokenOf(planner));
  const files = [
    csv("plan.csv", "cidr,name", "10.6.0.0/24,planned"),
    csv("sites.csv", "cidr,name,site", "10.6.1.0/24,placed,Nowhere yet"),
  ];
  const { verdicts, id } = await own.take("csv", { files });
  expect(actionsOf(verdicts)).toEqual(["created", "refused"]);
  expect(verdicts[1]?.errors[0]).toMatchObject({ field: "site" });
  const devices = [csv("devices.csv", "name,type,site", "sw,EX,Barn")];
  expect((await own.take("netbox", { files: devices })).counts).toMatchObject({ refused: 1 });
  const stranger = await service.tokenOf(await service.givenUser({ role }));
  expect((await service.call(`GET /api/v1/imports/${id}`, { token: stranger })).status).toBe(404);
  expect((await service.call(`POST /api/v1/imports/${id}/undo`, { token: stranger })).status).toBe(404);
  expect((await service.call(`GET /api/v1/imports/${id}`, { token })).status).toBe(200);
  const { body: listed } = await service.call("GET /api/v1/imports?limit=1", { token });
  expect(listed).toEqual([expect.not.objectContaining({ left_out: expect.anything() })]);
});

test("who may write nothing is refused", async () => {
  const viewer = importer(service, await service.tokenOf(await service.givenUser({ role: "Viewer" })));
  expect((await viewer.send("csv", { files: [csv("plan.csv", "cidr,name", "10.5.0.0/24,x")] })).status).toBe(
    403,
  );
});

test("an import is an operation, and its id serves once", async () => {
  const importId = crypto.randomUUID();
  const sent = { files: [csv("plan.csv", "cidr,name", "10.4.0.0/24,x")], query: `&import_id=${importId}` };
  expect((await take("csv", sent)).id).toBe(importId);
  expect(await get(`operations/${importId}`)).toMatchObject({
    kind: "import",
    state: "done",
    subject: "csv",
    done: 1,
    result: { created: 1, dry_run: false },
    result_link: `/api/v1/imports/${importId}/rows`,
  });
  expect(await send("csv", sent)).toMatchObject({
    status: 409,
    body: { detail: "import_id was used before" },
  });
});

test("the audit log has the import as one entry, which names its files", async () => {
  const { audit_id: auditId } = await take("csv", {
    files: [csv("audit.csv", "cidr,name", "10.3.0.0/24,x")],
  });
  const [entry] = await sql`SELECT action, target, detail, after FROM audit_log WHERE id = ${auditId}`;
  expect(entry).toMatchObject({
    action: "imports.applied",
    detail: "source=csv created=1 updated=0",
    after: { source: "csv", files: ["audit.csv"] },
  });
});

test("an import that is cancelled while it writes leaves nothing", async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `10.200.${at >> 8}.${at & 255}/32,n${at}`);
  const importId = crypto.randomUUID();
  const files = [csv("large.csv", "cidr,name", ...lines)];
  const sent = send("csv", { files, query: `&import_id=${importId}` });
  const operation = z.looseObject({ done: z.int().default(0) });
  await waitFor(
    "the import writes",
    async () => operation.parse(await get(`operations/${importId}`)).done > 0,
  );
  await service.call(`DELETE /api/v1/operations/${importId}`, { token });
  expect(await sent).toMatchObject({
    status: 409,
    body: { detail: "The import was cancelled; nothing was written" },
  });
  expect(await get(`operations/${importId}`)).toMatchObject({ state: "cancelled" });
  expect((await sql`SELECT FROM subnets WHERE network << '10.200.0.0/16'`).length).toBe(0);
  expect((await service.call(`GET /api/v1/imports/${importId}`, { token })).status).toBe(404);
}, 60_000);

test("two of the same at once: one makes all, the other finds it made", async () => {
  const files = [
    csv(
      "twice.csv",
      "cidr,name,site",
      ...Array.from({ length: 300 }, (_, at) => `10.201.${at >> 8}.${at & 255}/32,n${at},Twin`),
    ),
  ];
  const both = await Promise.all([take("csv", { files }), take("csv", { files })]);
  expect(both.map(({ counts }) => counts.created).sort((left, right) => left - right)).toEqual([0, 300]);
  expect(both.map(({ counts }) => counts.unchanged).sort((left, right) => left - right)).toEqual([0, 300]);
});
