import { afterAll, expect, test } from "bun:test";
import { createTestService, uniqueAddress } from "../support/app";

const service = await createTestService();
const admin = await service.givenAdmin();
const adminToken = await service.tokenOf(admin);
afterAll(service.close);

const NOT_FOUND = { status: 404, body: { detail: "API key not found" } };

test.each(["SuperAdmin", "NetworkAdmin", "SecurityAnalyst", "Viewer", "a role that nobody made"])(
  "POST /api-keys: any active authenticated user creates a key (%s) with 201",
  async (role) => {
    const token = await service.tokenOf(await service.givenUser({ role }));
    const answer = await service.call("POST /api/v1/api-keys", { token, body: { name: "mine" } });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
  },
);

test("POST /api-keys takes a session, a bearer token or an API key", async () => {
  const session = await service.sessionOf(await service.givenUser());
  const { key } = await service.createKey({ session });
  const body = { name: "mine" };
  expect((await service.call("POST /api/v1/api-keys", { session, body })).status).toBe(201);
  expect((await service.call("POST /api/v1/api-keys", { token: session.token, body })).status).toBe(201);
  expect((await service.call("POST /api/v1/api-keys", { key, body })).status).toBe(201);
});

test("DELETE /api-keys/{key_id}: the owner gets 204 and no body", async () => {
  const token = await service.tokenOf(await service.givenUser());
  const { id } = await service.createKey({ token });
  const answer = await service.call(`DELETE /api/v1/api-keys/${id}`, { token });
  expect(answer).toMatchObject({ status: 204, text: "" });
});

test("a key that does not belong to the caller (owner route) yields 404 and stays active", async () => {
  const theirs = await service.apiKeyOf(await service.givenUser());
  const token = await service.tokenOf(await service.givenUser());
  expect(await service.call(`DELETE /api/v1/api-keys/${theirs.id}`, { token })).toMatchObject(NOT_FOUND);
  expect(await service.call(`DELETE /api/v1/api-keys/${theirs.id}`, { token: adminToken })).toMatchObject(
    NOT_FOUND,
  );
  expect((await service.call("GET /api/v1/auth/me", { key: theirs.key })).status).toBe(200);
});

test("an unknown key yields 404 on both routes, the same as a foreign one", async () => {
  const token = await service.tokenOf(await service.givenUser());
  expect(await service.call("DELETE /api/v1/api-keys/999999", { token })).toMatchObject(NOT_FOUND);
  expect(await service.call("DELETE /api/v1/api-keys/admin/999999", { token: adminToken })).toMatchObject(
    NOT_FOUND,
  );
});

test("DELETE /api-keys/admin/{key_id} needs SuperAdmin, whoever owns the key", async () => {
  const owner = await service.givenUser({ role: "NetworkAdmin" });
  const { id, key } = await service.apiKeyOf(owner);
  const refused = { status: 403, body: { detail: "This action requires SuperAdmin" } };
  expect(await service.call(`DELETE /api/v1/api-keys/admin/${id}`, { key })).toMatchObject(refused);
  expect((await service.call("GET /api/v1/auth/me", { key })).status).toBe(200);
  const answer = await service.call(`DELETE /api/v1/api-keys/admin/${id}`, { token: adminToken });
  expect(answer).toMatchObject({ status: 204, text: "" });
});

test.each(["abc", "1.5", "1e3", "%20", "99999999999999999999"])(
  "a key id that is %p is refused with 422 that points at the path",
  async (id) => {
    const { status, body } = await service.call(`DELETE /api/v1/api-keys/${id}`, { token: adminToken });
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ["path", "key_id"] }] });
  },
);

test("all versioned endpoints are under /api/v1", async () => {
  for (const path of ["/api-keys", "/api/api-keys", "/v1/api-keys", "/api/v2/api-keys"]) {
    expect((await service.call(`GET ${path}`, { token: adminToken })).status).toBe(404);
  }
});

test("JSON request bodies use application/json", async () => {
  const send = (type: string) =>
    service.call("POST /api/v1/api-keys", {
      token: adminToken,
      text: '{"name":"typed"}',
      headers: { "Content-Type": type },
    });
  expect((await send("application/json")).status).toBe(201);
  expect((await send("application/json; charset=utf-8")).status).toBe(201);
  expect((await send("APPLICATION/JSON")).status).toBe(201);
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "",
  ]) {
    expect((await send(type)).status).toBe(415);
  }
});

test("there is no global idempotency mechanism: the same create twice makes two keys", async () => {
  const token = await service.tokenOf(await service.givenUser());
  const [first, second] = [await service.createKey({ token }), await service.createKey({ token })];
  expect(first.id).not.toBe(second.id);
  expect(first.key).not.toBe(second.key);
});

test("a list without paging is a complete array", async () => {
  const token = await service.tokenOf(await service.givenUser());
  for (let made = 0; made < 30; made++) await service.createKey({ token });
  const { body } = await service.call("GET /api/v1/api-keys", { token, peer: uniqueAddress() });
  expect(body).toHaveLength(30);
});
