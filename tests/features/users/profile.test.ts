import { afterAll, describe, expect, test } from "bun:test";
import { AuditLogList } from "../../../src/features/audit/models";
import { createTestService } from "../../support/app";

/**
 * PATCH /auth/me, POST /auth/me/acknowledge-whats-new, PATCH /auth/users/{user_id} with avatar and address.
 */
const service = await createTestService();
const admin = await service.givenAdmin();
const adminToken = await service.tokenOf(admin);
afterAll(service.close);

const ME = "/api/v1/auth/me";
const IMAGE = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\n----", "latin1").toString("base64")}`;
const TOO_LARGE = { status: 413, body: { detail: "Avatar image too large (max 2 MB)" } };

async function givenCaller() {
  const user = await service.givenUser();
  const token = await service.tokenOf(user);
  const proof = { password: user.password };
  const change = (body: object) => service.call(`PATCH ${ME}`, { token, body: { ...body, proof } });
  return { user, token, change };
}

async function lastAudit(action: string) {
  const { body } = await service.call(`GET /api/v1/audit/logs?limit=1&action=${action}`, {
    token: adminToken,
  });
  return AuditLogList.parse(body).records[0];
}

describe("PATCH /auth/me", () => {
  test("changes the fields that are given and keeps the others", async () => {
    const { change } = await givenCaller();
    const all = {
      display_name: " Alice ",
      email: "alice@example.com",
      avatar_data: IMAGE,
      entity_colors_enabled: false,
    };
    expect(await change(all)).toMatchObject({ status: 200, body: { ...all, display_name: "Alice" } });
    expect(await change({ display_name: "Al" })).toMatchObject({ body: { ...all, display_name: "Al" } });
    expect(
      await change({ display_name: null, email: "", avatar_data: null, entity_colors_enabled: null }),
    ).toMatchObject({
      body: { display_name: null, email: null, avatar_data: null, entity_colors_enabled: false },
    });
  });

  test("never applies what is not the profile's: role, state, name, hash", async () => {
    const { user, change } = await givenCaller();
    const body = {
      role: "SuperAdmin",
      is_active: false,
      username: "root",
      password_hash: "x",
      id: 1,
      auth_source: "oidc",
    };
    expect(await change(body)).toMatchObject({
      status: 200,
      body: { id: user.id, username: user.username, role: "Viewer", is_active: true, auth_source: "local" },
    });
  });

  test.each([
    ["display_name", "x".repeat(101), "string_too_long"],
    ["email", `${"x".repeat(250)}@y.zz`, "string_too_long"],
    ["email", "nobody", "value_error"],
    ["email", "a@b.example\r\nBcc: c@d.example", "value_error"],
    ["email", "a@b.example,c@d.example", "value_error"],
    ["avatar_data", 5, "string_type"],
    ["avatar_data", "data:text/html;base64,AAAA", "value_error"],
    ["entity_colors_enabled", "maybe", "bool_parsing"],
  ])("refuses a wrong %s with 422 (%#)", async (field, value, type) => {
    const { change } = await givenCaller();
    const answer = await change({ [field]: value });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field], type }] } });
  });

  test("answers an avatar over the limit with 413, also where the whole body is over its limit", async () => {
    const { change } = await givenCaller();
    expect(await change({ avatar_data: IMAGE.padEnd(2_097_153, "A") })).toMatchObject(TOO_LARGE);
    expect(await change({ avatar_data: IMAGE.padEnd(4_000_000, "A") })).toMatchObject(TOO_LARGE);
  });

  test("leaves an audit row with what changed, without the image", async () => {
    const { user, change } = await givenCaller();
    await change({ display_name: "Alice", avatar_data: IMAGE });
    expect(await lastAudit("auth.profile_updated")).toMatchObject({
      actor_user_id: user.id,
      target: `user:${user.username}`,
      before: { display_name: null, avatar_characters: null },
      after: { display_name: "Alice", avatar_characters: IMAGE.length },
    });
  });
});

describe("POST /auth/me/acknowledge-whats-new", () => {
  const path = `POST ${ME}/acknowledge-whats-new`;

  test("remembers the version for the caller alone", async () => {
    const [{ token }, other] = [await givenCaller(), await givenCaller()];
    const answer = await service.call(path, { token, body: { version: "0.1.0" } });
    expect(answer).toMatchObject({ status: 200, body: { whats_new_acknowledged_version: "0.1.0" } });
    expect(await service.call(`GET ${ME}`, { token: other.token })).toMatchObject({
      body: { whats_new_acknowledged_version: null },
    });
  });

  test.each(["", "  ", "x".repeat(41), null])("refuses the version %p with 422", async (version) => {
    const { token } = await givenCaller();
    expect((await service.call(path, { token, body: { version } })).status).toBe(422);
  });
});

describe("PATCH /auth/users/{user_id}", () => {
  const change = (id: number, body: unknown) =>
    service.call(`PATCH /api/v1/auth/users/${id}`, { token: adminToken, body });

  test("sets and clears avatar and address", async () => {
    const { id } = await service.givenUser();
    const set = { email: "bob@example.com", avatar_data: IMAGE };
    expect(await change(id, set)).toMatchObject({ status: 200, body: set });
    expect(await change(id, { role: "NetworkAdmin" })).toMatchObject({
      body: { ...set, role: "NetworkAdmin" },
    });
    expect(await change(id, { email: "", avatar_data: null })).toMatchObject({
      body: { email: null, avatar_data: null },
    });
    expect(await change(id, { avatar_data: IMAGE.padEnd(2_097_153, "A") })).toMatchObject(TOO_LARGE);
  });

  test("leaves an audit row with role, state and address, before and after", async () => {
    const { id, username } = await service.givenUser();
    await change(id, { role: "NetworkAdmin", email: "bob@example.com" });
    expect(await lastAudit("auth.user_updated")).toMatchObject({
      actor_user_id: admin.id,
      target: `user:${username}`,
      detail: "role=NetworkAdmin active=true email=set",
      before: { role: "Viewer", email: null },
      after: { role: "NetworkAdmin", email: "bob@example.com" },
    });
  });
});
