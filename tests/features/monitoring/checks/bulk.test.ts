import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { ServiceCheckBulkResult } from "../../../../src/features/monitoring/checks/bulk-models";
import { PortTargetOut } from "../../../../src/features/monitoring/checks/models";
import { uniqueName } from "../../../support/app";
import { inTheSameMoment } from "../../../support/same-moment";
import { givenDevices, givenSite } from "../../topology/given";
import { CHECKS, createMonitoringService } from "../monitoring-service";

const service = await createMonitoringService();
const { send, givenCheck } = service;
afterAll(service.close);

const SSH = { check_type: "ssh", label: "SSH" };
const add = (body: object, query = "") => send(`POST ${CHECKS}/bulk${query}`, body);
const added = async (body: object) => ServiceCheckBulkResult.parse((await add(body)).body);
const checksOf = async (device: number) =>
  z.array(PortTargetOut).parse((await send(`GET ${CHECKS}?device_id=${device}`)).body);

/** Devices of a type that no other test has. */
async function givenFleet(count: number) {
  const type = uniqueName("switch");
  const ids = await givenDevices(service, ...Array.from({ length: count }, () => ({ deviceType: type })));
  return { type, ids };
}

describe("POST /monitoring/service-checks/bulk", () => {
  test("adds one check to each device that a filter lets through, in one change", async () => {
    const { type, ids } = await givenFleet(300);
    await givenDevices(service, { deviceType: "printer" });
    const told = service.changes();
    const result = await added({ filter: { type }, check: { ...SSH, failures_to_down: 3 } });
    expect(result).toMatchObject({ created: 300, existing: 0, existing_checks: [], unknown_device_ids: [] });
    expect(service.changes()).toBe(told + 1);
    const check = (await checksOf(ids[7] ?? 0)).find(({ device_id: id }) => id === ids[7]);
    expect(check).toMatchObject({ port: 22, label: "SSH", failures_to_down: 3, device_id: ids[7] });
    expect(result.check_ids[7]).toBe(check?.id);
  });

  test("filters hold together: site, tag and type", async () => {
    const site = await givenSite(service);
    const type = uniqueName("router");
    const fields = { deviceType: type, siteId: site.id, tags: ["core"] };
    const [both = 0] = await givenDevices(
      service,
      fields,
      { ...fields, tags: [] },
      { ...fields, siteId: null },
    );
    const { created } = await added({ filter: { type, site: site.name, tag: "core" }, check: SSH });
    expect(created).toBe(1);
    expect((await checksOf(both)).filter(({ device_id: id }) => id === both)).toHaveLength(1);
  });

  test("a device that is checked for the same already gets no second check, whatever the label", async () => {
    const { ids } = await givenFleet(3);
    const [own, , other] = ids;
    const known = await givenCheck({ device_id: own, check_type: "ssh", port: 22, label: "shell" });
    await givenCheck({ device_id: other, check_type: "tcp", port: 22, label: "SSH" });
    const result = await added({ device_ids: ids, check: SSH });
    expect(result).toMatchObject({
      created: 2,
      existing: 1,
      existing_checks: [{ device_id: own, check_id: known.id }],
    });
    expect(await added({ device_ids: ids, check: SSH })).toMatchObject({ created: 0, existing: 3 });
  });

  test("another path, or another option, is another check", async () => {
    const { ids } = await givenFleet(1);
    const http = { check_type: "http", label: "web", port: 80 };
    expect(await added({ device_ids: ids, check: http })).toMatchObject({ created: 1 });
    expect(await added({ device_ids: ids, check: { ...http, http_path: "/" } })).toMatchObject({
      created: 0,
    });
    expect(await added({ device_ids: ids, check: { ...http, http_path: "/a" } })).toMatchObject({
      created: 1,
    });
  });

  test("a check of every device stands for each of them", async () => {
    const { ids } = await givenFleet(2);
    const everywhere = await givenCheck({ port: 4711, label: "everywhere" });
    const result = await added({ device_ids: ids, check: { port: 4711, label: "again" } });
    expect(result).toMatchObject({
      created: 0,
      existing: 2,
      existing_checks: ids.map((id) => ({ device_id: id, check_id: everywhere.id })),
    });
  });

  test("DHCP needs no device of its own here", async () => {
    const { ids } = await givenFleet(2);
    const check = { check_type: "dhcp", label: "DHCP", port: 67 };
    expect(await added({ device_ids: ids, check })).toMatchObject({ created: 2 });
  });

  test("a dry run says how many there would be and which there are, and makes none", async () => {
    const { ids } = await givenFleet(3);
    const known = await givenCheck({ device_id: ids[1], check_type: "ssh", port: 22 });
    const told = service.changes();
    expect(await add({ device_ids: ids, check: SSH }, "?dry_run=true")).toMatchObject({
      status: 200,
      body: {
        would_answer: {
          created: 2,
          existing: 1,
          existing_checks: [{ device_id: ids[1], check_id: known.id }],
        },
        would_change: [{ action: "monitoring.service_checks_bulk_created", target: "count:2" }],
      },
    });
    expect(service.changes()).toBe(told);
    expect(await checksOf(ids[0] ?? 0)).not.toContainEqual(expect.objectContaining({ device_id: ids[0] }));
  });

  test("two who add the same at once add it once", async () => {
    const { ids } = await givenFleet(20);
    const body = { device_ids: ids, check: { port: 8291, label: "Winbox" } };
    const results = await inTheSameMoment(service.database, 2, () => Promise.all([added(body), added(body)]));
    expect(results.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 20]);
  });

  test("says which ids no device has; 404 where none has", async () => {
    const { ids } = await givenFleet(1);
    expect(await added({ device_ids: [...ids, 987_654_321], check: SSH })).toMatchObject({
      created: 1,
      unknown_device_ids: [987_654_321],
    });
    expect(await add({ device_ids: [987_654_321], check: SSH })).toMatchObject({
      status: 404,
      body: { detail: "No matching devices found" },
    });
    expect((await add({ filter: { type: uniqueName("none") }, check: SSH })).status).toBe(404);
  });

  test("one audit row holds what was added, and to which devices", async () => {
    const { ids } = await givenFleet(2);
    const { check_ids: made } = await added({ device_ids: ids, check: { port: 4712, label: "audited" } });
    const rows = await service.auditOf("count:2", "monitoring.service_checks_bulk_created");
    expect(rows.find(({ detail }) => detail?.includes("port=4712"))).toMatchObject({
      detail: "type=tcp port=4712 label=audited",
      after: {
        check: { port: 4712 },
        created: ids.map((device, index) => ({ id: made[index], device_id: device })),
      },
    });
  });

  test.each([
    [{}, []],
    [{ device_ids: [1], filter: { tag: "x" } }, []],
    [{ device_ids: [] }, ["device_ids"]],
    [{ filter: {} }, ["filter"]],
    [{ filter: { tag: " " } }, ["filter"]],
    [{ device_ids: [1], check: { check_type: "tcp", label: "x" } }, ["check", "port"]],
    [{ device_ids: [1], check: { check_type: "dhcp", label: "x", port: 68 } }, ["check", "port"]],
  ])("refuses %j", async (body, path) => {
    expect(await add({ check: SSH, ...body })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", ...path] }] },
    });
  });
});
