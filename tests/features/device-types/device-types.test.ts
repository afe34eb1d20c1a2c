import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { AuditLogList } from "../../../src/features/audit/models";
import { DeviceTypeRead } from "../../../src/features/device-types/models";
import { createTestService, uniqueName } from "../../support/app";

const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const PATH = "/api/v1/admin/device-types";
const COLORS = "PUT /api/v1/admin/device-type-colors";

const list = async () => z.array(DeviceTypeRead).parse((await service.call(`GET ${PATH}`, { token })).body);
const find = async (value: string) => (await list()).find((type) => type.value === value);
const create = (body: unknown) => service.call(`POST ${PATH}`, { token, body });
const change = (value: string, body: unknown) => service.call(`PATCH ${PATH}/${value}`, { token, body });
const remove = (value: string) => service.call(`DELETE ${PATH}/${value}`, { token });

const givenType = async (): Promise<string> => {
  const { body } = await create({ label: uniqueName("type") });
  return DeviceTypeRead.parse(body).value;
};

async function givenDevice(deviceType: string): Promise<number> {
  const body = { name: uniqueName("device"), ip_address: "192.0.2.1", device_type: deviceType };
  return Number(Object((await service.call("POST /api/v1/topology/devices", { token, body })).body).id);
}

async function typeOfDevice(id: number): Promise<unknown> {
  const [row] = await service.database.sql`SELECT device_type FROM devices WHERE id = ${id}`;
  return row?.device_type;
}

describe("GET /admin/device-types", () => {
  test("gives the built-in types in their fixed order, then the others by label, to any user", async () => {
    await create({ label: "zeta probe 10" });
    await create({ label: "Zeta probe 9" });
    const viewer = await service.tokenOf(await service.givenUser());
    const { body } = await service.call(`GET ${PATH}`, { token: viewer });
    const types = z.array(DeviceTypeRead).parse(body);
    const builtin = types.slice(0, 17);
    expect(builtin.map(({ value }) => value).join(" ")).toBe(
      "router switch firewall server wireless workstation database nas camera printer iot hypervisor phone vpn cloud other unknown",
    );
    expect(builtin.every((type) => type.is_builtin && type.id === null)).toBe(true);
    expect(builtin.filter(({ icon, value }) => icon !== value)).toMatchObject([
      { value: "other", icon: "device" },
    ]);
    const labels = types.slice(17).map(({ label }) => label);
    expect(labels.indexOf("Zeta probe 9")).toBe(labels.indexOf("zeta probe 10") - 1);
  });
});

describe("POST /admin/device-types", () => {
  test("makes the value from the label, and the icon `device`", async () => {
    expect(await create({ label: "  Edge   Router (WAN) " })).toMatchObject({
      status: 201,
      body: {
        value: "edge-router-wan",
        label: "Edge Router (WAN)",
        icon: "device",
        is_builtin: false,
        color: null,
      },
    });
    expect(await create({ label: "Other thing", value: "--My Thing--", icon: " box " })).toMatchObject({
      status: 201,
      body: { value: "my-thing", icon: "box" },
    });
  });

  test("a value keeps the letters of every script, and is found in the address of its type", async () => {
    for (const [label, value] of [
      ["Öl/Pumpe (Süd)", "öl-pumpe-süd"],
      ["Stra\u00dfe", "straße"],
      ["O\u0308l", "öl"],
      ["日本", "日本"],
    ]) {
      expect(await create({ label })).toMatchObject({ status: 201, body: { value } });
      const path = `/api/v1/admin/device-types/${encodeURIComponent(value ?? "")}`;
      expect((await service.call(`GET ${path}`, { token })).status).toBe(200);
    }
  });

  test.each([
    [{}, ["body", "label"]],
    [{ label: " " }, ["body", "label"]],
    [{ label: "x" }, ["body", "label"]],
    [{ label: "x".repeat(81) }, ["body", "label"]],
    [{ label: "???" }, ["body", "label"]],
    [{ label: "good", value: "!!!" }, ["body", "value"]],
    [{ label: "good", value: "x".repeat(81) }, ["body", "value"]],
    [{ label: "good", icon: " " }, ["body", "icon"]],
  ])("%j is 422", async (body, loc) => {
    expect(await create(body)).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });

  test("says what a blank label and a value of nothing lack", async () => {
    expect((await create({ label: " " })).text).toContain("Device type label is required");
    expect((await create({ label: "???" })).text).toContain(
      "Device type must contain at least one letter or number",
    );
  });

  test("refuses a value that is taken, built in or not; of ten at the same time one wins", async () => {
    const refused = { status: 409, body: { detail: "Device type already exists" } };
    expect(await create({ label: "Router" })).toMatchObject(refused);
    const label = uniqueName("type");
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ label })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });
});

