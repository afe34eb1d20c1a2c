import { afterAll, expect, test } from "bun:test";
import { DeviceWritten } from "../../../../src/features/topology/devices/models";
import { createTestService } from "../../../support/app";

/** `PUT /topology/devices/by-mac/{mac_address}`: create or update by natural key. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const put = (mac: string, body: object, headers: Record<string, string> = {}) =>
  service.call(`PUT /api/v1/topology/devices/by-mac/${mac}`, { token, body, headers });

test("adds a device, and sent again, with the address in another form, it is the same one", async () => {
  const body = { hostname: "put-1", custom_attributes: { rack: "A4" }, tags: ["core"] };
  const first = DeviceWritten.parse((await put("00:00:5e:00:53:31", body)).body);
  const again = DeviceWritten.parse((await put("0000.5E00.5331", body)).body);
  expect({ ...again, updated_at: first.updated_at }).toEqual(first);
  expect(first).toMatchObject({ ...body, mac_address: "00:00:5e:00:53:31" });
});

test("what is not sent gets its usual value, the vendor but for one", async () => {
  const body = {
    notes: "n",
    custom_attributes: { rack: "A4" },
    vendor: "Typed",
    interfaces: [{ name: "e1" }],
  };
  await put("00:00:5e:00:53:32", body);
  expect((await put("00:00:5e:00:53:32", { os: "EOS" })).body).toMatchObject({
    os: "EOS",
    notes: null,
    custom_attributes: {},
    vendor: "Typed",
    interfaces: [],
  });
});

test("ten at once make one device", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => put("00:00:5e:00:53:33", {})));
  expect(new Set(answers.map(({ body }) => DeviceWritten.parse(body).id)).size).toBe(1);
});

test("two devices of the address are 409, a stale If-Match is 412, and no MAC address 422", async () => {
  for (const hostname of ["twin-1", "twin-2"])
    await service.call("POST /api/v1/topology/devices", {
      token,
      body: { hostname, mac_address: "00:00:5e:00:53:34" },
    });
  expect(await put("00:00:5e:00:53:34", {})).toMatchObject({
    status: 409,
    body: { detail: "Several devices have the MAC address 00:00:5e:00:53:34" },
  });
  await put("00:00:5e:00:53:35", {});
  expect(await put("00:00:5e:00:53:35", {}, { "If-Match": '"old"' })).toMatchObject({ status: 412 });
  expect(await put("sw1", {})).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["path", "mac_address"], msg: "Value error, Invalid MAC address" }] },
  });
});
