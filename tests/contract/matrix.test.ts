import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { roles } from "#tables/users";
import { createTestService, uniqueAddress, uniqueName, type CallOptions } from "../support/app";
import { readDocument, routesOf, type DocumentedRoute } from "../support/conformance";
import { accessOf, bodyOf, nameOf, requestOf } from "../support/route-requests";

/**
 * Every operation of the OpenAPI document x everyone who may come: what its `security`, `x-permission` and `x-role` say
 * is what happens.
 */
const service = await createTestService();
const { database } = service;
/** Signing out comes last: it ends the session that all others come by. */
const isLogout = ({ path }: DocumentedRoute) => path.endsWith("/auth/logout");
const routes = routesOf(await readDocument(service.app)).toSorted(
  (left, right) => Number(isLogout(left)) - Number(isLogout(right)),
);
const needingRights = routes.filter(
  ({ operation }) => operation["x-permission"] !== undefined || operation["x-role"] !== undefined,
);
const permissions = [...new Set(routes.flatMap(({ operation }) => operation["x-permission"] ?? []))].sort();
const superAdmin = await service.givenAdmin();
const superAdminToken = await service.tokenOf(superAdmin);
afterAll(service.close);

/** Keys have 120 calls a minute, and there are more operations. */
beforeEach(async () => {
  await database.sql`DELETE FROM api_key_windows`;
});

const BAD_KEY = "Invalid, expired, or revoked API key";
const BAD_USER = "Invalid or inactive user";

type Way = () => CallOptions;

type Judge = (route: DocumentedRoute, answer: Seen) => boolean;

/** Calls the operations, and gives those whose answer is not what `isRight` wants. */
async function wrongAnswers(how: Way, isRight: Judge, called = routes): Promise<string[]> {
  const wrong: string[] = [];
  for (const [index, route] of called.entries()) {
    if (index % 100 === 99) await database.sql`DELETE FROM api_key_windows`;
    const answer = await service.call(requestOf(route), { ...bodyOf(route), ...how() });
    const detail = detailOf(answer.body);
    const isFailure = answer.status >= 500 && route.operation.responses[String(answer.status)] === undefined;
    if (isFailure || !isRight(route, { status: answer.status, detail }))
      wrong.push(`${nameOf(route)} -> ${answer.status} ${detail}`);
  }
  return wrong;
}

type Seen = { status: number; detail: string };

function detailOf(body: unknown): string {
  const isEnvelope = typeof body === "object" && body !== null && "detail" in body;
  return isEnvelope && typeof body.detail === "string" ? body.detail : "";
}

/** Of a guarded operation exactly this refusal; a public one asks nobody. */
const isRefused =
  (detail: string) =>
  (route: DocumentedRoute, seen: Seen): boolean => {
    const access = accessOf(route);
    if (access === "public") return seen.detail !== detail && ![403, 405].includes(seen.status);
    return seen.status === 401 && seen.detail === detail;
  };

/** As the permissions of the caller's role have it. */
const isAsGranted =
  (granted: readonly string[], isSuperAdmin = false) =>
  ({ operation }: DocumentedRoute, { status, detail }: Seen): boolean => {
    const permission = operation["x-permission"];
    const isDenied =
      !isSuperAdmin &&
      (operation["x-role"] === "SuperAdmin" || (permission !== undefined && !granted.includes(permission)));
    if (isDenied) return status === 403;
    return ![401, 403, 405].includes(status) || isNoneOfTheRole(operation, { status, detail });
  };

/**
 * Refusals of what was sent or by what it was sent, which the document names: a bad login's, and of keys where only a
 * session counts.
 */
function isNoneOfTheRole({ responses, security }: DocumentedRoute["operation"], { status, detail }: Seen) {
  if ((security ?? []).length === 0) return status === 401 || status === 403;
  return status === 403 && detail.includes("API key") && /API key/.test(responses["403"]?.description ?? "");
}

async function givenRole(name: string, granted: string[]): Promise<string> {
  await database.db.insert(roles).values({ name, permissions: granted }).onConflictDoNothing();
  return name;
}

test("the document's permissions are the ones that roles are made of", () => {
  expect(permissions.length).toBeGreaterThanOrEqual(5);
  expect(routes.length).toBeGreaterThan(150);
});

describe("fault 29: whoever is nobody, or nobody any more, is refused by every guarded operation", () => {
  test("an expired key", async () => {
    const { key, id } = await service.apiKeyOf(await service.givenAdmin());
    await database.sql`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = ${id}`;
    expect(await wrongAnswers(() => ({ key, peer: uniqueAddress() }), isRefused(BAD_KEY))).toEqual([]);
  });

  test("a revoked key", async () => {
    const owner = await service.givenAdmin();
    const { key, id } = await service.apiKeyOf(owner);
    const token = await service.tokenOf(owner);
    expect((await service.call(`DELETE /api/v1/api-keys/${id}`, { token })).status).toBe(204);
    expect(await wrongAnswers(() => ({ key, peer: uniqueAddress() }), isRefused(BAD_KEY))).toEqual([]);
  });

  test("an inactive user by key, by bearer token and by cookie", async () => {
    const user = await service.givenAdmin();
    const { key } = await service.apiKeyOf(user);
    const session = await service.sessionOf(user);
    const body = { is_active: false };
    await service.call(`PATCH /api/v1/auth/users/${user.id}`, { token: superAdminToken, body });
    const isGone = (route: DocumentedRoute, { status, detail }: Seen) => {
      const isOfGuard = [BAD_USER, BAD_KEY, "Invalid or expired token"].includes(detail);
      return accessOf(route) === "public" ? !isOfGuard || status !== 200 : status === 401 && isOfGuard;
    };
    expect(await wrongAnswers(() => ({ key, peer: uniqueAddress() }), isGone)).toEqual([]);
    expect(await wrongAnswers(() => ({ token: session.token }), isGone)).toEqual([]);
    expect(await wrongAnswers(() => ({ session }), isGone)).toEqual([]);
  });
});

