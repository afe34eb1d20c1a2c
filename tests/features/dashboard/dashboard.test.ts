import { afterAll, expect, test } from "bun:test";
import { DashboardSummary } from "../../../src/features/dashboard/models";
import { createTestService, uniqueName } from "../../support/app";

const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const summary = async () =>
  DashboardSummary.parse((await service.call("GET /api/v1/dashboard/summary", { token })).body);

test("GET /dashboard/summary counts users, devices, groups and links", async () => {
  expect(await summary()).toEqual({
    user_count: 1,
    device_count: 0,
    group_count: 0,
    relationship_count: 0,
  });
  const created: number[] = [];
  for (const group of ["office", "office", "lab"]) {
    const body = { name: uniqueName("device"), topology_group: group };
    const answer = await service.call("POST /api/v1/topology/devices", { token, body });
    created.push(Number(Object(answer.body).id));
  }
  const [source_device_id, target_device_id] = created;
  const body = { source_device_id, target_device_id };
  await service.call("POST /api/v1/topology/relationships", { token, body });
  await service.givenUser();
  const expected = { user_count: 2, device_count: 3, group_count: 2, relationship_count: 1 };
  expect(await summary()).toEqual(expected);
  const viewer = await service.tokenOf(await service.givenUser());
  const { body: seen } = await service.call("GET /api/v1/dashboard/summary", { token: viewer });
  expect(seen).toEqual({ ...expected, user_count: 3 });
});
