import { SUPER_ADMIN } from "#features/users";
import { parseRoleMappings } from "./configuration";
import type { OidcSettings } from "./models";
import { SsoError } from "./sso-error";

export type Claims = Readonly<Record<string, unknown>>;

/** Whom the provider has signed in. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string;
  isEmailVerified: boolean;
  displayName: string | null;
  groups: readonly string[];
};

const LONGEST_EMAIL = 254;
const LONGEST_NAME = 100;

/**
 * True where the ID token leaves something open that the user info endpoint may know: the address, that it is verified,
 * or the groups where roles depend on them. Providers differ in what they put where.
 */
export function needsUserInfo(idToken: Claims, settings: OidcSettings): boolean {
  const hasMail = typeof idToken["email"] === "string" && isTrue(idToken["email_verified"]);
  const needsGroups = settings.role_mappings !== "" && idToken[settings.group_claim] === undefined;
  return !hasMail || needsGroups;
}

/** Puts both together; the ID token, which is signed, comes first. Throws SsoError where there is no mail address. */
export function readIdentity(
  { idToken, userInfo }: { idToken: Claims & { iss: string; sub: string }; userInfo: Claims },
  groupClaim: string,
): Identity {
  const { email, isVerified } = readEmail(idToken, userInfo);
  const name = textOf(idToken["name"]) ?? textOf(userInfo["name"]);
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email,
    isEmailVerified: isVerified,
    displayName: name?.slice(0, LONGEST_NAME) ?? null,
    groups: listOf(idToken[groupClaim] ?? userInfo[groupClaim]),
  };
}

/** That an address is verified counts only beside that very address. */
function readEmail(idToken: Claims, userInfo: Claims): { email: string; isVerified: boolean } {
  const email = textOf(idToken["email"]) ?? textOf(userInfo["email"]);
  if (email === undefined || email.length > LONGEST_EMAIL || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new SsoError("email_missing");
  }
  const isVerified = [idToken, userInfo].some(
    (claims) => textOf(claims["email"]) === email && isTrue(claims["email_verified"]),
  );
  return { email, isVerified };
}

/** Throws SsoError for an address that is not verified, or of a domain that is not in the list. */
export function requireAllowedEmail(identity: Identity, settings: OidcSettings): void {
  const who = { username: identity.email };
  if (!identity.isEmailVerified && !settings.allow_unverified_email) {
    throw new SsoError("email_unverified", who);
  }
  const allowed = settings.allowed_email_domains
    .split(",")
    .map((name) => name.trim().toLowerCase().replace(/^@/, ""))
    .filter((name) => name !== "");
  const domain = identity.email.slice(identity.email.lastIndexOf("@") + 1).toLowerCase();
  if (allowed.length > 0 && !allowed.includes(domain)) throw new SsoError("email_domain_denied", who);
}

/** The built-in roles, the highest first. */
const RANKING = [SUPER_ADMIN, "NetworkAdmin", "SecurityAnalyst", "Viewer"];

/**
 * The role that the groups give: the highest built-in one, else the first custom one in the order of the mappings, else
 * the default. A role that does not exist, and SuperAdmin where that is not allowed, count as not mapped.
 */
export function chooseRole(
  groups: readonly string[],
  { settings, customRoles }: { settings: OidcSettings; customRoles: ReadonlySet<string> },
): string {
  const mappings = parseRoleMappings(settings.role_mappings) ?? new Map<string, string>();
  const mapped = [...mappings].filter(([group]) => groups.includes(group)).map(([, role]) => role);
  const possible = RANKING.filter((role) => role !== SUPER_ADMIN || settings.allow_super_admin);
  const builtin = possible.find((role) => mapped.includes(role));
  const custom = mapped.find((role) => !RANKING.includes(role) && customRoles.has(role));
  return builtin ?? custom ?? settings.default_role;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Some providers send their booleans as text. */
function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}

/** Some providers send a single group as text. */
function listOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((item) => typeof item === "string");
}
