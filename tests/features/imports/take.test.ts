import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService } from "../../support/app";
import { waitFor } from "../../support/wait-for";
import { actionsOf, importer, type GivenFile } from "./given";

const service = await createTestService();
afterAll(service.close);
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);
const { take, get } = importer(service, token);
const { sql } = service.database;

const csv = (name: string, ...lines: string[]): GivenFile => ({ name, content: lines.join("\r\n") });
const siteNames = async () => (await sql<{ name: string }[]>`SELECT name FROM sites`).map(({ name }) => name);

test("a name that no site can have is a fault of its row", async () => {
  const file = csv(
    "plan.csv",
    "cidr,name,site",
    `10.1.0.0/24,long,${"s".repeat(121)}`,
    "10.1.1.0/24,short,Attic",
  );
  const { verdicts } = await take("csv", { files: [file] });
  expect(actionsOf(verdicts)).toEqual(["refused", "created"]);
  expect(verdicts[0]?.errors).toMatchObject([{ field: "site" }]);
});

test("a VLAN whose long name another site has gets a shortened one, and keeps it", async () => {
  const name = "v".repeat(118);
  const files = [csv("vlans.csv", "name,vid,site", `${name},10,North`, `${name},10,South`)];
  expect(actionsOf((await take("netbox", { files })).verdicts)).toEqual(["created", "created"]);
  const [other] = await sql`SELECT name FROM topology_groups WHERE name LIKE '%(South)'`;
  expect(other).toEqual({ name: `${"v".repeat(112)} (South)` });
  expect(actionsOf((await take("netbox", { files })).verdicts)).toEqual(["unchanged", "unchanged"]);
});

test("two hosts with one address are a conflict, near each other or far apart", async () => {
  const near = csv("near.csv", "host_name,address", "alpha,10.2.0.1", "beta,10.2.0.1");
  const between = Array.from({ length: 260 }, (_, place) => `f${place},10.3.${place >> 8}.${place & 255}`);
  const far = csv("far.csv", "host_name,address", ...between, "zeta,10.3.0.0");
  for (const file of [near, far]) {
    const first = await take("nagios", { files: [file] });
    expect(first.counts).toMatchObject({ created: first.rows - 1, conflict: 1 });
    expect(first.verdicts.at(-1)?.errors[0]?.msg).toBe(`row 2 of ${file.name} says something else of it`);
    const again = await take("nagios", { files: [file] });
    expect(again.counts).toMatchObject({ unchanged: first.rows - 1, conflict: 1 });
  }
});

test("two rows that find one device by different keys are a conflict", async () => {
  await take("nagios", { files: [csv("one.csv", "host_name,address", "kappa,10.4.0.1")] });
  const file = csv("two.csv", "host_name,address", "kappa,10.4.0.2", "lambda,10.4.0.1");
  expect(actionsOf((await take("nagios", { files: [file] })).verdicts)).toEqual(["updated", "conflict"]);
});

test("the same row twice is told once, though the first made its site", async () => {
  const rows = [
    "10.5.0.0/24,a,Loft",
    ...Array.from({ length: 250 }, (_, place) => `10.6.${place}.0/24,b,Loft`),
  ];
  const { verdicts, made } = await take("csv", {
    files: [csv("plan.csv", "cidr,name,site", ...rows, "10.5.0.0/24,a,Loft")],
  });
  expect(verdicts.at(-1)).toMatchObject({
    action: "unchanged",
    errors: [{ msg: "The same as row 2 of plan.csv" }],
  });
  expect(made.sites).toEqual(["Loft"]);
});

test("a row that is refused or kept makes no site", async () => {
  const refused = csv("plan.csv", "cidr,name,site,gateway", "10.7.0.0/24,a,Ghost 1,nonsense");
  expect(await take("csv", { files: [refused] })).toMatchObject({ made: { sites: [] }, audit_id: null });
  await take("csv", { files: [csv("plan.csv", "cidr,name", "10.7.1.0/24,a")] });
  const kept = csv("plan.csv", "cidr,name,site", "10.7.1.0/24,a,Ghost 2");
  const { made, verdicts } = await take("csv", { query: "&existing=keep", files: [kept] });
  expect(made.sites).toEqual([]);
  expect(verdicts).toMatchObject([{ action: "unchanged", fields: ["site_id"] }]);
  expect((await siteNames()).filter((name) => name.startsWith("Ghost"))).toEqual([]);
  expect(await take("csv", { files: [kept] })).toMatchObject({
    made: { sites: ["Ghost 2"] },
    verdicts: [{ action: "updated", fields: ["site_id"] }],
  });
});

test("a device that is deleted while an import runs is a conflict of the rows that speak of it", async () => {
  const devices = csv(
    "devices.csv",
    "name,status,role,device_type,site",
    ...["da", "db", "dc"].map((name) => `${name},active,r,t,S`),
  );
  const prefix = (description: string) =>
    csv("prefixes.csv", "prefix,description", `10.8.0.0/24,${description}`);
  await take("netbox", { files: [devices, prefix("before")] });
  const interfaces = csv("interfaces.csv", "device,name,type", "da,eth0,x", "db,eth0,x");
  const cables = csv(
    "cables.csv",
    "side_a_device,termination_a,side_b_device,termination_b",
    "da,eth0,db,eth0",
    "dc,eth1,db,eth1",
  );
  const [subnet] = await sql<{ id: number }[]>`SELECT id FROM subnets WHERE network = '10.8.0.0/24'`;
  const [device] = await sql<{ id: number }[]>`SELECT id FROM devices WHERE hostname = 'da'`;
  let importing: ReturnType<typeof take> | undefined;
  await sql.begin(async (other) => {
    await other`SELECT 1 FROM subnets WHERE id = ${subnet?.id ?? 0} FOR UPDATE`;
    importing = take("netbox", { files: [prefix("after"), interfaces, cables] });
    await waitFor("the import, at the locked subnet", async () => {
      const waiting =
        await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    await service.call(`DELETE /api/v1/topology/devices/${device?.id}`, { token });
  });
  const taken = await importing;
  const told = (kind: string) => actionsOf(taken?.verdicts.filter((row) => row.kind === kind) ?? []);
  expect(told("subnet")).toEqual(["updated"]);
  expect(told("interface")).toEqual(["conflict", "created"]);
  expect(told("link")).toEqual(["conflict", "created"]);
});

test("imports are listed with those that were only tried, or without", async () => {
  const files = [csv("listed.csv", "cidr,name", "10.9.0.0/24,a")];
  const tried = await take("csv", { query: "&dry_run=true", files });
  const written = await take("csv", { files });
  const listed = async (query: string) =>
    z.array(z.object({ id: z.string(), dry_run: z.boolean() })).parse(await get(`imports${query}`));
  expect((await listed("")).slice(0, 2).map(({ id }) => id)).toEqual([written.id, tried.id]);
  expect((await listed("?dry_run=true")).map(({ id }) => id)).toEqual([tried.id]);
  expect((await listed("?dry_run=false")).some((one) => one.dry_run)).toBe(false);
});
