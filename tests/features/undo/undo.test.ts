import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { AuditLogList } from "../../../src/features/audit/models";
import { isSpread } from "../../support/app";
import { statusesOf } from "../topology/given";
import { API, Created, createUndoService, settled } from "./undo-service";

/** What entries of the audit log say was done is taken back by the service itself, asked as any client asks it. */
const service = await createUndoService();
afterAll(service.close);
const { entryOf, get, post, refusal, send, undo, undoRaw, write } = service;

describe("a deletion of a device", () => {
  test("is taken back with its id, interfaces, links, places, checks, choices and favourites", async () => {
    const site = await post("/topology/sites", { name: "cellar" });
    const edge = await post("/topology/devices", { name: "edge" });
    const core = await post("/topology/devices", {
      name: "core",
      ip_address: "192.0.2.1",
      mac_address: "00:00:5e:00:53:01",
      site_id: site.id,
      topology_group: "office",
      tags: ["a", "b"],
      custom_attributes: { rack: "A4", height: 2 },
      interfaces: [{ name: "eth0", ip_addresses: ["192.0.2.2"] }, { name: "eth1" }],
      additional_addresses: ["192.0.2.3"],
    });
    await post("/topology/relationships", {
      source_device_id: core.id,
      target_device_id: edge.id,
      notes: "floor",
    });
    const layout = await post("/topology/layouts", {
      name: "map",
      positions: { [`device-${core.id}`]: { x: 1, y: 2 } },
    });
    await post("/monitoring/service-checks", { device_id: core.id, port: 443, label: "web" });
    const rule = await post("/alerts/rules", {
      name: "core is down",
      event_type: "device_offline",
      device_id: core.id,
      channels: [],
    });
    await send(`PUT ${API}/monitoring/devices/${edge.id}/dependencies`, {
      mode: "chosen",
      parent_ids: [core.id],
    });
    await send(`PATCH ${API}/topology/devices/${core.id}/favourite`);
    const paths = [
      `/topology/devices/${core.id}`,
      `/topology/relationships?device_id=${core.id}`,
      `/topology/layouts/${layout.id}`,
      `/monitoring/devices/${edge.id}/dependencies`,
      "/monitoring/service-checks",
      `/alerts/rules/${rule.id}`,
    ];
    const states = async () => {
      const found = await Promise.all(paths.map(get));
      return [settled(found[0]), ...found.slice(1)];
    };
    const before = await states();

    const entry = await write(`DELETE /topology/devices/${core.id}`);
    const preview = await undo(entry, "?dry_run=true");
    expect(preview).toMatchObject({
      undo_audit_id: null,
      is_possible: true,
      conflicts: [],
      objects: [
        {
          target: `device:${core.id}`,
          name: "core",
          outcome: "restored",
          with: {
            interfaces: 2,
            relationships: 1,
            layout_positions: 1,
            service_checks: 1,
            dependencies: 1,
            favourites: 1,
          },
        },
      ],
      lost: [{ kind: "history", count: 1 }],
    });
    expect((await send(`GET ${API}/topology/devices/${core.id}`)).status).toBe(404);

    const done = await undo(entry);
    expect(done.objects).toEqual(preview.objects);
    expect(await states()).toEqual(before);
    expect(await entryOf(entry)).toMatchObject({ undone_by: done.undo_audit_id, is_undoable: false });
    expect(await entryOf(done.undo_audit_id ?? 0)).toMatchObject({
      action: "audit.undone",
      target: `audit:${entry}`,
      is_undoable: true,
    });

    expect((await refusal(entry)).map(({ code }) => code)).toEqual(["already_undone"]);
    await undo(done.undo_audit_id ?? 0);
    expect((await send(`GET ${API}/topology/devices/${core.id}`)).status).toBe(404);
    await undo(entry);
    expect(await states()).toEqual(before);
  });

  test("of many at once is taken back as one, with the links between them", async () => {
    const [one, two] = [
      await post("/topology/devices", { name: "one" }),
      await post("/topology/devices", { name: "two" }),
    ];
    await post("/topology/relationships", { source_device_id: one.id, target_device_id: two.id });
    const links = await get(`/topology/relationships?device_id=${one.id}`);
    const entry = await write("POST /topology/devices/bulk-delete", { device_ids: [one.id, two.id] });
    const done = await undo(entry, "?scope=request");
    expect(new Set(done.objects.map(({ name }) => name))).toEqual(new Set(["one", "two"]));
    expect(done.lost).toEqual([expect.objectContaining({ kind: "history", count: 2 })]);
    expect(await get(`/topology/relationships?device_id=${one.id}`)).toEqual(links);
  });

  test("is repeated by taking its undo back, asked for as a message on a page does", async () => {
    const device = await post("/topology/devices", { name: "twice gone" });
    const restored = await undo(await write(`DELETE /topology/devices/${device.id}`), "?scope=request");
    const again = await undo(restored.undo_audit_id ?? 0, "?scope=request");
    expect(again.objects).toMatchObject([{ target: `device:${device.id}`, outcome: "removed" }]);
  });

  test("leaves out what it belonged to and is gone, and says so", async () => {
    const site = await post("/topology/sites", { name: "shed" });
    const [near, far] = [
      await post("/topology/devices", { name: "near", site_id: site.id }),
      await post("/topology/devices", { name: "far" }),
    ];
    await post("/topology/relationships", { source_device_id: near.id, target_device_id: far.id });
    const entry = await write(`DELETE /topology/devices/${near.id}`);
    await write(`DELETE /topology/sites/${site.id}`);
    await write(`DELETE /topology/devices/${far.id}`);
    const { lost } = await undo(entry);
    expect(lost.map(({ kind }) => kind).sort()).toEqual(["history", "relationships", "site_id"]);
    expect(await get(`/topology/devices/${near.id}`)).toMatchObject({ site_id: null });
  });
});