describe("fault 30: a role may what the document says of its permissions, and nothing else", () => {
  const needing = (permission: string) =>
    routes.filter(({ operation }) => operation["x-permission"] === permission);

  test.each(permissions)("%s alone", async (permission) => {
    const user = await service.givenUser({ role: await givenRole(`only ${permission}`, [permission]) });
    const token = await service.tokenOf(user);
    expect(await wrongAnswers(() => ({ token }), isAsGranted([permission]), needing(permission))).toEqual([]);
  });

  // That one permission allows nothing of the others is what all but one show, below.
  test.each([
    ["none", []],
    ["all of them", permissions],
  ] as const)("%s", async (name, granted) => {
    const user = await service.givenUser({ role: await givenRole(name, [...granted]) });
    const token = await service.tokenOf(user);
    expect(await wrongAnswers(() => ({ token }), isAsGranted(granted), needingRights)).toEqual([]);
  });

  test("all but one", async () => {
    for (const missing of permissions) {
      const granted = permissions.filter((permission) => permission !== missing);
      const user = await service.givenUser({ role: await givenRole(`not ${missing}`, granted) });
      const token = await service.tokenOf(user);
      for (const route of needing(missing)) {
        const { status } = await service.call(requestOf(route), { token, ...bodyOf(route) });
        expect({ route: nameOf(route), status }).toEqual({ route: nameOf(route), status: 403 });
      }
    }
  });
});

describe("fault 30: by whatever SuperAdmin comes, no operation refuses", () => {
  test("a bearer token", async () => {
    const token = await service.tokenOf(superAdmin);
    expect(await wrongAnswers(() => ({ token }), isAsGranted([], true))).toEqual([]);
  });

  test("the cookies of a browser with their CSRF token", async () => {
    const session = await service.sessionOf(superAdmin);
    expect(await wrongAnswers(() => ({ session }), isAsGranted([], true))).toEqual([]);
  });

  test("an API key", async () => {
    const { key } = await service.apiKeyOf(superAdmin);
    expect(await wrongAnswers(() => ({ key }), isAsGranted([], true))).toEqual([]);
  });
});

describe("fault 30: what one user owns is to no other there, not even to a SuperAdmin", () => {
  const Made = z.looseObject({ id: z.union([z.int(), z.string()]) });
  /** Of each parameter that names somebody's own: makes one, and gives its id. */
  const OWNED: Record<string, (token: string) => Promise<string>> = {
    key_id: async (token) => String((await service.createKey({ token })).id),
    session_id: async (token) => {
      const { body } = await service.call("GET /api/v1/auth/me/sessions", { token });
      return String(z.array(Made).parse(body)[0]?.id);
    },
    search_id: (token) => made("syslog/searches", { token, body: { name: "own", query: { q: "deny" } } }),
    layout_id: (token) =>
      made("topology/layouts", { token, body: { name: uniqueName("own"), positions: {}, viewport: {} } }),
    import_id: async (token) => {
      const id = crypto.randomUUID();
      const headers = { "Content-Type": "text/csv" };
      // Of more rows than an answer holds, so that its verdicts are kept.
      const names = Array.from({ length: 1001 }, (_, index) => `own-${index}`);
      const file = { token, headers, text: ["display_name", ...names].join("\n") };
      await service.call(`POST /api/v1/topology/devices/import?dry_run=true&import_id=${id}`, file);
      return id;
    },
  };

  async function made(path: string, how: CallOptions): Promise<string> {
    const { status, body, text } = await service.call(`POST /api/v1/${path}`, how);
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
    return String(Made.parse(body).id);
  }

  const isOwned = ({ path }: DocumentedRoute) =>
    !path.includes("/admin/") && Object.keys(OWNED).some((name) => path.includes(`{${name}}`));

  test.each(routes.filter(isOwned).map((route) => [nameOf(route), route] as const))(
    "%s",
    async (_, { method, path }) => {
      const name = /\{(\w+)\}/.exec(path)?.[1] ?? "";
      const owner = await service.tokenOf(await service.givenAdmin());
      const id = await OWNED[name]?.(owner);
      const address = `${method} ${path.replace(`{${name}}`, String(id))}`;
      expect((await service.call(address, { token: superAdminToken })).status).toBe(404);
      expect((await service.call(address, { token: owner })).status).toBeOneOf([200, 204, 409]);
    },
  );
});
