import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { roles } from "#tables/users";
import { createTestService, uniqueAddress, type Session } from "../support/app";
import { readDocument, routesOf, type DocumentedRoute } from "../support/conformance";
import { bodyOf, isWrite, nameOf, requestOf } from "../support/route-requests";

/** Walks the OpenAPI document: each route refuses the callers that it must refuse. */
const service = await createTestService();
const routes = routesOf(await readDocument(service.app));
afterAll(service.close);

/** All that may be called without credentials. */
const PUBLIC = new Set([
  "GET /api/health",
  "GET /api/v1/health",
  "GET /api/v1/system/version",
  "GET /api/v1/setup/status",
  "POST /api/v1/setup/admin",
  "GET /api/v1/admin/settings/public",
  "POST /api/v1/auth/login",
  "POST /api/v1/auth/login/totp",
  "POST /api/v1/auth/login/recovery-code",
  "POST /api/v1/auth/login/passkey/options",
  "POST /api/v1/auth/login/passkey",
  "POST /api/v1/auth/passkey/options",
  "POST /api/v1/auth/passkey",
  "GET /api/v1/auth/oidc/status",
  "GET /api/v1/auth/oidc/login",
  "GET /api/v1/auth/oidc/callback",
  "POST /api/v1/auth/refresh",
  "POST /api/v1/auth/logout",
  "POST /api/v1/auth/forgot-password",
  "POST /api/v1/auth/reset-password",
  // Its own token guards it.
  "GET /metrics",
  // Cron jobs cannot sign in: the token of 128 bits in the path is the right to report, and nothing is read by it.
  "GET /api/v1/monitors/push/{token}",
  "POST /api/v1/monitors/push/{token}",
  // A status page is for people without an account. Only a page that an administrator has published answers, and it
  // holds only what he chose, under the names that he gave: features/status-pages/public.test.ts "nothing of what is
  // inside gets out".
  "GET /status/{slug}",
  "GET /status/{slug}/badge.svg",
  "GET /api/v1/status-pages/{slug}/summary",
  // Whoever is woken at night need not sign in to say so: the signed token of a notice's link is the right, to that
  // incident alone: features/alerts/acknowledge-link.test.ts.
  "POST /api/v1/alerts/acknowledgements",
  "POST /api/v1/alerts/acknowledgements/read",
]);
/** Public, but says more to callers that are known. */
const OPTIONAL = new Set(["GET /api/v1/health/ready"]);
/** They make a session or need none: a foreign page gains nothing by sending them. */
const CSRF_EXEMPT = new Set([
  "POST /api/v1/setup/admin",
  "POST /api/v1/auth/login",
  "POST /api/v1/auth/login/totp",
  "POST /api/v1/auth/login/recovery-code",
  "POST /api/v1/auth/login/passkey/options",
  "POST /api/v1/auth/login/passkey",
  "POST /api/v1/auth/passkey/options",
  "POST /api/v1/auth/passkey",
  "POST /api/v1/auth/forgot-password",
  "POST /api/v1/auth/reset-password",
  "POST /api/v1/monitors/push/{token}",
  "POST /api/v1/alerts/acknowledgements",
  "POST /api/v1/alerts/acknowledgements/read",
]);

const REFUSALS: Record<string, string> = {
  topology_write: "Topology write access is not permitted for your role",
  security_view: "Security event access is not permitted for your role",
  tools_passive: "Network tools access is not permitted for your role",
  tools_active: "Active scanning is not permitted for your role",
  inventory_export: "Inventory export is not permitted for your role",
  firewall_export: "Firewall log export is not permitted for your role",
  report_export: "Report export is not permitted for your role",
  ipam_write: "IPAM write access is not permitted for your role",
  alert_write: "Alert management is not permitted for your role",
  monitoring_write: "Insufficient permissions",
  relay: "Relaying log lines is not permitted for your role",
};

const GRANTED: Record<string, readonly string[]> = {
  SuperAdmin: Object.keys(REFUSALS),
  NetworkAdmin: Object.keys(REFUSALS).filter((permission) => permission !== "relay"),
  SecurityAnalyst: ["security_view", "tools_passive", "firewall_export"],
  Viewer: ["tools_passive"],
  Auditor: ["security_view", "report_export", "alert_write"],
  "a role that nobody made": [],
};