describe("a change", () => {
  test("goes back, and what somebody else changed since stays unless it is asked for", async () => {
    const device = await post("/topology/devices", {
      name: "printer",
      notes: "old",
      tags: ["x"],
      custom_attributes: { rack: "A" },
    });
    const path = `/topology/devices/${device.id}`;
    const changes = { notes: "new", tags: ["y"], custom_attributes: { rack: "B", row: 3 } };
    const entry = await write(`PATCH ${path}`, changes);
    await write(`PATCH ${path}`, { notes: "newest", custom_attributes: { owner: "Anna" } });

    const conflicts = [
      expect.objectContaining({
        code: "changed_since",
        field: "notes",
        now: "newest",
        before: "old",
        is_optional: true,
      }),
    ];
    expect((await undo(entry, "?dry_run=true")).conflicts).toEqual(conflicts);
    expect(await refusal(entry)).toEqual(conflicts);
    expect(await get(path)).toMatchObject({ notes: "newest", tags: ["y"] });

    const kept = await undo(entry, "?on_conflict=keep");
    expect(await get(path)).toMatchObject({
      notes: "newest",
      tags: ["x"],
      custom_attributes: { rack: "A", owner: "Anna" },
    });
    await undo(kept.undo_audit_id ?? 0);
    expect(await get(path)).toMatchObject({
      notes: "newest",
      tags: ["y"],
      custom_attributes: { rack: "B", row: 3, owner: "Anna" },
    });
    await undo(entry, "?on_conflict=overwrite");
    expect(await get(path)).toMatchObject({ notes: "old", tags: ["x"] });
  });

  test("is refused where the rules of today do not allow what it was before", async () => {
    const device = await post("/topology/devices", { name: "old rules" });
    await service.database
      .sql`UPDATE devices SET serial_number = ${"9".repeat(5000)} WHERE id = ${device.id}`;
    const entry = await write(`PATCH /topology/devices/${device.id}`, { serial_number: "1" });
    const [conflict] = await refusal(entry);
    expect(conflict).toMatchObject({ code: "refused", message: expect.stringContaining("serial_number") });
  });

  test("of many devices goes back for each of them", async () => {
    const ids = [
      (await post("/topology/devices", { name: "b1", tags: ["p"], vlan_id: "7" })).id,
      (await post("/topology/devices", { name: "b2" })).id,
    ];
    const states = () => Promise.all(ids.map(async (id) => settled(await get(`/topology/devices/${id}`))));
    const before = await states();
    const body = {
      device_ids: ids,
      add_tags: ["q"],
      vlan_id: "9",
      lifecycle: "retired",
      topology_group: "lab",
    };
    const entry = await write("POST /topology/devices/bulk-update", body);
    await undo(entry);
    expect(await states()).toEqual(before);
  });

  test("of a group's network goes back with the subnet that followed it", async () => {
    const group = await post("/topology/groups", {
      name: "vlan 30",
      vlan_id: "30",
      ip_range: "10.30.0.0/24",
    });
    const subnet = await service.givenSubnet("10.30.0.0/24", { vlan_id: "30", gateway: "10.30.0.1" });
    const entry = await write(`PATCH /topology/groups/${group.id}`, {
      gateway: "10.30.0.254",
      description: "guests",
    });
    expect(await get(`/ipam/subnets/${subnet.id}`)).toMatchObject({ gateway: "10.30.0.254" });
    await undo(entry);
    expect(await get(`/ipam/subnets/${subnet.id}`)).toMatchObject({ gateway: "10.30.0.1" });
    expect(await get(`/topology/groups/${group.id}`)).toMatchObject({ gateway: null, description: null });
  });

  test("does not go back to a site that is gone, but names the field", async () => {
    const [from, to] = [
      await post("/topology/sites", { name: "from" }),
      await post("/topology/sites", { name: "to" }),
    ];
    const device = await post("/topology/devices", { name: "mover", site_id: from.id });
    const entry = await write(`PATCH /topology/devices/${device.id}`, { site_id: to.id });
    const gone = await write(`DELETE /topology/sites/${from.id}`);
    expect(await refusal(entry)).toMatchObject([
      { code: "reference_gone", field: "site_id" },
      { code: "nothing_to_undo" },
    ]);
    await undo(gone);
    await undo(entry);
    expect(await get(`/topology/devices/${device.id}`)).toMatchObject({ site_id: from.id });
  });

  test("of what a device depends on goes back", async () => {
    const [top, below] = [
      await post("/topology/devices", { name: "top" }),
      await post("/topology/devices", { name: "below" }),
    ];
    const path = `/monitoring/devices/${below.id}/dependencies`;
    const entry = await write(`PUT ${path}`, { mode: "chosen", parent_ids: [top.id] });
    await undo(entry);
    expect(await get(path)).toMatchObject({ mode: "automatic", parent_ids: [] });
  });
});

