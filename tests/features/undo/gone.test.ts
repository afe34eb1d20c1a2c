import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { importer } from "../imports/given";
import { API, createUndoService } from "./undo-service";

/** Many things are taken back of which some were removed meanwhile. */
const service = await createUndoService();
afterAll(service.close);
const { post, get, write, undo, refusal } = service;
const { take } = importer(service, service.adminToken);

const Subnets = z.array(z.object({ id: z.int(), cidr: z.string() }));
const cidrs = async () =>
  Subnets.parse(await get("/ipam/subnets"))
    .map(({ cidr }) => cidr)
    .sort();

async function idOf(wanted: string): Promise<number> {
  const found = Subnets.parse(await get("/ipam/subnets")).find(({ cidr }) => cidr === wanted);
  if (found === undefined) throw new Error(`there is no subnet ${wanted}`);
  return found.id;
}

test("an import of which somebody has removed a thing is taken back but for that, and so is its undo", async () => {
  const content = "cidr,name\n203.0.113.0/26,a\n203.0.113.64/26,b\n203.0.113.128/26,c\n";
  const { id } = await take("csv", { files: [{ name: "subnets.csv", content }] });
  await write(`DELETE /ipam/subnets/${await idOf("203.0.113.64/26")}`);
  const undoing = async (query: string) =>
    service.call(`POST ${API}/imports/${id}/undo${query}`, { token: service.adminToken });
  expect(await undoing("")).toMatchObject({
    status: 409,
    body: { conflicts: [{ code: "gone", is_optional: true }] },
  });
  const undone = await undoing("?on_conflict=keep");
  expect(undone).toMatchObject({ status: 200, body: { counts: { removed: 2 } } });
  expect(await cidrs()).toEqual([]);

  const { undo_audit_id: undoId } = z.looseObject({ undo_audit_id: z.int() }).parse(undone.body);
  await undo(undoId);
  expect(await cidrs()).toEqual(["203.0.113.0/26", "203.0.113.128/26"]);
});

test("a change of many devices goes back for those that are left", async () => {
  const made = await Promise.all(
    ["left", "gone"].map(async (hostname) => (await post("/topology/devices", { hostname })).id),
  );
  const [left, gone] = made;
  const changed = await write("POST /topology/devices/bulk-update", { device_ids: made, vendor: "Acme" });
  await write(`DELETE /topology/devices/${gone}`);
  expect(await refusal(changed)).toMatchObject([{ code: "gone", is_optional: true }]);
  const { objects } = await undo(changed, "?on_conflict=keep");
  expect(objects).toMatchObject([{ target: `device:${left}`, outcome: "changed" }]);
  expect(await get(`/topology/devices/${left}`)).toMatchObject({ vendor: null });
});

test("of one thing that is gone nothing can be taken back, whatever is asked", async () => {
  const { id } = await post("/topology/devices", { hostname: "alone" });
  const changed = await write(`PATCH /topology/devices/${id}`, { vendor: "Acme" });
  await write(`DELETE /topology/devices/${id}`);
  expect(await refusal(changed, "?on_conflict=keep")).toMatchObject([{ code: "gone", is_optional: false }]);
});
