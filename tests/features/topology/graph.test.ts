import { afterAll, describe, expect, test } from "bun:test";
import { TopologyGraph } from "../../../src/features/topology/graph/models";
import { createTestService } from "../../support/app";
import { givenDevices } from "./given";

const service = await createTestService();
const admin = await service.tokenOf(await service.givenAdmin());
const viewer = await service.tokenOf(await service.givenUser());
afterAll(service.close);

const PATH = "/api/v1/topology/graph";

const read = (headers = {}) => service.call(`GET ${PATH}`, { token: viewer, headers });

const ids = await givenDevices(service, { hostname: "sw10" }, { hostname: "sw2" }, { hostname: "sw2a" });
const [first = 0, second = 0, third = 0] = ids;
const link = (source_device_id: number, target_device_id: number) =>
  service.call("POST /api/v1/topology/relationships", {
    token: admin,
    body: { source_device_id, target_device_id },
  });
await link(first, second);
await link(third, first);

describe("GET /topology/graph", () => {
  test("gives all devices by host name and all links by id, to any user", async () => {
    const graph = TopologyGraph.parse((await read()).body);
    expect(graph.devices.map(({ hostname }) => hostname)).toEqual(["sw2", "sw2a", "sw10"]);
    expect(graph.relationships).toMatchObject([
      { source_device_id: first, target_device_id: second },
      { source_device_id: third, target_device_id: first },
    ]);
  });

  test("gives the devices as the list of devices does", async () => {
    const { body } = await service.call("GET /api/v1/topology/devices", { token: viewer });
    expect(Object(body)).toEqual(TopologyGraph.parse((await read()).body).devices);
  });

  test("answers 304 to a poll while nothing has changed, and the new graph after a change", async () => {
    const tag = (await read()).headers.get("ETag") ?? "";
    expect(tag).not.toBe("");
    expect(await read({ "If-None-Match": tag })).toMatchObject({ status: 304, text: "" });
    const patch = { token: admin, body: { description: "x", name: "a site" } };
    await service.call("POST /api/v1/topology/sites", patch);
    expect((await read({ "If-None-Match": tag })).status).toBe(304);
    await service.call(`PATCH /api/v1/topology/devices/${first}`, { token: admin, body: { notes: "new" } });
    expect((await read({ "If-None-Match": tag })).status).toBe(200);
  });
});
