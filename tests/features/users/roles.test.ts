import { afterAll, describe, expect, test } from "bun:test";
import { AuditLogList } from "../../../src/features/audit/models";
import { RolePermissionsResponse } from "../../../src/features/users/role-models";
import { createTestService, uniqueName, type CallOptions } from "../../support/app";

/** Two apps on one database: what one writes binds the other at once. */
const service = await createTestService();
const replica = await createTestService({ database: service.database });
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);
afterAll(async () => {
  await replica.close();
  await service.close();
});

const LIST = "GET /api/v1/admin/role-permissions";
const UPDATE = "PUT /api/v1/admin/role-permissions";
const CREATE = "POST /api/v1/admin/roles";
const EVENTS_EXPORT = ["firewall_export", "security_view"];

const remove = (name: string) => service.call(`DELETE /api/v1/admin/roles/${name}`, { token });

async function rolesNow(): Promise<Record<string, string[]>> {
  return RolePermissionsResponse.parse((await service.call(LIST, { token })).body).roles;
}

async function givenRole(permissions: string[] = []): Promise<string> {
  const name = uniqueName("role");
  await service.call(CREATE, { token, body: { name } });
  if (permissions.length > 0) await service.call(UPDATE, { token, body: { roles: { [name]: permissions } } });
  return name;
}

async function auditOf(role: string) {
  const { body } = await service.call(`GET /api/v1/audit/logs?target=role:${role}`, { token });
  return AuditLogList.parse(body).records;
}

const addDevice = (on: typeof service, how: CallOptions) =>
  on.call("POST /api/v1/topology/devices", {
    ...how,
    body: { name: uniqueName("device"), ip_address: "192.0.2.1" },
  });

describe("GET /admin/role-permissions", () => {
  test("lists every permission in its fixed order and every role but SuperAdmin, by name", async () => {
    const { body } = await service.call(LIST, { token });
    const { permissions, roles } = RolePermissionsResponse.parse(body);
    expect(permissions.map(({ key }) => key)).toEqual([
      "topology_write",
      "security_view",
      "tools_passive",
      "tools_active",
      "inventory_export",
      "firewall_export",
      "report_export",
      "ipam_write",
      "monitoring_write",
      "alert_write",
      "relay",
    ]);
    expect(roles).not.toHaveProperty("SuperAdmin");
    expect(roles).toMatchObject({
      // Whose keys send as relays an administrator decides.
      NetworkAdmin: permissions.map(({ key }) => key).filter((key) => key !== "relay"),
      SecurityAnalyst: ["security_view", "tools_passive", "firewall_export"],
      Viewer: ["tools_passive"],
    });
    const names = Object.keys(roles);
    expect(names).toEqual([...names].sort());
  });
});

describe("PUT /admin/role-permissions", () => {
  test("replaces the listed roles, leaves the others, drops unknown permissions and orders the rest", async () => {
    const [listed, other] = [await givenRole(["tools_passive"]), await givenRole(["ipam_write"])];
    const roles = { [listed]: ["alert_write", "no_such_thing", "security_view", "alert_write"] };
    const answer = await service.call(UPDATE, { token, body: { roles } });
    expect(answer).toMatchObject({
      status: 200,
      body: { roles: { [listed]: ["security_view", "alert_write"], [other]: ["ipam_write"] } },
    });
  });

  test("cannot reduce SuperAdmin, and makes no role of an unknown name", async () => {
    const before = await rolesNow();
    const body = { roles: { SuperAdmin: [], Nobody: ["tools_active"] } };
    expect((await service.call(UPDATE, { token, body })).status).toBe(200);
    expect(await rolesNow()).toEqual(before);
    expect((await service.call(LIST, { token })).status).toBe(200);
  });

  test("may list 20,000 names, most of which are no roles", async () => {
    const name = await givenRole();
    const names = Array.from({ length: 20_000 }, (_, index) => [index.toString(36), []]);
    const roles = { ...Object.fromEntries(names), [name]: ["ipam_write"] };
    const answer = await service.call(UPDATE, { token, body: { roles } });
    expect(answer).toMatchObject({ status: 200, body: { roles: { [name]: ["ipam_write"] } } });
  });

  test("acts on the next request of tokens and keys, on every replica, in both directions", async () => {
    const role = await givenRole();
    const user = await service.givenUser({ role });
    const userToken = await service.tokenOf(user);
    const { key } = await service.createKey({ token: userToken });
    const refused = { status: 403, body: { detail: "Topology write access is not permitted for your role" } };
    const set = (permissions: string[]) =>
      replica.call(UPDATE, { token, body: { roles: { [role]: permissions } } });
    for (const app of [service, replica]) {
      expect(await addDevice(app, { token: userToken })).toMatchObject(refused);
    }
    await set(["topology_write"]);
    for (const app of [service, replica]) {
      expect((await addDevice(app, { token: userToken })).status).toBe(201);
      expect((await addDevice(app, { key })).status).toBe(201);
    }
    expect(await service.call("GET /api/v1/auth/me", { key })).toMatchObject({
      body: { permissions: ["topology_write"] },
    });
    await set([]);
    for (const app of [service, replica]) {
      expect(await addDevice(app, { token: userToken })).toMatchObject(refused);
      expect(await addDevice(app, { key })).toMatchObject(refused);
    }
  });

  test("changes built-in roles too", async () => {
    const viewer = await service.tokenOf(await service.givenUser());
    await service.call(UPDATE, { token, body: { roles: { Viewer: ["tools_passive", "topology_write"] } } });
    expect((await addDevice(replica, { token: viewer })).status).toBe(201);
    await service.call(UPDATE, { token, body: { roles: { Viewer: ["tools_passive"] } } });
    expect((await addDevice(replica, { token: viewer })).status).toBe(403);
  });

  test("leaves one audit row for each role that changed, with before and after", async () => {
    const [changed, same] = [await givenRole(["tools_passive"]), await givenRole(["tools_passive"])];
    await service.call(UPDATE, {
      token,
      body: { roles: { [changed]: EVENTS_EXPORT, [same]: ["tools_passive"] } },
    });
    expect((await auditOf(changed))[0]).toMatchObject({
      action: "admin.role_permissions_updated",
      actor_user_id: admin.id,
      actor_username: admin.username,
      before: { permissions: ["tools_passive"] },
      after: { permissions: ["security_view", "firewall_export"] },
    });
    expect((await auditOf(same)).map(({ action }) => action)).toEqual([
      "admin.role_permissions_updated",
      "admin.role_created",
    ]);
  });
});

