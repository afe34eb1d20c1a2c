import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { importer } from "../imports/given";
import { API, createUndoService } from "./undo-service";

/** What others have put beside the things of an undo that removes them: who takes them back is told of it. */
const service = await createUndoService();
afterAll(service.close);
const { post, get, write, undo } = service;
const { take } = importer(service, service.adminToken);

const Rows = z.array(z.looseObject({ id: z.int(), name: z.string() }));

async function idOf(path: string, name: string): Promise<number> {
  const found = Rows.parse(await get(path)).find((one) => one.name === name);
  if (found === undefined) throw new Error(`${path} has no ${name}`);
  return found.id;
}

const Along = z.object({ along: z.array(z.looseObject({ name: z.string().nullable(), kind: z.string() })) });

test("the undo of an import names what lies in its sites and subnets by now, tried and done", async () => {
  const content = "cidr,name,site\n203.0.113.0/26,Desks,Barn\n";
  const { id } = await take("csv", { files: [{ name: "plan.csv", content }] });
  const site = await idOf("/topology/sites", "Barn");
  const subnet = await idOf("/ipam/subnets", "Desks");
  await post("/topology/devices", { display_name: "nas", site_id: site });
  await post("/topology/devices", { display_name: "tv", site_id: site });
  await service.givenSubnet("203.0.113.64/26", { name: "Attic", site_id: site });
  await service.givenReservation("203.0.113.9", { subnet_id: subnet });
  const along = [
    { name: "Desks", target: `subnet:${subnet}`, kind: "reservations", count: 1, names: ["203.0.113.9"] },
    { name: "Barn", target: "site:Barn", kind: "devices", count: 2, names: ["nas", "tv"] },
    { name: "Barn", target: "site:Barn", kind: "subnets", count: 1, names: ["Attic"] },
  ].map((one) => ({ ...one, outcome: "unassigned" }));
  const undoing = (query: string) =>
    service.call(`POST ${API}/imports/${id}/undo${query}`, { token: service.adminToken });
  expect(await undoing("?dry_run=true")).toMatchObject({ status: 200, body: { along } });
  expect(await undoing("")).toMatchObject({ status: 200, body: { along } });
});

test("of many devices that an import has made it is told at once what goes with them", async () => {
  const content = "hostname,os\none,linux\ntwo,linux\n";
  const { id } = await take("librenms", { files: [{ name: "devices.csv", content }] });
  const devices = z
    .array(z.looseObject({ id: z.int(), hostname: z.string().nullable() }))
    .parse(await get("/topology/devices"));
  const idOfDevice = (wanted: string) => devices.find(({ hostname }) => hostname === wanted)?.id ?? 0;
  const other = await post("/topology/devices", { hostname: "three" });
  const link = {
    source_device_id: idOfDevice("one"),
    target_device_id: other.id,
    relationship_type: "uplink",
  };
  await post("/topology/relationships", link);
  const check = { device_id: idOfDevice("two"), check_type: "tcp", port: 22, label: "ssh" };
  await post("/monitoring/service-checks", check);
  const answer = await service.call(`POST ${API}/imports/${id}/undo?dry_run=true`, {
    token: service.adminToken,
  });
  const told = Along.parse(answer.body).along;
  expect(told).toContainEqual({
    target: null,
    name: null,
    kind: "relationships",
    outcome: "removed",
    count: 1,
    names: ["one – three"],
  });
  expect(told).toContainEqual(expect.objectContaining({ kind: "service_checks", names: ["ssh"] }));
});

test("a device's own interfaces are counted with it, and not told as going along", async () => {
  const interfaces = [{ name: "eth0", ip_addresses: [] }];
  const entry = await write("POST /topology/devices", { display_name: "camera", interfaces });
  const { objects, along } = await undo(entry, "?dry_run=true");
  expect(objects).toMatchObject([{ name: "camera", outcome: "removed", with: { interfaces: 1 } }]);
  expect(along).toEqual([]);
});

test("things that the same undo takes back are not told as going along", async () => {
  const content = "cidr,name,site\n203.0.113.192/27,Shelf,Loft\n";
  const { id } = await take("csv", { files: [{ name: "plan.csv", content }] });
  const answer = await service.call(`POST ${API}/imports/${id}/undo?dry_run=true`, {
    token: service.adminToken,
  });
  expect(answer.body).toMatchObject({ counts: { removed: 2 }, along: [] });
});

test("the undo of one thing that was made tells it as well", async () => {
  const entry = await write("POST /topology/groups", { name: "Cameras" });
  const group = await idOf("/topology/groups", "Cameras");
  await post("/topology/devices", { display_name: "door", topology_group_id: group });
  expect((await undo(entry, "?dry_run=true")).along).toEqual([
    {
      target: "group:Cameras",
      name: "Cameras",
      kind: "devices",
      outcome: "unassigned",
      count: 1,
      names: ["door"],
    },
  ]);
});
