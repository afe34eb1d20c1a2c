import { afterAll, describe, expect, test } from "bun:test";
import { PortTargetOut } from "../../../../src/features/monitoring/checks/models";
import { CHECKS, createMonitoringService } from "../monitoring-service";

/** Checks of all devices that a scope fits. */
const service = await createMonitoringService();
const { send, givenCheck, givenDevice } = service;
afterAll(service.close);

const API = "/api/v1/topology";
const SSH = { check_type: "ssh", label: "SSH" };

async function givenPlace(kind: "groups" | "sites", fields: object): Promise<number> {
  const { body } = await send(`POST ${API}/${kind}`, fields);
  return (body as { id: number }).id;
}

const building = await givenPlace("sites", { name: "building" });
const floor = await givenPlace("sites", { name: "floor", parent_id: building });
const core = await givenPlace("groups", { name: "core" });
const edge = await givenPlace("groups", { name: "edge", parent_id: core });
const given = (address: string, fields: object) =>
  givenDevice({ ipAddress: address, displayName: address, ...fields });
const one = await given("192.0.2.1", { deviceType: "switch", tags: ["lab"], siteId: floor });
const two = await given("192.0.2.2", { deviceType: "switch", topologyGroupId: edge });
const three = await given("2001:db8::3", { deviceType: "router", tags: ["lab", "old"] });

async function covered(scope: object): Promise<number[] | undefined> {
  const answer = await send(`POST ${CHECKS}?dry_run=true`, { ...SSH, scope });
  expect(answer.status).toBe(200);
  const { would_answer: check } = answer.body as { would_answer: unknown };
  const { covers } = PortTargetOut.parse(check);
  expect(covers?.devices.length).toBe(covers?.count);
  return covers?.devices.map(({ id }) => id);
}

describe("a dry run says which devices fit", () => {
  test.each<[string, object, number[]]>([
    ["one of the types, however it is written", { types: ["Switch"] }, [one, two]],
    ["one of the tags", { tags: ["lab", "nobody has it"] }, [one, three]],
    ["a site with those below it", { site_ids: [building] }, [one]],
    ["a group with those below it", { group_ids: [core] }, [two]],
    ["a network", { networks: ["192.0.2.0/24"] }, [one, two]],
    ["one of the networks, of either family", { networks: ["2001:db8::/64", "192.0.2.2"] }, [two, three]],
    ["all lists that say something", { types: ["switch"], tags: ["lab"] }, [one]],
    ["nobody", { types: ["printer"] }, []],
  ])("%s", async (_, scope, ids) => {
    expect(await covered(scope)).toEqual(ids);
  });

  test("and leaves no check", async () => {
    expect((await send(`GET ${CHECKS}`)).body).toEqual([]);
  });
});

test("a scope is kept as it is meant, and versioned with the check", async () => {
  const scope = { types: ["SWITCH", "switch"], networks: ["192.0.2.77/24"] };
  const check = await givenCheck({ ...SSH, port: 22, scope });
  const kept = { types: ["switch"], tags: [], group_ids: [], site_ids: [], networks: ["192.0.2.0/24"] };
  expect(check).toMatchObject({ device_id: null, scope: kept, covers: { count: 2 } });
  const read = await send(`GET ${CHECKS}/${check.id}`);
  const tag = read.headers.get("ETag") ?? "";
  const wider = await send(`PATCH ${CHECKS}/${check.id}`, { scope: { tags: ["lab"] } }, { "If-Match": tag });
  expect(wider).toMatchObject({ status: 200, body: { covers: { count: 2 } } });
  expect(await send(`PATCH ${CHECKS}/${check.id}`, { label: "x" }, { "If-Match": tag })).toMatchObject({
    status: 412,
  });
  const audit = await service.auditOf(`service_check:${check.id}`);
  expect(audit).toContainEqual(
    expect.objectContaining({ detail: "type=ssh port=22 device=scope label=SSH" }),
  );
  // Of a device, what runs on it; and in bulk, what is the same.
  const runsOn = async (id: number) => (await send(`GET ${CHECKS}?device_id=${id}`)).body;
  expect(await runsOn(three)).toMatchObject([{ id: check.id }]);
  expect(await runsOn(two)).toEqual([]);
  const bulk = await send(`POST ${CHECKS}/bulk?dry_run=true`, { device_ids: [one, two], check: SSH });
  expect(bulk.body).toMatchObject({
    would_answer: { created: 1, existing_checks: [{ device_id: one, check_id: check.id }] },
  });
  expect((await send(`DELETE ${CHECKS}/${check.id}`)).status).toBe(204);
});

test.each<[string, object, number]>([
  ["of nothing", { scope: {} }, 422],
  ["beside a device", { scope: { tags: ["lab"] }, device_id: one }, 422],
  ["with a network that is none", { scope: { networks: ["192.0.2.0/33"] } }, 422],
  ["of a group that is not there", { scope: { group_ids: [999_999] } }, 404],
  ["of a site that is not there", { scope: { site_ids: [999_999] } }, 404],
])("no check has a scope %s", async (_, fields, status) => {
  expect((await send(`POST ${CHECKS}`, { ...SSH, ...fields })).status).toBe(status);
});