describe("a creation", () => {
  test("is taken back by a deletion that can be taken back in turn", async () => {
    const entry = await write("POST /topology/sites", { name: "made by mistake" });
    const done = await undo(entry);
    expect(done.objects).toMatchObject([{ outcome: "removed", name: "made by mistake" }]);
    await undo(done.undo_audit_id ?? 0);
    expect(JSON.stringify(await get("/topology/sites"))).toContain("made by mistake");
  });

  test("that was changed since is only taken back when asked to", async () => {
    const entry = await write("POST /topology/devices", { name: "grown" });
    const target = (await entryOf(entry))?.target ?? "";
    const path = `/topology/devices/${target.replace("device:", "")}`;
    await write(`PATCH ${path}`, { notes: "in use" });
    expect(await refusal(entry)).toMatchObject([{ code: "changed_since", field: "notes", now: "in use" }]);
    await undo(entry, "?on_conflict=overwrite");
    expect((await send(`GET ${API}${path}`)).status).toBe(404);
  });

  test("by an import is taken back with its changes of known devices", async () => {
    const known = await post("/topology/devices", {
      name: "known",
      mac_address: "00:00:5e:00:53:77",
      notes: "by hand",
      interfaces: [{ name: "eth0", description: "uplink" }],
    });
    const devices = [
      { name: "known", mac_address: "00:00:5e:00:53:77", notes: "by file", interfaces: [{ name: "eth1" }] },
      { name: "fresh" },
    ];
    const entry = await write("POST /topology/devices/import?mode=upsert", { devices });
    expect(await get(`/topology/devices/${known.id}`)).toMatchObject({ notes: "by file" });
    const done = await undo(entry);
    expect(done.objects.map(({ outcome }) => outcome).sort()).toEqual(["changed", "removed"]);
    expect(await get(`/topology/devices/${known.id}`)).toMatchObject({
      notes: "by hand",
      interfaces: [{ name: "eth0", description: "uplink" }],
    });
    expect(JSON.stringify(await get("/topology/devices"))).not.toContain('"fresh"');
  });
});

