import { timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { ApiError, forbidden } from "../errors";

/** Who may call a route. `optional`: anyone, but credentials are checked where given. */
export type Access = "public" | "optional" | "authenticated" | "superadmin" | { readonly permission: string };

/** The authenticated user behind a request, and by what it was authenticated. */
export type Caller = {
  userId: number;
  username: string;
  role: string;
  isSuperAdmin: boolean;
  permissions: readonly string[];
  apiKeyId: number | null;
  /** Of an API key that has one permission alone: it may call the routes of that, and no other. */
  onlyPermission?: string;
  sessionId: string | null;
  /** The role requires a second factor and the user has none: routes that do not serve its enrolment are closed. */
  mustEnrol: boolean;
  /** Of an access token; a long answer ends soon after it. */
  tokenExpiresAt?: Date;
};

/** The one credential that counts: the API key, else the bearer token, else the cookie. */
export type Credential = { kind: "apiKey" | "token"; value: string };

/** The caller, and headers that its answer carries, errors included: of the calls that it has left. */
export type Authenticated = { caller: Caller; headers?: Readonly<Record<string, string>> };

/** Where a request came from, and what the audit log and its answer call it. */
export type Requester = { address: string; requestId: string };

export type GuardRules = {
  /** Gives the caller or throws the 401 or 429. */
  authenticate(credential: Credential, client: Requester): Promise<Authenticated>;
  /** The 403 text of a permission. */
  refusalOf(permission: string): string;
};

export const ACCESS_COOKIE = "svc_access";
export const REFRESH_COOKIE = "svc_refresh";
export const CSRF_COOKIE = "svc_csrf";

/** Of RFC 9110, 9.2.1: they only read. */
export const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/**
 * Refuses a write that a foreign page could have made the browser send: without the token, or with
 * an Origin that is neither the service's own nor in the list.
 */
export function requireCsrfToken(context: Context, origins: readonly string[]): void {
  const { req } = context;
  if (SAFE_METHODS.has(req.method)) return;
  if (req.header("X-API-Key") !== undefined || bearerToken(context) !== undefined) return;
  const cookies = getCookie(context);
  if (cookies[ACCESS_COOKIE] === undefined && cookies[REFRESH_COOKIE] === undefined) return;
  const hasToken = isSameText(cookies[CSRF_COOKIE] ?? "", req.header("X-CSRF-Token") ?? "");
  if (!hasToken || isForeign(context, origins)) throw forbidden("CSRF token required");
}

/**
 * The request comes from a page of another origin. Pages of a neighbouring port or subdomain can set our cookies, token
 * included; what they cannot set is the Origin.
 */
export function isForeign({ req }: Context, origins: readonly string[]): boolean {
  const origin = req.header("Origin");
  if (origin === undefined || origins.includes(origin)) return false;
  const host = (req.header("Host") ?? new URL(req.url).host).toLowerCase();
  const from = URL.parse(origin);
  // Some proxies forward the host without its port.
  return from === null || (from.host !== host && from.hostname !== host);
}

function isSameText(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return expected !== "" && left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Authenticates the request and checks the route's access. Undefined: a caller without credentials on an optional
 * route.
 */
export async function admit(
  context: Context,
  access: Exclude<Access, "public">,
  { rules, client }: { rules: GuardRules; client: Requester },
): Promise<Caller | undefined> {
  const credential = findCredential(context);
  if (credential === undefined) {
    if (access === "optional") return undefined;
    throw new ApiError(401, "Authentication required", { headers: { "WWW-Authenticate": "Bearer" } });
  }
  const { caller, headers } = await rules.authenticate(credential, client);
  context.set("callerHeaders", headers);
  if (caller.onlyPermission !== undefined && !isOf(access, caller.onlyPermission)) {
    if (access === "optional") return undefined;
    throw forbidden(`This API key has the permission "${caller.onlyPermission}" alone`);
  }
  if (access === "superadmin" && !caller.isSuperAdmin) throw forbidden("This action requires SuperAdmin");
  if (typeof access === "object" && !may(caller, access.permission)) {
    throw forbidden(rules.refusalOf(access.permission));
  }
  return caller;
}

function isOf(access: Access, permission: string): boolean {
  return typeof access === "object" && access.permission === permission;
}

/** Whether a caller has a permission. */
export function may(
  { isSuperAdmin, permissions }: Pick<Caller, "isSuperAdmin" | "permissions">,
  permission: string,
): boolean {
  return isSuperAdmin || permissions.includes(permission);
}

/**
 * What a route may know of its caller: 403 for one who must first enrol a second factor, nobody on an optional route.
 */
export function enrolled(
  caller: Caller | undefined,
  route: { access: Access; isOpenBeforeEnrolment?: boolean },
): Caller | undefined {
  if (!caller?.mustEnrol || route.isOpenBeforeEnrolment) return caller;
  if (route.access === "optional") return undefined;
  throw forbidden("Your role requires a second factor: enrol one first");
}

/** 403 for an API key on a route that only sessions may call. */
export function refuseKey(caller: Caller | undefined, { keyRefusal }: { keyRefusal?: string }): void {
  if (keyRefusal !== undefined && caller !== undefined && caller.apiKeyId !== null)
    throw forbidden(keyRefusal);
}

function findCredential(context: Context): Credential | undefined {
  const apiKey = context.req.header("X-API-Key");
  if (apiKey !== undefined) return { kind: "apiKey", value: apiKey };
  const token = bearerToken(context) ?? getCookie(context, ACCESS_COOKIE);
  return token === undefined ? undefined : { kind: "token", value: token };
}

function bearerToken(context: Context): string | undefined {
  return /^Bearer\s+(\S.*)$/i.exec(context.req.header("Authorization") ?? "")?.[1]?.trim();
}
