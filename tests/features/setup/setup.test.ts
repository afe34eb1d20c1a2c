import { expect, test } from "bun:test";
import { AuditLogList } from "../../../src/features/audit/models";
import { createTestService } from "../../support/app";

const ADMIN = { username: "first.admin", password: "correct horse battery" };

test("setup makes the first SuperAdmin, opens no session, sets no cookie and is recorded", async () => {
  const service = await createTestService();
  expect((await service.call("GET /api/v1/setup/status")).body).toEqual({
    needs_setup: true,
    token_required: false,
  });
  const answer = await service.call("POST /api/v1/setup/admin", { body: ADMIN, peer: "203.0.113.5" });
  expect(answer).toMatchObject({
    status: 201,
    body: { username: ADMIN.username, role: "SuperAdmin", is_active: true },
  });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect((await service.call("GET /api/v1/setup/status")).body).toEqual({
    needs_setup: false,
    token_required: false,
  });
  const login = await service.call("POST /api/v1/auth/login", { body: ADMIN });
  expect(login.status).toBe(200);
  const token = await service.tokenOf({ ...ADMIN, id: 0, role: "SuperAdmin" });
  const { body } = await service.call("GET /api/v1/audit/logs", { token });
  expect(AuditLogList.parse(body).records.at(-1)).toMatchObject({
    action: "setup.initial_admin_created",
    target: `user:${ADMIN.username}`,
    actor_user_id: null,
    ip_address: "203.0.113.5",
  });
  await service.close();
});

test("a refused setup leaves the service without users, and the next one succeeds", async () => {
  const service = await createTestService();
  for (const body of [{}, { ...ADMIN, password: "too short" }, { ...ADMIN, username: "a b" }]) {
    expect((await service.call("POST /api/v1/setup/admin", { body })).status).toBe(422);
  }
  expect((await service.call("GET /api/v1/setup/status")).body).toEqual({
    needs_setup: true,
    token_required: false,
  });
  expect((await service.call("POST /api/v1/setup/admin", { body: ADMIN })).status).toBe(201);
  await service.close();
});

test("any user that exists ends setup, an inactive Viewer too", async () => {
  const service = await createTestService();
  const { id } = await service.givenUser({ role: "Viewer" });
  await service.database.sql`UPDATE users SET is_active = false WHERE id = ${id}`;
  expect((await service.call("GET /api/v1/setup/status")).body).toEqual({
    needs_setup: false,
    token_required: false,
  });
  const answer = await service.call("POST /api/v1/setup/admin", { body: ADMIN });
  expect(answer).toMatchObject({ status: 409, body: { detail: "Initial setup is complete" } });
  await service.close();
});

test("fault 31: role, state and other fields of a setup body are ignored", async () => {
  const service = await createTestService();
  const body = {
    ...ADMIN,
    role: "Viewer",
    is_active: false,
    id: 4242,
    password_hash: "x",
    created_at: "2001-01-01T00:00:00Z",
  };
  const answer = await service.call("POST /api/v1/setup/admin", { body });
  expect(answer).toMatchObject({ status: 201, body: { id: 1, role: "SuperAdmin", is_active: true } });
  await service.close();
});
