import { afterAll, describe, expect, test } from "bun:test";
import { createUndoService, settled } from "./undo-service";

/** What was deleted comes back, as far as it can. */
const service = await createUndoService();
afterAll(service.close);
const { get, post, refusal, undo, undoRaw, write } = service;

describe("a deletion of something else", () => {
  test("of a site brings back who was in it, but who has moved since", async () => {
    const site = await post("/topology/sites", { name: "plant" });
    const hall = await post("/topology/sites", { name: "hall", parent_id: site.id });
    const other = await post("/topology/sites", { name: "other plant" });
    const [stays, moves] = [
      await post("/topology/devices", { name: "stays", site_id: site.id }),
      await post("/topology/devices", { name: "moves", site_id: site.id }),
    ];
    const subnet = await service.givenSubnet("10.40.0.0/24", { site_id: site.id });
    const entry = await write(`DELETE /topology/sites/${site.id}`);
    await write(`PATCH /topology/devices/${moves.id}`, { site_id: other.id });
    const { objects, lost } = await undo(entry);
    expect(objects).toMatchObject([{ with: { devices: 1, sites: 1, subnets: 1 } }]);
    expect(lost).toMatchObject([{ kind: "devices", count: 1 }]);
    expect(await get(`/topology/devices/${stays.id}`)).toMatchObject({ site_id: site.id });
    expect(await get(`/topology/devices/${moves.id}`)).toMatchObject({ site_id: other.id });
    expect(await get(`/topology/sites/${hall.id}`)).toMatchObject({ parent_id: site.id });
    expect(await get(`/ipam/subnets/${subnet.id}`)).toMatchObject({ site_id: site.id });
  });

  test("of a site whose name is taken by now is refused", async () => {
    const site = await post("/topology/sites", { name: "depot" });
    const entry = await write(`DELETE /topology/sites/${site.id}`);
    await post("/topology/sites", { name: "depot" });
    expect(await refusal(entry)).toMatchObject([{ code: "taken", field: "name" }]);
  });

  test("of a group brings back its devices, with their group's name", async () => {
    const group = await post("/topology/groups", { name: "staff", display_name: "Staff" });
    const device = await post("/topology/devices", { name: "member", topology_group_id: group.id });
    const before = settled(await get(`/topology/devices/${device.id}`));
    const entry = await write(`DELETE /topology/groups/${group.id}`);
    await undo(entry);
    expect(settled(await get(`/topology/devices/${device.id}`))).toEqual(before);
    const reset = await write("POST /topology/groups/reset-device-assignments");
    await undo(reset);
    expect(settled(await get(`/topology/devices/${device.id}`))).toEqual(before);
  });

  test("of a subnet, its reservations and leases brings them back", async () => {
    const subnet = await service.givenSubnet("10.50.0.0/24", {
      dhcp_start: "10.50.0.10",
      dhcp_end: "10.50.0.20",
    });
    const held = await service.givenReservation("10.50.0.5", { subnet_id: subnet.id });
    await service.givenLease("10.50.0.11");
    await service.givenLease("10.50.0.12", { isClosed: true });
    const paths = [`/ipam/subnets/${subnet.id}`, `/ipam/reservations/${held.id}`];
    const states = async () => [
      ...(await Promise.all(paths.map(get))).map(settled),
      await get("/ipam/dhcp-leases"),
    ];
    const before = await states();
    const entries = [
      await write(`DELETE /ipam/reservations/${held.id}`),
      await write(`DELETE /ipam/subnets/${subnet.id}`),
      await write("DELETE /ipam/dhcp-leases"),
    ];
    for (const entry of entries.toReversed()) await undo(entry);
    expect(await states()).toEqual(before);
  });

  test("of a reservation is refused where another has its address, and of expired ones is not", async () => {
    const held = await service.givenReservation("10.51.0.5");
    const entry = await write(`DELETE /ipam/reservations/${held.id}`);
    const expired = await service.givenReservation("10.51.0.5", { expires_at: "2099-01-01T00:00:00Z" });
    expect(await refusal(entry)).toMatchObject([{ code: "taken", field: "ip_address" }]);
    await service.expire(expired.id);
    const swept = await write("DELETE /ipam/reservations/expired");
    await undo(swept);
    expect(await get(`/ipam/reservations/${expired.id}`)).toMatchObject({ state: "expired" });
    await undo(entry);
    expect(await get(`/ipam/reservations/${held.id}`)).toMatchObject({ ip_address: "10.51.0.5" });
  });

  test("of a reservation's text that is no MAC address brings it back, though nobody could type it now", async () => {
    const held = await service.givenReservation("10.51.0.6");
    const path = `/ipam/reservations/${held.id}`;
    await service.database.sql`UPDATE ip_reservations SET mac_address = 'zz:zz' WHERE id = ${held.id}`;
    await undo(await write(`PATCH ${path}`, { mac_address: "02:00:5e:10:00:01" }));
    expect(await get(path)).toMatchObject({ mac_address: "zz:zz" });
    await undo(await write(`DELETE ${path}`));
    expect(await get(path)).toMatchObject({ mac_address: "zz:zz" });
  });

  test("of a pool of public addresses brings back its assignments", async () => {
    const pool = await post("/ipam/external/pools", { name: "uplink", cidr: "8.8.4.0/28" });
    const one = await post("/ipam/external/assignments", {
      pool_id: pool.id,
      ip_address: "8.8.4.1",
      label: "mail",
    });
    const path = `/ipam/external/assignments/${one.id}`;
    const before = await get(path);
    const entry = await write(`DELETE /ipam/external/pools/${pool.id}`);
    expect((await undo(entry)).objects).toMatchObject([{ with: { external_assignments: 1 } }]);
    expect(await get(path)).toEqual(before);
  });

  test("of a link is refused while a device of it is gone", async () => {
    const [a, b] = [
      await post("/topology/devices", { name: "end a" }),
      await post("/topology/devices", { name: "end b" }),
    ];
    const link = await post("/topology/relationships", { source_device_id: a.id, target_device_id: b.id });
    const entry = await write(`DELETE /topology/relationships/${link.id}`);
    const gone = await write(`DELETE /topology/devices/${a.id}`);
    expect(await refusal(entry)).toMatchObject([{ code: "reference_gone" }]);
    await undo(gone);
    await undo(entry);
    expect(JSON.stringify(await get(`/topology/relationships?device_id=${a.id}`))).toContain(
      `"id":${link.id},`,
    );
  });

  test("of a layout is its owner's to take back", async () => {
    const layout = await post("/topology/layouts", {
      name: "mine",
      positions: { "group-a": { x: 5, y: 6 } },
    });
    const before = settled(await get(`/topology/layouts/${layout.id}`));
    const entry = await write(`DELETE /topology/layouts/${layout.id}`);
    const other = await service.tokenOf(await service.givenAdmin());
    expect((await undoRaw(entry, "", other)).status).toBe(403);
    await undo(entry);
    expect(settled(await get(`/topology/layouts/${layout.id}`))).toMatchObject({
      ...before,
      created_at: expect.any(String),
    });
  });
});

