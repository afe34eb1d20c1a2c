import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { TrashItem, TrashRestored } from "../../../src/features/undo/trash-models";
import { UndoRefused } from "../../../src/features/undo/models";
import { API, createUndoService } from "./undo-service";

const service = await createUndoService();
afterAll(service.close);
const { post, get, write, undo, send } = service;

const listTrash = async (query = "") => z.array(TrashItem).parse(await get(`/trash${query}`));
const restore = (ids: readonly number[], query = "", token = service.adminToken) =>
  service.call(`POST ${API}/trash/restore${query}`, { token, body: { audit_ids: ids } });

test("what was deleted is listed until it is there again, and again when it goes once more", async () => {
  const site = await post("/topology/sites", { name: "attic" });
  const entry = await write(`DELETE /topology/sites/${site.id}`);
  const [item] = await listTrash("?kind=site");
  expect(item).toMatchObject({
    audit_id: entry,
    name: "attic",
    target: "site:attic",
    deleted_together: 1,
    restorable_until: null,
  });
  await undo(entry);
  expect(await listTrash("?kind=site")).toEqual([]);
  const again = await write(`DELETE /topology/sites/${site.id}`);
  expect((await listTrash("?kind=site")).map(({ audit_id: id }) => id)).toEqual([again]);
});

test("it tells what comes along, how many went at once, and until when with its history", async () => {
  const devices = [
    await post("/topology/devices", { name: "a" }),
    await post("/topology/devices", { name: "b" }),
  ];
  const [source, target] = devices.map(({ id }) => id);
  await post("/topology/relationships", {
    source_device_id: source,
    target_device_id: target,
    relationship_type: "ethernet",
  });
  await send(`POST ${API}/topology/devices/bulk-delete`, { device_ids: [source, target] });
  const items = await listTrash("?kind=device");
  expect(items).toHaveLength(2);
  for (const item of items) {
    expect(item).toMatchObject({ with: { relationships: 1 }, deleted_together: 2 });
    const days = (Date.parse(item.history_until ?? "") - Date.parse(item.deleted_at)) / 86_400_000;
    expect(days).toBe(30);
  }
  const answer = await restore(items.map(({ audit_id: id }) => id));
  expect(TrashRestored.parse(answer.body).objects.map(({ outcome }) => outcome)).toEqual([
    "restored",
    "restored",
  ]);
  expect(await listTrash("?kind=device")).toEqual([]);
});

test("several things come back together, or none of them", async () => {
  const subnet = await post("/ipam/subnets", { name: "lab", cidr: "10.9.0.0/24" });
  const check = await post("/monitoring/service-checks", { check_type: "tcp", port: 22, label: "ssh" });
  const ids = [
    await write(`DELETE /ipam/subnets/${subnet.id}`),
    await write(`DELETE /monitoring/service-checks/${check.id}`),
  ];
  const other = await post("/ipam/subnets", { name: "other", cidr: "10.9.0.0/24" });
  const preview = await restore(ids, "?dry_run=true");
  expect(TrashRestored.parse(preview.body)).toMatchObject({
    is_possible: false,
    conflicts: [{ code: "taken", target: `subnet:${subnet.id}` }],
  });
  const refused = await restore(ids);
  expect([refused.status, UndoRefused.parse(refused.body).conflicts.length]).toEqual([409, 1]);
  expect((await send(`GET ${API}/monitoring/service-checks/${check.id}`)).status).toBe(404);
  await write(`DELETE /ipam/subnets/${other.id}`);
  const done = TrashRestored.parse((await restore(ids)).body);
  expect(done.undo_audit_ids).toHaveLength(2);
  expect((await send(`GET ${API}/monitoring/service-checks/${check.id}`)).status).toBe(200);
});

test("it shows to each who may write the thing, and a person's own things to that person", async () => {
  const monitor = await post("/monitors", { name: "hidden", url: "http://192.0.2.1/" });
  const window = await post("/ipam/subnets", { name: "shown", cidr: "10.8.0.0/24" });
  const search = await post("/syslog/searches", { name: "mine", filters: { q: "x" } });
  const entry = await write(`DELETE /monitors/${monitor.id}`);
  await write(`DELETE /ipam/subnets/${window.id}`);
  await write(`DELETE /syslog/searches/${search.id}`);
  await write("POST /admin/roles", { name: "planners" });
  await write("PUT /admin/role-permissions", { roles: { planners: ["ipam_write"] } });
  const token = await service.tokenOf(await service.givenUser({ role: "planners" }));
  const { body } = await service.call(`GET ${API}/trash`, { token });
  const kinds = new Set(
    z
      .array(TrashItem)
      .parse(body)
      .map(({ kind }) => kind),
  );
  expect(kinds).toEqual(new Set(["subnet"]));
  expect((await restore([entry], "", token)).status).toBe(403);
  const own = (await listTrash()).map(({ kind }) => kind);
  expect(own).toContain("saved_search");
  const otherAdmin = await service.tokenOf(await service.givenAdmin());
  const others = await service.call(`GET ${API}/trash?kind=saved_search`, { token: otherAdmin });
  expect(others.body).toEqual([]);
});

test("it is searched by name, target and who did it, and read page by page", async () => {
  for (let number = 0; number < 5; number++) {
    const group = await post("/topology/groups", { name: `rack-${number}` });
    await write(`DELETE /topology/groups/${group.id}`);
  }
  const first = await send(`GET ${API}/trash?q=RACK&limit=2`);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1];
  const second = await send(`GET ${next}`);
  const names = [first, second].flatMap(({ body }) =>
    z
      .array(TrashItem)
      .parse(body)
      .map(({ name }) => name),
  );
  expect(names).toEqual(["rack-4", "rack-3", "rack-2", "rack-1"]);
  expect(first.headers.get("X-Total-Count")).toBe("5");
  expect(await listTrash("?q=%25")).toEqual([]);
  expect((await send(`GET ${API}/trash?cursor=nonsense`)).status).toBe(422);
});

test("roles are listed by their name, and devices that were made one are not", async () => {
  await write("POST /admin/roles", { name: "guests" });
  await write("DELETE /admin/roles/guests");
  expect(await listTrash("?kind=role")).toMatchObject([{ name: "guests" }]);
  await write("POST /admin/roles", { name: "guests" });
  expect(await listTrash("?kind=role")).toEqual([]);
  const devices = [
    await post("/topology/devices", { name: "c" }),
    await post("/topology/devices", { name: "d" }),
  ];
  const merged = await send(`POST ${API}/topology/devices/${devices[0]?.id}/merge`, {
    other_device_id: devices[1]?.id,
  });
  expect(merged.status).toBe(200);
  expect(await listTrash("?kind=device")).toEqual([]);
});