describe("POST /admin/roles", () => {
  test("adds a role without permissions and leaves an audit row", async () => {
    const name = uniqueName("role");
    const answer = await service.call(CREATE, { token, body: { name } });
    expect(answer).toMatchObject({ status: 201, body: { roles: { [name]: [] } } });
    expect(await auditOf(name)).toMatchObject([{ action: "admin.role_created", actor_user_id: admin.id }]);
  });

  test("leaves a role that exists as it is", async () => {
    const name = await givenRole(["tools_active"]);
    const answer = await service.call(CREATE, { token, body: { name } });
    expect(answer).toMatchObject({ status: 201, body: { roles: { [name]: ["tools_active"] } } });
    expect(await auditOf(name)).toHaveLength(2);
  });

  test.each(["SuperAdmin", "NetworkAdmin", "SecurityAnalyst", "Viewer", "superadmin"])(
    "refuses the built-in name %s",
    async (name) => {
      const answer = await service.call(CREATE, { token, body: { name } });
      expect(answer).toMatchObject({ status: 409, body: { detail: "Cannot create a built-in role" } });
    },
  );

  test.each(["", "a", "1abc", "_abc", "with blank", "ü-role", "x".repeat(41)])(
    "refuses the name %p with 422",
    async (name) => {
      expect((await service.call(CREATE, { token, body: { name } })).status).toBe(422);
    },
  );

  test("of twenty at the same time one makes the role", async () => {
    const name = uniqueName("role");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.call(CREATE, { token, body: { name } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await auditOf(name)).toHaveLength(1);
  });
});

describe("DELETE /admin/roles/{name}", () => {
  test("makes its users Viewers from their next request on and leaves an audit row", async () => {
    const role = await givenRole(["topology_write"]);
    const user = await service.givenUser({ role });
    const userToken = await service.tokenOf(user);
    const answer = await remove(role);
    expect(answer.status).toBe(200);
    expect(RolePermissionsResponse.parse(answer.body).roles).not.toHaveProperty(role);
    expect((await addDevice(replica, { token: userToken })).status).toBe(403);
    expect(await replica.call("GET /api/v1/auth/me", { token: userToken })).toMatchObject({
      body: { role: "Viewer", permissions: ["tools_passive"] },
    });
    expect((await auditOf(role))[0]).toMatchObject({
      action: "admin.role_deleted",
      detail: "users=1",
      before: { permissions: ["topology_write"], users: [user.username] },
    });
  });

  test("of an unknown name is no error", async () => {
    const before = await rolesNow();
    expect(await remove("no-such-role")).toMatchObject({ status: 200, body: { roles: before } });
    expect(await auditOf("no-such-role")).toEqual([]);
  });

  test("refuses SuperAdmin and the other built-in roles", async () => {
    expect(await remove("SuperAdmin")).toMatchObject({
      status: 400,
      body: { detail: "Cannot delete the SuperAdmin role" },
    });
    expect(await remove("Viewer")).toMatchObject({
      status: 400,
      body: { detail: "Cannot delete a built-in role" },
    });
  });
});
