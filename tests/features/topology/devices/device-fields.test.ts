import { afterAll, describe, expect, test } from "bun:test";
import { DeviceWritten } from "../../../../src/features/topology/devices/models";
import { createTestService } from "../../../support/app";

/** What each field takes and refuses. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const create = (body: object) => service.call("POST /api/v1/topology/devices", { token, body });

const NO_ADDRESS = (text: string) => `Value error, '${text}' does not appear to be an IPv4 or IPv6 address`;
const NO_NETWORK = (text: string) => `Value error, '${text}' does not appear to be an IPv4 or IPv6 network`;
const ICON =
  "Value error, Icon must start with a letter or digit and contain only letters, digits, hyphens, and underscores";

const refused: [field: string, value: unknown, type: string, msg?: string][] = [
  ["name", 5, "string_type"],
  ["name", "n".repeat(256), "string_too_long", "String should have at most 255 characters"],
  ["display_name", [], "string_type"],
  ["display_name", "n".repeat(256), "string_too_long"],
  ["hostname", true, "string_type"],
  ["hostname", "h".repeat(256), "string_too_long"],
  ["ip_address", "192.0.2.256", "value_error", NO_ADDRESS("192.0.2.256")],
  ["ip_address", "192.0.2.0/24", "value_error", NO_ADDRESS("192.0.2.0/24")],
  ["ip_address", "router.example", "value_error", NO_ADDRESS("router.example")],
  ["ip_address", "fe80::1%eth0", "value_error", NO_ADDRESS("fe80::1%eth0")],
  ["ip_address", 3_221_225_985, "string_type"],
  ["ip_address", "1".repeat(65), "string_too_long"],
  ["mac_address", "02:00:5e:10:00", "value_error", "Value error, Invalid MAC address"],
  ["mac_address", "02:00:5e:10:00:0g", "value_error", "Value error, Invalid MAC address"],
  ["mac_address", "02:00-5e:10-00:01", "value_error", "Value error, Invalid MAC address"],
  ["mac_address", 1, "string_type"],
  ["vendor", "v".repeat(121), "string_too_long", "String should have at most 120 characters"],
  ["os", "o".repeat(256), "string_too_long"],
  ["device_type", "t".repeat(81), "string_too_long", "String should have at most 80 characters"],
  [
    "status",
    "up",
    "literal_error",
    "Input should be 'online', 'offline', 'warning', 'unknown' or 'disabled'",
  ],
  ["status", null, "literal_error"],
  [
    "lifecycle",
    "gone",
    "value_error",
    "Value error, lifecycle must be one of planned, active, retired, ignored",
  ],
  ["lifecycle", null, "string_type"],
  ["monitoring_paused", "perhaps", "bool_parsing"],
  ["monitoring_paused", null, "bool_type"],
  ["expected_status", "up", "value_error", "Value error, expected_status must be one of online, offline"],
  ["icon", "-router", "value_error", ICON],
  ["icon", "a b", "value_error", ICON],
  ["icon", "../../etc", "value_error", ICON],
  ["icon", "i".repeat(121), "string_too_long"],
  ["icon", null, "string_type"],
  ["color", "red", "string_pattern_mismatch", "String should match pattern '^#[0-9A-Fa-f]{6}$'"],
  ["color", "#12345", "string_pattern_mismatch"],
  ["color", "#1234567", "string_pattern_mismatch"],
  ["vlan_id", "v".repeat(33), "string_too_long", "String should have at most 32 characters"],
  ["vlan_id", 10, "string_type"],
  ["subnet", "10.0.0.0/33", "value_error", NO_NETWORK("10.0.0.0/33")],
  ["subnet", "lan", "value_error", NO_NETWORK("lan")],
  ["topology_group_id", "first", "int_parsing"],
  ["topology_group_id", 1.5, "int_from_float"],
  ["topology_group_id", true, "int_type"],
  ["topology_group", "g".repeat(121), "string_too_long"],
  ["site_id", {}, "int_type"],
  ["snmp_profile_id", "public", "int_parsing"],
  ["tags", "core", "list_type", "Input should be a valid list"],
  [
    "tags",
    Array.from({ length: 21 }, (_, index) => `t${index}`),
    "too_long",
    "List should have at most 20 items after validation, not 21",
  ],
  ["tags", ["t".repeat(41)], "value_error", "Value error, Tags must be 40 characters or fewer"],
  ["tags", null, "list_type"],
  ["notes", "n".repeat(4001), "string_too_long", "String should have at most 4000 characters"],
  ["notes", { text: "x" }, "string_type"],
];

const shown = (value: unknown) => JSON.stringify(value).slice(0, 40);

test.each(refused.map(([field, value, type, msg]) => [field, shown(value), type, { value, msg }] as const))(
  "%s %s is refused with 422 %s at the field",
  async (field, _, type, { value, msg }) => {
    const answer = await create({ [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ detail: [{ loc: ["body", field], type, msg: msg ?? expect.any(String) }] });
  },
);

test("an invalid tag is pointed at by its index", async () => {
  const { body } = await create({ tags: ["core", 7] });
  expect(body).toMatchObject({ detail: [{ loc: ["body", "tags", 1], type: "string_type" }] });
});

test("every field that is bad is named in one answer", async () => {
  const { body } = await create({
    ip_address: "x",
    mac_address: "y",
    color: "z",
    status: "w",
    subnet: "v",
    icon: "!",
  });
  expect(body).toMatchObject({
    detail: ["ip_address", "mac_address", "status", "icon", "color", "subnet"].map((field) => ({
      loc: ["body", field],
    })),
  });
});

test("a refused device leaves nothing behind, not its group either", async () => {
  const count = () =>
    service.database
      .sql`SELECT (SELECT count(*) FROM devices)::int AS devices, (SELECT count(*) FROM topology_groups)::int AS groups`;
  const before = await count();
  await create({ topology_group: "never made", ip_address: "x" });
  expect(await create({ topology_group: "never made", site_id: 999_999 })).toMatchObject({ status: 404 });
  expect([...(await count())]).toEqual([...before]);
});

describe("what is accepted is brought to one form", () => {
  const accepted: [field: string, value: unknown, result: unknown][] = [
    ["display_name", "  Core 1 ", "Core 1"],
    ["display_name", "   ", null],
    ["hostname", " sw1.example ", "sw1.example"],
    ["hostname", "SW1.Example", "sw1.example"],
    ["hostname", "", null],
    ["ip_address", " 192.0.2.10 ", "192.0.2.10"],
    ["ip_address", "2001:DB8:0:0::1", "2001:db8::1"],
    ["ip_address", "::ffff:192.0.2.10", "192.0.2.10"],
    ["ip_address", "", ""],
    ["ip_address", null, ""],
    ["mac_address", "02:00:5E:10:00:01", "02:00:5e:10:00:01"],
    ["mac_address", "02-00-5e-10-00-01", "02:00:5e:10:00:01"],
    ["mac_address", "0200.5e10.0001", "02:00:5e:10:00:01"],
    ["mac_address", "02005E100001", "02:00:5e:10:00:01"],
    ["mac_address", " ", null],
    ["vendor", "v".repeat(120), "v".repeat(120)],
    ["os", "RouterOS 7", "RouterOS 7"],
    ["device_type", "switch", "switch"],
    ["device_type", "coffee machine", "coffee machine"],
    ["status", "disabled", "disabled"],
    ["lifecycle", " Planned ", "planned"],
    ["monitoring_paused", "true", true],
    ["monitoring_paused", 1, true],
    ["expected_status", "OFFLINE", "offline"],
    ["icon", "Router_2", "router_2"],
    ["icon", "", "device"],
    ["icon", "unknown", "device"],
    ["icon", "i".repeat(120), "i".repeat(120)],
    ["color", "#A1b2C3", "#A1b2C3"],
    ["color", null, null],
    ["vlan_id", "10", "10"],
    ["subnet", "10.0.0.5/24", "10.0.0.0/24"],
    ["subnet", "10.0.0.5", "10.0.0.5/32"],
    ["subnet", "2001:DB8::5/64", "2001:db8::/64"],
    ["subnet", "", null],
    ["tags", [" core ", "core", "", "  ", "edge"], ["core", "edge"]],
    ["tags", ["t".repeat(40)], ["t".repeat(40)]],
    ["notes", "two\nlines", "two\nlines"],
    ["notes", " ", null],
  ];
  test.each(accepted.map(([field, value, result]) => [field, shown(value), value, result] as const))(
    "%s %s",
    async (field, _, value, result) => {
      const answer = await create({ [field]: value });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ [field]: result });
      const { warnings, ...device } = DeviceWritten.parse(answer.body);
      const { body } = await service.call("GET /api/v1/topology/devices", { token });
      expect(warnings).toEqual(expect.any(Array));
      expect(body).toContainEqual(device);
    },
  );
});