describe("PUT and PATCH /admin/device-types/{value}", () => {
  test("change label and icon; what is not given stays", async () => {
    const value = await givenType();
    expect(await change(value, { label: "New label" })).toMatchObject({
      status: 200,
      body: { value, label: "New label" },
    });
    const answer = await service.call(`PUT ${PATH}/${value}`, { token, body: { icon: "box" } });
    expect(answer).toMatchObject({ status: 200, body: { value, label: "New label", icon: "box" } });
  });

  test("a new value goes to all devices of the type, and its colour with it", async () => {
    const [value, wanted] = [await givenType(), uniqueName("renamed")];
    const [device, other] = [await givenDevice(value), await givenDevice("router")];
    await service.call(COLORS, { token, body: { colors: { [value]: "#ABCDEF" } } });
    expect(await change(value, { value: wanted })).toMatchObject({
      status: 200,
      body: { value: wanted, color: "#abcdef" },
    });
    expect([await typeOfDevice(device), await typeOfDevice(other)]).toEqual([wanted, "router"]);
    expect(await find(value)).toBeUndefined();
  });

  test("refuse built-in types, unknown ones and values that are taken", async () => {
    const [value, taken] = [await givenType(), await givenType()];
    expect(await change("router", { label: "Box" })).toMatchObject({
      status: 400,
      body: { detail: "Built-in device types cannot be edited" },
    });
    expect(await change("no-such-type", { label: "Box" })).toMatchObject({
      status: 404,
      body: { detail: "Device type not found" },
    });
    for (const wanted of [taken, "router"]) {
      expect(await change(value, { value: wanted })).toMatchObject({
        status: 409,
        body: { detail: "Device type already exists" },
      });
    }
  });
});

describe("DELETE /admin/device-types/{value}", () => {
  test("removes a type that no device has", async () => {
    const value = await givenType();
    expect((await remove(value)).status).toBe(204);
    expect(await find(value)).toBeUndefined();
    expect(await remove(value)).toMatchObject({ status: 404, body: { detail: "Device type not found" } });
  });

  test("refuses a type in use and a built-in one", async () => {
    const value = await givenType();
    await givenDevice(value);
    expect(await remove(value)).toMatchObject({ status: 409, body: { detail: "Device type is in use" } });
    expect(await remove("switch")).toMatchObject({
      status: 400,
      body: { detail: "Built-in device types cannot be deleted" },
    });
  });
});

describe("PUT /admin/device-type-colors", () => {
  test("replaces all colours, in lower case; a blank one is none", async () => {
    await service.call(COLORS, { token, body: { colors: { switch: "#111111" } } });
    const answer = await service.call(COLORS, { token, body: { colors: { router: "#A1B2C3", nas: " " } } });
    expect(answer.status).toBe(200);
    const colored = (await list()).filter(({ color }) => color !== null);
    expect(colored).toMatchObject([{ value: "router", color: "#a1b2c3" }]);
    await service.call(COLORS, { token, body: {} });
    expect((await list()).every(({ color }) => color === null)).toBe(true);
  });

  test.each(["red", "#12345", "#1234567", "#gggggg"])("refuses %p and names the type", async (color) => {
    const answer = await service.call(COLORS, { token, body: { colors: { router: color } } });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("Invalid colour for device type 'router'");
  });
});

test("PUT /admin/device-type-colors takes 1,000 colours, and refuses more with 422", async () => {
  const colors = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`type-${index}`, "#112233"]));
  const put = (count: number) => service.call(COLORS, { token, body: { colors: colors(count) } });
  expect((await put(8_000)).status).toBe(422);
  expect((await put(1001)).status).toBe(422);
  expect((await put(1000)).status).toBe(200);
  expect((await put(0)).status).toBe(200);
});

test("each change leaves an audit row", async () => {
  const value = await givenType();
  await change(value, { label: "Changed" });
  await remove(value);
  const { body } = await service.call(`GET /api/v1/audit/logs?target=device_type:${value}`, { token });
  expect(AuditLogList.parse(body).records).toMatchObject([
    { action: "admin.device_type_deleted", before: { value, label: "Changed" } },
    { action: "admin.device_type_updated", after: { label: "Changed" } },
    { action: "admin.device_type_created", after: { value } },
  ]);
});
