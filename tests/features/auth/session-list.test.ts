import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { SessionRead } from "../../../src/features/auth/session-models";
import { createTestService, type CallOptions } from "../../support/app";
import { createAuditReader } from "../../support/audit";

/** Users list and end their own sessions; an administrator ends those of others. */
const service = await createTestService();
const { database } = service;
const auditOf = await createAuditReader(service);
const adminToken = await service.tokenOf(await service.givenAdmin());
afterAll(() => service.close());

const ME = "GET /api/v1/auth/me";
const ENDED = { status: 401, body: { detail: "Invalid or expired token" } };

async function list(how: CallOptions): Promise<SessionRead[]> {
  const answer = await service.call("GET /api/v1/auth/me/sessions", how);
  expect(answer.status).toBe(200);
  return z.array(SessionRead).parse(answer.body);
}

const end = (sessionId: string, how: CallOptions, on = service) =>
  on.call(`DELETE /api/v1/auth/me/sessions/${sessionId}`, how);

describe("own sessions", () => {
  test("are listed with where they came from, the last seen first, the caller's marked", async () => {
    const user = await service.givenUser();
    const login = (agent: string, peer: string) =>
      service.call("POST /api/v1/auth/login", { body: user, peer, headers: { "User-Agent": agent } });
    await login("Laptop/1.0", "203.0.113.1");
    await login("Phone/2.0", "203.0.113.2");
    const session = await service.sessionOf(user);
    const listed = await list({ session });
    expect(listed).toMatchObject([
      { ip_address: "192.0.2.7", is_current: true },
      { ip_address: "203.0.113.2", last_seen_ip: "203.0.113.2", user_agent: "Phone/2.0", is_current: false },
      { ip_address: "203.0.113.1", last_seen_ip: "203.0.113.1", user_agent: "Laptop/1.0", is_current: false },
    ]);
    expect(JSON.stringify(listed)).not.toContain(session.refreshToken);
  });

  test("a refresh shows as last seen, with its address", async () => {
    const session = await service.sessionOf(await service.givenUser());
    const body = { refresh_token: session.refreshToken };
    await service.call("POST /api/v1/auth/refresh", { body, peer: "203.0.113.9" });
    const [seen] = await list({ session });
    expect(seen).toMatchObject({ ip_address: "192.0.2.7", last_seen_ip: "203.0.113.9" });
    expect(Date.parse(seen?.last_seen_at ?? "")).toBeGreaterThan(Date.parse(seen?.created_at ?? ""));
  });

  test("ended and outlived ones, and other people's, are not listed", async () => {
    const user = await service.givenUser();
    await service.sessionOf(await service.givenUser());
    const ended = await service.sessionOf(user);
    await service.call("POST /api/v1/auth/logout", { session: ended, body: {} });
    await service.sessionOf(user);
    await database.sql`UPDATE sessions SET expires_at = date_trunc('milliseconds', now()) WHERE user_id = ${user.id}`;
    const session = await service.sessionOf(user);
    expect(await list({ session })).toMatchObject([{ is_current: true }]);
  });

  test("an API key sees them too, none as its own", async () => {
    const user = await service.givenUser();
    const { key } = await service.apiKeyOf(user);
    expect(await list({ key })).toMatchObject([{ is_current: false }]);
  });

  test("one that is ended is refused on the next request, on every replica; ending it again is 204", async () => {
    const replica = await createTestService({ database });
    const user = await service.givenUser();
    const [lost, session] = [await service.sessionOf(user), await service.sessionOf(user)];
    const other = (await list({ session })).find(({ is_current: isCurrent }) => !isCurrent);
    expect((await replica.call(ME, { session: lost })).status).toBe(200);
    expect(await end(other?.id ?? "", { session })).toMatchObject({ status: 204, text: "" });
    expect(await replica.call(ME, { session: lost })).toMatchObject(ENDED);
    const body = { refresh_token: lost.refreshToken };
    expect((await replica.call("POST /api/v1/auth/refresh", { body })).status).toBe(401);
    expect((await end(other?.id ?? "", { session })).status).toBe(204);
    expect((await service.call(ME, { session })).status).toBe(200);
    expect(await auditOf(`session:${other?.id}`, "auth.session_ended")).toMatchObject([
      { actor_user_id: user.id },
    ]);
  });

  test("unknown and foreign ones are 404, no id at all is 422", async () => {
    const [user, other] = [await service.givenUser(), await service.givenUser()];
    const [session, foreign] = [await service.sessionOf(user), await service.sessionOf(other)];
    const [theirs] = await list({ session: foreign });
    const missing = { status: 404, body: { detail: "Session not found" } };
    expect(await end(theirs?.id ?? "", { session })).toMatchObject(missing);
    expect(await end(crypto.randomUUID(), { session })).toMatchObject(missing);
    expect((await end("17", { session })).status).toBe(422);
    expect((await service.call(ME, { session: foreign })).status).toBe(200);
  });
});

describe("an administrator", () => {
  const forceLogout = (userId: number, on = service) =>
    on.call(`DELETE /api/v1/auth/users/${userId}/sessions`, { token: adminToken });

  test("ends all sessions of a user at once, on every replica, and leaves the API keys alone", async () => {
    const replica = await createTestService({ database });
    const user = await service.givenUser();
    const sessions = [await service.sessionOf(user), await service.sessionOf(user)];
    const { key } = await service.createKey({ session: sessions[0] });
    expect(await forceLogout(user.id, replica)).toMatchObject({ status: 204, text: "" });
    for (const session of sessions) expect(await service.call(ME, { session })).toMatchObject(ENDED);
    expect((await service.call(ME, { key })).status).toBe(200);
    const rows = await auditOf(`user:${user.username}`, "auth.admin_force_logout");
    expect(rows).toMatchObject([{ detail: "sessions=2" }]);
    const reasons =
      await database.sql`SELECT DISTINCT revocation_reason FROM sessions WHERE user_id = ${user.id}`;
    expect([...reasons]).toEqual([{ revocation_reason: "admin_force_logout" }]);
    await service.sessionOf(user);
  });

  test("who disables a user ends its requests and refreshes at once, on every replica", async () => {
    const replica = await createTestService({ database });
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    expect((await replica.call(ME, { session })).status).toBe(200);
    const path = `PATCH /api/v1/auth/users/${user.id}`;
    expect((await service.call(path, { token: adminToken, body: { is_active: false } })).status).toBe(200);
    const inactive = { status: 401, body: { detail: "Invalid or inactive user" } };
    expect(await replica.call(ME, { session })).toMatchObject(inactive);
    const body = { refresh_token: session.refreshToken };
    expect((await replica.call("POST /api/v1/auth/refresh", { body })).status).toBe(401);
  });

  test("gets 404 for a user that is not there", async () => {
    expect(await forceLogout(987_654)).toMatchObject({ status: 404, body: { detail: "User not found" } });
  });
});
