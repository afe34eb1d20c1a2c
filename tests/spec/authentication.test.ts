import { afterAll, describe, expect, test } from "bun:test";
import { createTestService, uniqueAddress } from "../support/app";

const service = await createTestService();
const owner = await service.givenUser({ role: "Viewer" });
const session = await service.sessionOf(owner);
const { token } = session;
const { key, prefix } = await service.createKey({ token });
afterAll(service.close);

const ME = "GET /api/v1/auth/me";
const NO_CREDENTIALS = { status: 401, body: { detail: "Authentication required" } };
const BAD_KEY = { status: 401, body: { detail: "Invalid, expired, or revoked API key" } };
const BAD_TOKEN = { status: 401, body: { detail: "Invalid or expired token" } };
const INACTIVE = { status: 401, body: { detail: "Invalid or inactive user" } };

const SECRET = "S".repeat(43);

/** Calls from an address whose failures matter to no other test. */
const me = (how: Parameters<typeof service.call>[1]) => service.call(ME, { peer: uniqueAddress(), ...how });

describe("requests may authenticate with", () => {
  test("an API key in the header X-API-Key", async () => {
    expect(await me({ key })).toMatchObject({ status: 200, body: { username: owner.username } });
  });

  test.each(["X-API-Key", "x-api-key", "X-API-KEY", "x-Api-kEY"])(
    "an API key, header name %s: it is matched case-insensitively",
    async (name) => {
      expect((await me({ headers: { [name]: key } })).status).toBe(200);
    },
  );

  test("a bearer token", async () => {
    expect(await me({ token })).toMatchObject({ status: 200, body: { username: owner.username } });
    expect((await me({ headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  });

  test("the `svc_access` cookie", async () => {
    expect(await me({ session })).toMatchObject({ status: 200, body: { username: owner.username } });
    expect((await me({ headers: { Cookie: `svc_access=${token}` } })).status).toBe(200);
  });
});

describe("the X-API-Key header is checked first", () => {
  test("a good key names the caller, whatever token and cookie come with it", async () => {
    const other = await service.sessionOf(await service.givenUser());
    const answer = await me({ key, token: other.token, session: other });
    expect(answer).toMatchObject({ status: 200, body: { username: owner.username } });
    expect((await me({ key, token: "no token" })).status).toBe(200);
  });

  test("a bad key is final: a good token or cookie beside it does not help", async () => {
    expect(await me({ key: `svc_${"A".repeat(12)}_${SECRET}`, token })).toMatchObject(BAD_KEY);
    expect(await me({ key: "", session })).toMatchObject(BAD_KEY);
    expect(await me({ key: "nonsense", token, session })).toMatchObject(BAD_KEY);
  });

  test("a bearer header is used before the cookie", async () => {
    expect(await me({ token: "no.token.atall", session })).toMatchObject(BAD_TOKEN);
  });
});

describe("API keys are never accepted", () => {
  test("as bearer tokens", async () => {
    expect(await me({ headers: { Authorization: `Bearer ${key}` } })).toMatchObject(BAD_TOKEN);
    expect(await me({ headers: { Authorization: `ApiKey ${key}` } })).toMatchObject(NO_CREDENTIALS);
    expect(await me({ headers: { Authorization: key } })).toMatchObject(NO_CREDENTIALS);
    expect(await me({ headers: { Authorization: `Basic ${btoa(`${key}:`)}` } })).toMatchObject(
      NO_CREDENTIALS,
    );
  });

  test.each(["api_key", "apikey", "key", "X-API-Key", "x-api-key", "access_token", "token"])(
    "in a query string (%s)",
    async (name) => {
      const answer = await service.call(`${ME}?${name}=${key}`, { peer: uniqueAddress() });
      expect(answer).toMatchObject(NO_CREDENTIALS);
    },
  );

  test("as a cookie", async () => {
    expect(await me({ headers: { Cookie: `svc_access=${key}` } })).toMatchObject(BAD_TOKEN);
    expect(await me({ headers: { Cookie: `X-API-Key=${key}` } })).toMatchObject(NO_CREDENTIALS);
  });
});

describe("CSRF protection", () => {
  const write = (how: Parameters<typeof service.call>[1]) =>
    service.call("POST /api/v1/api-keys", { body: { name: "csrf" }, peer: uniqueAddress(), ...how });
  const refused = { status: 403, body: { detail: "CSRF token required" } };

  test("API-key requests are exempt, with session cookies too", async () => {
    expect((await write({ key })).status).toBe(201);
    expect((await write({ key, session, csrf: null })).status).toBe(201);
  });

  test("bearer requests are exempt, with session cookies too", async () => {
    expect((await write({ token, session, csrf: null })).status).toBe(201);
  });

  test("a cookie caller needs the header on unsafe methods, and not on safe ones", async () => {
    expect((await write({ session })).status).toBe(201);
    expect(await write({ session, csrf: null })).toMatchObject(refused);
    expect(await write({ session, csrf: "" })).toMatchObject(refused);
    expect(await write({ session, csrf: `${session.csrfToken}x` })).toMatchObject(refused);
    expect((await me({ session, csrf: null })).status).toBe(200);
    expect((await service.call("HEAD /api/v1/auth/me", { session, csrf: null })).status).toBe(200);
  });

  test("an empty token in header and cookie is no token", async () => {
    const cookies = `svc_access=${token}; svc_csrf=`;
    expect(await write({ headers: { Cookie: cookies, "X-CSRF-Token": "" } })).toMatchObject(refused);
  });

  test("the refresh cookie alone asks for the header as well", async () => {
    const headers = { Cookie: `svc_refresh=${session.refreshToken}` };
    expect(await service.call("POST /api/v1/auth/logout", { headers, body: {} })).toMatchObject(refused);
  });

  test("login and setup are exempt", async () => {
    const body = { username: owner.username, password: owner.password };
    expect((await service.call("POST /api/v1/auth/login", { session, csrf: null, body })).status).toBe(200);
    const admin = { username: "someone", password: "a long enough password" };
    expect(
      (await service.call("POST /api/v1/setup/admin", { session, csrf: null, body: admin })).status,
    ).toBe(409);
  });
});

describe("fault 38: what a foreign page could make a browser send", () => {
  const FOREIGN = ["https://evil.example", "http://localhost.evil.example", "null"];
  const text = '{"name":"csrf"}';
  const create = (how: Parameters<typeof service.call>[1]) =>
    service.call("POST /api/v1/api-keys", { text, peer: uniqueAddress(), ...how });
  const refused = { status: 403, body: { detail: "CSRF token required" } };
  const json = { "Content-Type": "application/json" };

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", ""])(
    "a cookie caller's write as %p without the header -> 403, with it 415",
    async (type) => {
      const headers: Record<string, string> = type === "" ? {} : { "Content-Type": type };
      expect(await create({ session, csrf: null, headers })).toMatchObject(refused);
      const foreign = { ...headers, Origin: "https://evil.example" };
      expect(await create({ session, csrf: null, headers: foreign })).toMatchObject(refused);
      expect((await create({ session, headers })).status).toBe(415);
    },
  );

  test.each(FOREIGN)(
    "a cookie caller's write from the origin %p -> 403, with the header too",
    async (Origin) => {
      const headers = { ...json, Origin };
      expect(await create({ session, csrf: null, headers })).toMatchObject(refused);
      expect(await create({ session, headers })).toMatchObject(refused);
      for (const what of ["POST /api/v1/auth/refresh", "POST /api/v1/auth/logout"]) {
        expect(await service.call(what, { session, headers: { Origin }, body: {} })).toMatchObject(refused);
      }
      expect((await me({ session })).status).toBe(200);
    },
  );

  test.each(["http://localhost", "http://localhost:8080"])(
    "a cookie caller's write from an own origin (%p) is accepted",
    async (Origin) => {
      expect((await create({ session, headers: { ...json, Origin } })).status).toBe(201);
      expect(await create({ session, csrf: null, headers: { ...json, Origin } })).toMatchObject(refused);
    },
  );

  test("the origin of APP_URL, and of the host that was asked with or without its port, is an own one", async () => {
    const named = await createTestService({
      database: service.database,
      settings: { APP_URL: "https://atlas.example.com/x", CORS_ORIGINS: "[]" },
    });
    const from = async (Origin: string, Host: string) =>
      (await named.call("POST /api/v1/api-keys", { session, text, headers: { ...json, Origin, Host } }))
        .status;
    expect(await from("https://atlas.example.com", "10.0.0.1:8080")).toBe(201);
    expect(await from("https://inner.example.com:8443", "inner.example.com:8443")).toBe(201);
    expect(await from("https://inner.example.com:8443", "INNER.example.com")).toBe(201);
    expect(await from("https://inner.example.com:9", "inner.example.com:8443")).toBe(403);
    expect(await from("https://atlas.example.com.evil.example", "atlas.example.com")).toBe(403);
    await named.close();
  });

  test("bearer and API-key requests need neither header nor origin", async () => {
    for (const Origin of FOREIGN) {
      const headers = { ...json, Origin };
      expect((await create({ token, headers })).status).toBe(201);
      expect((await create({ key, headers })).status).toBe(201);
      expect((await create({ key, session, csrf: null, headers })).status).toBe(201);
    }
  });

  test("a sign-in as form or text is 415: a page cannot sign its visitor in as somebody else", async () => {
    const login = JSON.stringify({ username: owner.username, password: owner.password });
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const headers = { "Content-Type": type, Origin: "https://evil.example" };
      const answer = await service.call("POST /api/v1/auth/login", { text: login, headers });
      expect(answer.status).toBe(415);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});

describe("an API key resolves to its owning user", () => {
  test("all role and permission checks of that user apply", async () => {
    const { key: analystKey } = await service.apiKeyOf(await service.givenUser({ role: "SecurityAnalyst" }));
    const { key: networkKey } = await service.apiKeyOf(await service.givenUser({ role: "NetworkAdmin" }));
    const add = (withKey: string) =>
      service.call("POST /api/v1/topology/devices", { key: withKey, body: {} });
    const refused = { status: 403, body: { detail: "Topology write access is not permitted for your role" } };
    expect(await add(key)).toMatchObject(refused);
    expect(await add(analystKey)).toMatchObject(refused);
    expect((await add(networkKey)).status).toBe(201);
  });

  test("a key owned by a SuperAdmin has SuperAdmin access", async () => {
    const { key: adminKey } = await service.apiKeyOf(await service.givenAdmin());
    expect((await service.call("GET /api/v1/auth/users", { key: adminKey })).status).toBe(200);
    expect((await service.call("GET /api/v1/audit/logs", { key: adminKey })).status).toBe(200);
    expect((await service.call("POST /api/v1/topology/devices", { key: adminKey, body: {} })).status).toBe(
      201,
    );
  });

  test("there is no per-key IP allowlist: any address may use it", async () => {
    for (const peer of ["203.0.113.1", "10.0.0.1", "2001:db8::1", "::1"]) {
      expect((await me({ key, peer })).status).toBe(200);
    }
  });
});

describe("authentication failure outcomes", () => {
  test("no credentials: 401 `Authentication required`", async () => {
    const answer = await me({});
    expect(answer).toMatchObject(NO_CREDENTIALS);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(await me({ headers: { Authorization: "Bearer" } })).toMatchObject(NO_CREDENTIALS);
    expect(await me({ headers: { Cookie: "svc_csrf=x; other=y" } })).toMatchObject(NO_CREDENTIALS);
  });

  test.each([
    ["no key at all", "hello"],
    ["empty", ""],
    ["another scheme", `abc_${"A".repeat(12)}_${SECRET}`],
    ["an upper-case scheme", `SVC_${"A".repeat(12)}_${SECRET}`],
    ["a short prefix", `svc_${"A".repeat(11)}_${SECRET}`],
    ["a long prefix", `svc_${"A".repeat(13)}_${SECRET}`],
    ["a short secret", `svc_${"A".repeat(12)}_${"S".repeat(42)}`],
    ["a long secret", `svc_${"A".repeat(12)}_${"S".repeat(44)}`],
    ["a dash in the secret", `svc_${"A".repeat(12)}_${"S".repeat(42)}-`],
    ["four parts", `svc_${"A".repeat(12)}_${"S".repeat(21)}_${"S".repeat(21)}`],
    ["two keys", `${key}, ${key}`],
    ["SQL", "svc_' OR 1=1 --_x"],
  ])("bad format (%s): 401 `Invalid, expired, or revoked API key`", async (_, bad) => {
    expect(await me({ key: bad })).toMatchObject(BAD_KEY);
  });

  test("fault 36: wrong secret or unknown prefix: the same 401", async () => {
    expect(await me({ key: `svc_${prefix}_${SECRET}` })).toMatchObject(BAD_KEY);
    expect(await me({ key: `svc_${"0".repeat(12)}_${key.slice(-43)}` })).toMatchObject(BAD_KEY);
    expect(
      await me({ key: `svc_${prefix.toLowerCase()}_${key.slice(-43)}`.replace(prefix, "x") }),
    ).toMatchObject(BAD_KEY);
  });

  test("owner disabled: 401 `Invalid or inactive user`, by key, token and cookie", async () => {
    const disabled = await service.givenUser();
    const theirSession = await service.sessionOf(disabled);
    const { key: theirKey } = await service.createKey({ token: theirSession.token });
    await service.database.sql`UPDATE users SET is_active = false WHERE id = ${disabled.id}`;
    expect(await me({ key: theirKey })).toMatchObject(INACTIVE);
    expect(await me({ token: theirSession.token })).toMatchObject(INACTIVE);
    expect(await me({ session: theirSession })).toMatchObject(INACTIVE);
  });

  test("user deleted: 401 `Invalid or inactive user` for a token that is still good", async () => {
    const deleted = await service.givenUser();
    const theirs = await service.tokenOf(deleted);
    await service.database.sql`DELETE FROM users WHERE id = ${deleted.id}`;
    expect(await me({ token: theirs })).toMatchObject(INACTIVE);
  });

  test("valid key but owner lacks the permission: 403", async () => {
    expect((await service.call("GET /api/v1/auth/users", { key })).status).toBe(403);
    expect((await service.call("POST /api/v1/topology/devices", { key, body: {} })).status).toBe(403);
  });

  test("a refusal for a missing permission comes before the look at body and path", async () => {
    expect((await service.call("POST /api/v1/topology/devices", { key, text: "{not json" })).status).toBe(
      403,
    );
    expect((await service.call("DELETE /api/v1/api-keys/admin/abc", { key })).status).toBe(403);
  });
});
