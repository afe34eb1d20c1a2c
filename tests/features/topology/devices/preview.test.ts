import { afterAll, expect, test } from "bun:test";
import { DeviceWritten } from "../../../../src/features/topology/devices/models";
import { createTestService } from "../../../support/app";
import { statementsDuring } from "../../../support/statements";

/** What would go with devices. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const path = "/api/v1/topology/devices";

async function post(what: string, body: object): Promise<number> {
  const answer = await service.call(`POST /api/v1/topology/${what}`, { token, body });
  return DeviceWritten.pick({ id: true }).parse(answer.body).id;
}

test("all that would go with a device is counted, and no more of it is read than is named", async () => {
  const names = Array.from({ length: 25 }, (_, place) => `port ${place + 1}`);
  const device = await post("devices", {
    hostname: "hub",
    interfaces: names.map((name) => ({ name, ip_addresses: [] })),
  });
  for (const target of names)
    await post("relationships", {
      source_device_id: device,
      target_device_id: await post("devices", { display_name: target }),
    });
  let body: unknown;
  const statements = await statementsDuring(service.database.sql, async () => {
    ({ body } = await service.call(`DELETE ${path}/${device}?dry_run=true`, { token }));
  });
  expect(body).toMatchObject({
    would_delete: {
      devices: { count: 1, names: ["hub"] },
      relationships: { count: 25, names: names.slice(0, 20).map((name) => `hub – ${name}`) },
      interfaces: { count: 25, names: names.slice(0, 20) },
    },
  });
  const reads = statements.filter((text) => /^select .* from "?(relationships|device_interfaces)/.test(text));
  expect(reads).toEqual([expect.stringMatching(/ limit \$\d+$/), expect.stringMatching(/ limit \$\d+$/)]);
});

test("a saved map counts for each of the devices that it has a place for", async () => {
  const places: number[] = [];
  for (const display_name of ["left", "middle", "right"])
    places.push(await post("devices", { display_name }));
  const [left, middle] = places;
  const positions = { [`device-${left}`]: { x: 1, y: 1 }, [`device-${middle}`]: { x: 2, y: 1 } };
  await post("layouts", { name: "core", positions });
  await post("layouts", { name: "edge", positions: { [`device-${left}`]: { x: 3, y: 1 } } });
  const answer = await service.call(`POST ${path}/bulk-delete?dry_run=true`, {
    token,
    body: { device_ids: places },
  });
  expect(answer.body).toMatchObject({
    preview: { would_delete: { layout_positions: { count: 3, names: ["core", "edge"] } } },
  });
});