describe("a layout that was saved over", () => {
  const placesOf = (count: number, x: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`group-${at}`, { x, y: at }]));

  test.each([2, 600])("has its %d places and preferences of before again, and of after", async (count) => {
    const name = `saved over ${count}`;
    const first = { name, positions: placesOf(count, 1), display_prefs: null };
    const layout = await post("/topology/layouts", first);
    const read = async () => settled(await get(`/topology/layouts/${layout.id}`));
    const before = await read();
    const second = { name, positions: placesOf(count, 2), display_prefs: { showNodeLabels: true } };
    const entry = await write("POST /topology/layouts", second);
    const after = await read();
    const preview = await undo(entry, "?dry_run=true");
    expect(preview).toMatchObject({ is_possible: true, objects: [{ outcome: "changed" }] });
    expect(await read()).toEqual(after);
    const { undo_audit_id: undone } = await undo(entry);
    expect(await read()).toEqual(before);
    await undo(undone ?? 0);
    expect(await read()).toEqual(after);
  });

  test("is a conflict where it was saved again since, though it has as many places", async () => {
    const save = (x: number) =>
      write("POST /topology/layouts", { name: "saved twice", positions: placesOf(2, x) });
    await save(1);
    const entry = await save(2);
    await save(3);
    const [conflict] = await refusal(entry);
    expect(conflict).toMatchObject({ code: "changed_since", field: "places", is_optional: true });
    await undo(entry, "?on_conflict=overwrite");
    const layouts = JSON.stringify(await get("/topology/layouts"));
    expect(layouts).toContain('"group-0":{"x":1,"y":0}');
  });

  test("is its owner's alone to take back", async () => {
    const save = (x: number) =>
      write("POST /topology/layouts", { name: "mine again", positions: placesOf(1, x) });
    await save(1);
    const entry = await save(2);
    const other = await service.tokenOf(await service.givenAdmin());
    expect((await undoRaw(entry, "", other)).status).toBe(403);
  });
});
