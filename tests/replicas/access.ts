import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { ADMIN, createApiClient, setUpAdmin, signIn, type ApiClient } from "../support/api-client";
import { startForeignPostgres } from "../support/foreign-postgres";
import { startService, type ServiceProcess } from "../support/service-process";

setDefaultTimeout(60_000);

/** Two service processes on one DATABASE_URL: what one decides, the other obeys at the next request. */
const LIMIT = 30;
const PASSWORD = "a long enough password";

let postgres: Awaited<ReturnType<typeof startForeignPostgres>>;
let replicas: [ServiceProcess, ServiceProcess];
let admin: ApiClient;

beforeAll(async () => {
  postgres = await startForeignPostgres();
  const environment = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: "one-signing-key-for-both-replicas-0123456789",
    MASTER_KEY: "bWFzdGVyLWtleS1mb3ItdGVzdHMtb2YtMzItYnl0ZXM=",
    AUTH_PROGRESSIVE_DELAY_SECONDS: "0",
    API_KEY_RATE_LIMIT_MAX_CALLS: String(LIMIT),
    API_KEY_MAX_FAILED_LOOKUPS: "10",
  };
  replicas = [await startService({ environment }), await startService({ environment })];
  await setUpAdmin(replicas[0].url);
  admin = await signIn(replicas[0].url);
});

afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.remove()));
  await postgres.stop();
});

type User = { id: number; username: string };

async function givenUser(username: string, role = "Viewer"): Promise<User> {
  return admin.send<User>("POST", "/api/v1/auth/users", { username, password: PASSWORD, role });
}

async function keyOf(username: string): Promise<{ id: number; key: string }> {
  const bearer = await signIn(replicas[0].url, { username, password: PASSWORD });
  return bearer.send("POST", "/api/v1/api-keys", { name: "replica" });
}

const onOther = (credential: Record<string, string>) => createApiClient(replicas[1].url, credential);

async function statusOnOther(credential: Record<string, string>, path = "/api/v1/auth/me"): Promise<number> {
  return (await onOther(credential).fetch(path)).status;
}

test("a key that one replica revoked is refused by the other", async () => {
  await givenUser("revoked");
  const { id, key } = await keyOf("revoked");
  expect(await statusOnOther({ "X-API-Key": key })).toBe(200);
  await admin.send("DELETE", `/api/v1/api-keys/admin/${id}`);
  expect(await statusOnOther({ "X-API-Key": key })).toBe(401);
});

test("a user whom one replica deactivated is refused by the other, by key and by token", async () => {
  const user = await givenUser("deactivated");
  const { key } = await keyOf(user.username);
  const { credential } = await signIn(replicas[1].url, { username: user.username, password: PASSWORD });
  expect(await statusOnOther(credential)).toBe(200);
  await admin.send("PATCH", `/api/v1/auth/users/${user.id}`, { is_active: false });
  expect(await statusOnOther({ "X-API-Key": key })).toBe(401);
  expect(await statusOnOther(credential)).toBe(401);
});

test("a session that ends on one replica has ended on the other", async () => {
  await givenUser("left");
  const bearer = await signIn(replicas[0].url, { username: "left", password: PASSWORD });
  expect(await statusOnOther(bearer.credential)).toBe(200);
  await bearer.send("POST", "/api/v1/auth/logout", {});
  expect(await statusOnOther(bearer.credential)).toBe(401);
});

test("a role that one replica edits counts on the other at the next request", async () => {
  await admin.send("POST", "/api/v1/admin/roles", { name: "Watcher" });
  await givenUser("watcher", "Watcher");
  const { key } = await keyOf("watcher");
  const status = () => statusOnOther({ "X-API-Key": key }, "/api/v1/syslog/events");
  expect(await status()).toBe(403);
  await admin.fetch("/api/v1/admin/role-permissions", {
    method: "PUT",
    body: JSON.stringify({ roles: { Watcher: ["security_view"] } }),
  });
  expect(await status()).toBe(200);
});

test("wrong passwords on both replicas lock a name on both", async () => {
  await givenUser("locked");
  const attempt = async (replica: ServiceProcess, password: string) => {
    const body = JSON.stringify({ username: "locked", password });
    return (await createApiClient(replica.url).fetch("/api/v1/auth/login", { method: "POST", body })).status;
  };
  const wrong: number[] = [];
  for (let count = 0; count < 5; count++)
    wrong.push(await attempt(replicas[count % 2 === 0 ? 0 : 1], "not the password"));
  expect(wrong).toEqual([401, 401, 401, 401, 401]);
  for (const replica of replicas) expect(await attempt(replica, PASSWORD)).toBe(429);
});

test("calls of one key on both replicas are counted together", async () => {
  await givenUser("busy");
  const { key } = await keyOf("busy");
  const calls = Array.from({ length: 2 * LIMIT }, (_, index) =>
    createApiClient(replicas[index % 2 === 0 ? 0 : 1].url, { "X-API-Key": key }).fetch("/api/v1/auth/me"),
  );
  const statuses = (await Promise.all(calls)).map((response) => response.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
  expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT);
});

test("fault 41: twenty setup requests on both replicas make nobody once there is an administrator", async () => {
  const body = JSON.stringify({ ...ADMIN, username: "second" });
  const attempts = Array.from({ length: 20 }, (_, index) =>
    createApiClient(replicas[index % 2 === 0 ? 0 : 1].url).fetch("/api/v1/setup/admin", {
      method: "POST",
      body,
    }),
  );
  expect(new Set((await Promise.all(attempts)).map((response) => response.status))).toEqual(new Set([409]));
});