const guarded = routes.filter((route) => !PUBLIC.has(nameOf(route)) && !OPTIONAL.has(nameOf(route)));

test("fault 29: the document has every public route of the list, and marks no other as public", () => {
  const marked = (wanted: (security: unknown[]) => boolean) =>
    routes.filter(({ operation }) => wanted(operation.security ?? [])).map(nameOf);
  expect(marked((security) => security.length === 0).sort()).toEqual([...PUBLIC].sort());
  const isOptional = (security: unknown[]) => security.some((scheme) => Bun.deepEquals(scheme, {}));
  expect(marked(isOptional).sort()).toEqual([...OPTIONAL].sort());
  expect(guarded.length).toBeGreaterThan(10);
});

test("fault 29: the router has no route that the document does not name, but the pages of the documentation", () => {
  const documented = new Set(routes.map(nameOf));
  const methodsOf = new Set(routes.map(({ path }) => `ALL ${path}`));
  const unnamed = service.app.routes
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`)
    .filter((route) => route !== "ALL /*" && !documented.has(route) && !methodsOf.has(route));
  expect(unnamed.filter((route) => !/^(?:GET|ALL) \/api\/docs/.test(route)).sort()).toEqual([
    "ALL /api/openapi.json",
    "ALL /assets/{name}",
    "GET /*",
    "GET /api/openapi.json",
    // For other processes of the same database, which show the key that all have: peer-access.test.ts.
    "GET /api/v1/operations/peer-files/{id}",
    // A WebSocket, which OpenAPI cannot describe: docs/live.md. It asks for its token itself.
    "GET /api/v1/syslog/events/live",
    "GET /api/v1/syslog/peer-status",
    "GET /api/v1/system/peer-report",
    "GET /assets/{name}",
    "POST /api/v1/syslog/peer-test-line/{word}",
  ]);
});

test.each(guarded.map((route) => [nameOf(route), route] as const))(
  "fault 29: %s: no credentials -> 401",
  async (_, route) => {
    const answer = await service.call(requestOf(route), bodyOf(route));
    expect(answer).toMatchObject({ status: 401, body: { detail: "Authentication required" } });
  },
);

test.each(guarded.map((route) => [nameOf(route), route] as const))(
  "fault 29: %s: a bad key, a bad bearer token and a bad cookie -> 401",
  async (_, route) => {
    const refusal = async (how: object) =>
      (await service.call(requestOf(route), { ...bodyOf(route), ...how })).body;
    expect(await refusal({ key: `svc_${"A".repeat(12)}_${"S".repeat(43)}`, peer: uniqueAddress() })).toEqual({
      detail: "Invalid, expired, or revoked API key",
    });
    expect(await refusal({ token: "bad" })).toEqual({ detail: "Invalid or expired token" });
    const headers = { Cookie: "svc_access=bad; svc_csrf=c", "X-CSRF-Token": "c" };
    expect(await refusal({ headers })).toEqual({ detail: "Invalid or expired token" });
  },
);

test.each([...PUBLIC, ...OPTIONAL])("%s: answers without credentials", async (what) => {
  const route = routes.find((known) => nameOf(known) === what);
  expect(route).toBeDefined();
  if (route === undefined) return;
  const { status } = await service.call(requestOf(route), bodyOf(route));
  // Without a refresh token there is nothing to refresh.
  if (what === "POST /api/v1/auth/refresh") expect(status).toBe(401);
  // It answers every call by a redirect.
  else if (what === "GET /api/v1/auth/oidc/callback") expect(status).toBe(302);
  else expect([200, 204, 404, 422]).toContain(status);
});

describe.each(Object.keys(GRANTED))("fault 30: as %s", (role) => {
  let session: Promise<Session> | undefined;
  const login = () => (session ??= service.givenUser({ role }).then(service.sessionOf));

  beforeAll(async () => {
    const permissions = GRANTED[role] ?? [];
    if (role === "Auditor")
      await service.database.db.insert(roles).values({ name: role, permissions: [...permissions] });
  });

  test.each(guarded.map((route) => [nameOf(route), route] as const))("%s", async (_, route) => {
    const answer = await service.call(requestOf(route), { token: (await login()).token, ...bodyOf(route) });
    const refusal = refusalOf(role, route);
    if (refusal !== undefined) expect(answer).toMatchObject({ status: 403, body: { detail: refusal } });
    else expect([401, 403, 405]).not.toContain(answer.status);
  });
});

function refusalOf(role: string, { operation }: DocumentedRoute): string | undefined {
  if (operation["x-role"] === "SuperAdmin" && role !== "SuperAdmin") return "This action requires SuperAdmin";
  const permission = operation["x-permission"];
  if (permission === undefined || GRANTED[role]?.includes(permission) === true) return undefined;
  return REFUSALS[permission] ?? `no text for ${permission}`;
}

/** What these routes demand, named here once more so that a route cannot lose its guard and its mark together. */
test.each([
  ["POST /api/v1/topology/devices", "x-permission", "topology_write"],
  ["POST /api/v1/topology/groups", "x-permission", "topology_write"],
  ["PATCH /api/v1/topology/groups/{group_id}", "x-permission", "topology_write"],
  ["DELETE /api/v1/topology/groups/{group_id}", "x-permission", "topology_write"],
  ["POST /api/v1/topology/groups/reset-device-assignments", "x-permission", "topology_write"],
  ["POST /api/v1/topology/sites", "x-permission", "topology_write"],
  ["PATCH /api/v1/topology/sites/{site_id}", "x-permission", "topology_write"],
  ["DELETE /api/v1/topology/sites/{site_id}", "x-permission", "topology_write"],
  ["POST /api/v1/topology/relationships", "x-permission", "topology_write"],
  ["PATCH /api/v1/topology/relationships/{relationship_id}", "x-permission", "topology_write"],
  ["DELETE /api/v1/topology/relationships/{relationship_id}", "x-permission", "topology_write"],
  ["POST /api/v1/ipam/reservations", "x-permission", "ipam_write"],
  ["PATCH /api/v1/ipam/reservations/{reservation_id}", "x-permission", "ipam_write"],
  ["DELETE /api/v1/ipam/reservations/{reservation_id}", "x-permission", "ipam_write"],
  ["DELETE /api/v1/ipam/reservations/expired", "x-permission", "ipam_write"],
  ["POST /api/v1/ipam/subnets", "x-permission", "ipam_write"],
  ["PATCH /api/v1/ipam/subnets/{subnet_id}", "x-permission", "ipam_write"],
  ["DELETE /api/v1/ipam/subnets/{subnet_id}", "x-permission", "ipam_write"],
  ["POST /api/v1/ipam/subnets/import-from-vlans", "x-permission", "ipam_write"],
  ["POST /api/v1/ipam/subnets/{subnet_id}/allocate", "x-permission", "ipam_write"],
  ["POST /api/v1/ipam/subnets/{subnet_id}/next-subnet", "x-permission", "ipam_write"],
  ["PUT /api/v1/monitoring/devices/{device_id}/dependencies", "x-permission", "monitoring_write"],
  ["POST /api/v1/monitoring/service-checks", "x-permission", "monitoring_write"],
  ["POST /api/v1/monitoring/service-checks/bulk", "x-permission", "monitoring_write"],
  ["PATCH /api/v1/monitoring/service-checks/{target_id}", "x-permission", "monitoring_write"],
  ["DELETE /api/v1/monitoring/service-checks/{target_id}", "x-permission", "monitoring_write"],
  ["POST /api/v1/monitoring/port-targets", "x-permission", "monitoring_write"],
  ["PATCH /api/v1/monitoring/port-targets/{target_id}", "x-permission", "monitoring_write"],
  ["DELETE /api/v1/monitoring/port-targets/{target_id}", "x-permission", "monitoring_write"],
  ["POST /api/v1/monitors", "x-permission", "monitoring_write"],
  ["POST /api/v1/monitoring/suggestions", "x-permission", "monitoring_write"],
  ["POST /api/v1/monitors/test", "x-permission", "monitoring_write"],
  ["PATCH /api/v1/monitors/{monitor_id}", "x-permission", "monitoring_write"],
  ["DELETE /api/v1/monitors/{monitor_id}", "x-permission", "monitoring_write"],
  ["GET /api/v1/auth/users", "x-role", "SuperAdmin"],
  ["POST /api/v1/auth/users", "x-role", "SuperAdmin"],
  ["PATCH /api/v1/auth/users/{user_id}", "x-role", "SuperAdmin"],
  ["GET /api/v1/api-keys/admin/all", "x-role", "SuperAdmin"],
  ["DELETE /api/v1/api-keys/admin/{key_id}", "x-role", "SuperAdmin"],
  ["GET /api/v1/audit/logs", "x-role", "SuperAdmin"],
  ["POST /api/v1/auth/users/{user_id}/unlock-login", "x-role", "SuperAdmin"],
  ["POST /api/v1/auth/users/{user_id}/reset-password", "x-role", "SuperAdmin"],
  ["DELETE /api/v1/auth/users/{user_id}/sessions", "x-role", "SuperAdmin"],
  ["DELETE /api/v1/auth/users/{user_id}/second-factor", "x-role", "SuperAdmin"],
  ["GET /api/v1/admin/role-permissions", "x-role", "SuperAdmin"],
  ["PUT /api/v1/admin/role-permissions", "x-role", "SuperAdmin"],
  ["POST /api/v1/admin/roles", "x-role", "SuperAdmin"],
  ["DELETE /api/v1/admin/roles/{name}", "x-role", "SuperAdmin"],
  ["PUT /api/v1/admin/roles/{name}/second-factor", "x-role", "SuperAdmin"],
  ["GET /api/v1/admin/second-factor-roles", "x-role", "SuperAdmin"],
  ["GET /api/v1/admin/settings", "x-role", "SuperAdmin"],
  ["PUT /api/v1/admin/settings", "x-role", "SuperAdmin"],
  ["POST /api/v1/admin/device-types", "x-role", "SuperAdmin"],
  ["PUT /api/v1/admin/device-types/{value}", "x-role", "SuperAdmin"],
  ["PATCH /api/v1/admin/device-types/{value}", "x-role", "SuperAdmin"],
  ["DELETE /api/v1/admin/device-types/{value}", "x-role", "SuperAdmin"],
  ["PUT /api/v1/admin/device-type-colors", "x-role", "SuperAdmin"],
  ["GET /api/v1/lldp/neighbours", "x-permission", "tools_passive"],
  ["POST /api/v1/lldp/scan/{device_id}", "x-permission", "tools_active"],
  ["PATCH /api/v1/lldp/neighbours/{neighbour_id}", "x-permission", "tools_active"],
  ["POST /api/v1/lldp/neighbours/{neighbour_id}/create-link", "x-permission", "topology_write"],
  ["GET /api/v1/topology/devices/{device_id}/snmp/arp-enrichment", "x-permission", "topology_write"],
  ["POST /api/v1/topology/devices/{device_id}/snmp/arp-enrichment/apply", "x-permission", "topology_write"],
  ["GET /api/v1/topology/devices/{device_id}/tool-results", "x-permission", "tools_passive"],
  ["POST /api/v1/topology/devices/{device_id}/tool-results", "x-permission", "topology_write"],
  ["DELETE /api/v1/topology/devices/{device_id}/tool-results/{result_id}", "x-permission", "topology_write"],
  ["GET /api/v1/tools/snmp/profiles", "x-permission", "tools_active"],
  ["GET /api/v1/tools/snmp/profiles/{profile_id}", "x-permission", "tools_active"],
  ["POST /api/v1/tools/snmp/profiles", "x-role", "SuperAdmin"],
  ["GET /api/v1/syslog/formats", "x-permission", "security_view"],
  ["GET /api/v1/syslog/formats/{format_id}", "x-permission", "security_view"],
  ["GET /api/v1/syslog/formats/blocks", "x-permission", "security_view"],
  ["GET /api/v1/syslog/formats/export", "x-permission", "security_view"],
  ["POST /api/v1/syslog/formats/test", "x-permission", "security_view"],
  ["POST /api/v1/syslog/formats", "x-role", "SuperAdmin"],
  ["PATCH /api/v1/syslog/formats/{format_id}", "x-role", "SuperAdmin"],
  ["DELETE /api/v1/syslog/formats/{format_id}", "x-role", "SuperAdmin"],
  ["PUT /api/v1/syslog/formats/order", "x-role", "SuperAdmin"],
  ["POST /api/v1/syslog/formats/import", "x-role", "SuperAdmin"],
  ["PATCH /api/v1/tools/snmp/profiles/{profile_id}", "x-role", "SuperAdmin"],
  ["DELETE /api/v1/tools/snmp/profiles/{profile_id}", "x-role", "SuperAdmin"],
  ["GET /api/v1/admin/notification-settings", "x-role", "SuperAdmin"],
  ["PUT /api/v1/admin/notification-settings", "x-role", "SuperAdmin"],
  ["POST /api/v1/admin/notifications/test", "x-role", "SuperAdmin"],
  ["GET /api/v1/admin/notification-profiles", "x-role", "SuperAdmin"],
  ["POST /api/v1/admin/notification-profiles", "x-role", "SuperAdmin"],
  ["PATCH /api/v1/admin/notification-profiles/{profile_id}", "x-role", "SuperAdmin"],
  ["DELETE /api/v1/admin/notification-profiles/{profile_id}", "x-role", "SuperAdmin"],
  ["POST /api/v1/admin/notification-profiles/{profile_id}/test", "x-role", "SuperAdmin"],
  ["POST /api/v1/alerts/rules/preview", "x-permission", "alert_write"],
  ["GET /api/v1/alerts/deliveries", "x-permission", "alert_write"],
  ["POST /api/v1/alerts/deliveries/{delivery_id}/resend", "x-permission", "alert_write"],
  ["GET /api/v1/admin/oidc-settings", "x-role", "SuperAdmin"],
  ["PUT /api/v1/admin/oidc-settings", "x-role", "SuperAdmin"],
  ["POST /api/v1/admin/oidc-settings/test", "x-role", "SuperAdmin"],
  ["GET /api/v1/admin/status-pages", "x-role", "SuperAdmin"],
  ["GET /api/v1/admin/status-pages/{page_id}", "x-role", "SuperAdmin"],
  ["GET /api/v1/admin/status-pages/{page_id}/preview", "x-role", "SuperAdmin"],
  ["POST /api/v1/admin/status-pages", "x-role", "SuperAdmin"],
  ["PATCH /api/v1/admin/status-pages/{page_id}", "x-role", "SuperAdmin"],
  ["DELETE /api/v1/admin/status-pages/{page_id}", "x-role", "SuperAdmin"],
  ["GET /api/v1/audit/logs/export", "x-role", "SuperAdmin"],
  ["GET /api/v1/audit/export", "x-role", "SuperAdmin"],
  ["GET /api/v1/audit/verify", "x-role", "SuperAdmin"],
  ["GET /api/v1/syslog/events", "x-permission", "security_view"],
  ["GET /api/v1/exports/firewall", "x-permission", "firewall_export"],
  ["GET /api/v1/exports/subnets", "x-permission", "inventory_export"],
  ["GET /api/v1/exports/alert-events", "x-permission", "inventory_export"],
])("%s is marked %s: %s", (what, mark, value) => {
  const route = routes.find((known) => nameOf(known) === what);
  expect(route?.operation[mark]).toBe(value);
});

test.each(routes.filter(isWrite).map((route) => [nameOf(route), route] as const))(
  "%s: a cookie caller without CSRF header -> 403, unless it is exempt",
  async (name, route) => {
    const session = await service.sessionOf(await service.givenUser({ role: "SuperAdmin" }));
    const answer = await service.call(requestOf(route), { session, csrf: null, ...bodyOf(route) });
    const refused = { status: 403, body: { detail: "CSRF token required" } };
    if (CSRF_EXEMPT.has(name)) expect(answer).not.toMatchObject(refused);
    else expect(answer).toMatchObject(refused);
  },
);