describe("who may", () => {
  test("is who may write the object, without seeing the audit log", async () => {
    const writer = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
    const viewer = await service.tokenOf(await service.givenUser());
    const device = await post("/topology/devices", { name: "own" });
    const deleted = await service.call(`DELETE ${API}/topology/devices/${device.id}`, { token: writer });
    const entry = Number(deleted.headers.get("X-Audit-Id"));
    expect((await service.call(`GET ${API}/audit/logs`, { token: writer })).status).toBe(403);
    expect((await undoRaw(entry, "?dry_run=true", viewer)).status).toBe(403);
    expect((await undoRaw(entry, "", writer)).status).toBe(200);
  });

  test("learns nothing of entries of another kind", async () => {
    const writer = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
    const { records } = AuditLogList.parse(await get("/audit/logs?action=auth.&limit=1"));
    const [login] = records;
    expect(login).toMatchObject({ is_undoable: false });
    expect((await undoRaw(login?.id ?? 0, "", writer)).status).toBe(404);
    expect((await undoRaw(999_999_999, "", writer)).status).toBe(404);
    expect(await refusal(login?.id ?? 0)).toMatchObject([{ code: "not_undoable" }]);
  });

  test("learns nothing of what is too much to take back at once", async () => {
    const viewer = await service.tokenOf(await service.givenUser());
    const added = await service.database.sql<{ id: number }[]>`
      INSERT INTO audit_log (action, target, request_id, actor_user_id, created_at)
      SELECT 'topology.devices_bulk_imported.rows', 'secret', 'a large import', 1, '2026-01-01' FROM generate_series(1, 21) RETURNING id::int`;
    const id = added[0]?.id ?? 0;
    expect(await refusal(id, "?scope=request")).toMatchObject([{ code: "refused", target: "secret" }]);
    const answer = await undoRaw(id, "?scope=request&dry_run=true", viewer);
    expect([answer.status, answer.text.includes("secret")]).toEqual([403, false]);
  });

  test("is told of entries only where it is signed in", async () => {
    const user = await service.givenUser();
    const body = { username: user.username, password: user.password };
    const login = await service.call(`POST ${API}/auth/login`, { body });
    expect([login.status, login.headers.get("X-Audit-Id")]).toEqual([200, null]);
  });

  // Each process has turns of its own.
  test.skipIf(isSpread)("has one undo at a time, and few that wait", async () => {
    const device = await post("/topology/devices", { name: "held" });
    const entry = await write(`PATCH /topology/devices/${device.id}`, { notes: "changed" });
    const done = Promise.withResolvers<void>();
    const statuses: number[] = [];
    const ask = async () => {
      statuses.push((await undoRaw(entry, "?dry_run=true")).status);
      if (statuses.length === 3) done.resolve();
    };
    let asked: Promise<void[]> = Promise.resolve([]);
    await service.database.sql.begin(async (holder) => {
      await holder`SELECT 1 FROM devices WHERE id = ${device.id} FOR UPDATE`;
      asked = Promise.all(Array.from({ length: 8 }, ask));
      await done.promise;
    });
    await asked;
    expect(statuses).toEqual([429, 429, 429, 200, 200, 200, 200, 200]);
  });

  test("is one of two who ask at once", async () => {
    const entry = await write("POST /topology/sites", { name: "contested" });
    const answers = await Promise.all([undoRaw(entry), undoRaw(entry), undoRaw(entry)]);
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
  });
});

test("devices that were merged are not taken apart", async () => {
  const [kept, gone] = [
    await post("/topology/devices", { name: "kept" }),
    await post("/topology/devices", { name: "twin" }),
  ];
  await write(`POST /topology/devices/${kept.id}/merge`, { other_device_id: gone.id });
  const { records } = AuditLogList.parse(
    await get(`/audit/logs?target=device:${gone.id}&action=topology.device_deleted`),
  );
  expect(records).toMatchObject([{ is_undoable: false }]);
  expect(await refusal(records[0]?.id ?? 0)).toMatchObject([{ code: "not_undoable" }]);
});

test("a dry run leaves no trace, and a change names its entry but a trial does not", async () => {
  const device = await post("/topology/devices", { name: "tried" });
  const entry = await write(`DELETE /topology/devices/${device.id}`);
  const newest = async () => AuditLogList.parse(await get("/audit/logs?limit=1")).records[0]?.id;
  const before = await newest();
  const answer = await undoRaw(entry, "?dry_run=true");
  expect(answer.headers.get("X-Audit-Id")).toBeNull();
  expect(await newest()).toBe(before);
  const trial = await send(`POST ${API}/topology/sites?dry_run=true`, { name: "never" });
  expect([trial.status, trial.headers.get("X-Audit-Id")]).toEqual([200, null]);
});

test("an import, and a change of many devices, is an entry of each of them", async () => {
  const devices = Array.from({ length: 251 }, (_, index) => ({ name: `imported ${index}` }));
  const imported = await write("POST /topology/devices/import", { devices });
  const listed = z
    .array(Created)
    .parse(await get("/topology/devices"))
    .filter(({ display_name: name }) => String(name).startsWith("imported "));
  const [first, last] = [listed[0]?.id ?? 0, listed.at(-1)?.id ?? 0];
  await write("POST /topology/devices/bulk-update", { device_ids: [first, last], lifecycle: "planned" });
  await send(`PATCH ${API}/topology/devices/${last}`, { notes: "seen" });
  const actionsOf = async (id: number) =>
    AuditLogList.parse(await get(`/audit/logs?target=device:${id}`)).records.map(({ action }) => action);
  const many = ["topology.devices_bulk_updated", "topology.devices_bulk_imported.rows"];
  expect(await actionsOf(first)).toEqual(many);
  expect(await actionsOf(last)).toEqual(["topology.device_updated", ...many]);

  const conflicts = await refusal(imported);
  expect(new Set(conflicts.map(({ target }) => target))).toEqual(
    new Set([`device:${first}`, `device:${last}`]),
  );
  const done = await undo(imported, "?on_conflict=keep");
  expect(done.objects).toHaveLength(249);
});
