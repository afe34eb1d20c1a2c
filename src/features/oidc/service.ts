import { inArray, sql } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { SsoRequirement } from "#features/auth";
import { hasLocalSuperAdmin, SUPER_ADMIN } from "#features/users";
import { badRequest } from "#platform/errors";
import { requireUnchanged, WHOLE, type EntityTags } from "#platform/http/conditional";
import {
  isUsable,
  findOidcSettings,
  parseRoleMappings,
  toOidcSettingsRead,
  type SettingsContext,
} from "./configuration";
import type {
  OidcPublicStatus,
  OidcSettings,
  OidcSettingsRead,
  OidcSettingsUpdate,
  OidcTestResult,
} from "./models";
import { testProvider } from "./provider-test";
import { oidcSettings } from "./tables";

/** What the sign-in page shows. */
export async function readPublicStatus(ctx: SettingsContext): Promise<OidcPublicStatus> {
  const settings = await findOidcSettings(ctx);
  const enabled = isUsable(settings);
  return { enabled, provider_name: settings.provider_name, require_sso: enabled && settings.require_sso };
}

/**
 * Gives the function that says whether only SuperAdmins may sign in by themselves: never where single sign-on is off.
 */
export function createSsoRequirement(ctx: SettingsContext): SsoRequirement {
  return async () => (await readPublicStatus(ctx)).require_sso;
}

/** The settings that hold, without the secret. */
export async function readOidcSettings(ctx: SettingsContext): Promise<OidcSettingsRead> {
  return toOidcSettingsRead(await findOidcSettings(ctx), ctx);
}

/** Tries the settings that hold on the provider. */
export async function testOidcSettings(ctx: SettingsContext): Promise<OidcTestResult> {
  return testProvider(ctx, await findOidcSettings(ctx));
}

/**
 * Changes what is given; empty text removes the saved value. Throws 400 for mappings that cannot be read, SuperAdmin as
 * the default role, and where single sign-on would be required although it does not work or nobody could come in
 * without it, 412.
 */
export async function updateOidcSettings(
  ctx: SettingsContext & { actor: Actor },
  changes: OidcSettingsUpdate,
  ifMatch?: EntityTags,
): Promise<OidcSettingsRead> {
  const given = givenOf(changes);
  await requirePossible(ctx, merge(ctx, { given, current: await findOidcSettings(ctx) }));
  return ctx.db.transaction(async (db) => {
    if (ifMatch !== undefined) await db.execute(sql`LOCK TABLE ${oidcSettings} IN SHARE ROW EXCLUSIVE MODE`);
    const before = await findOidcSettings({ ...ctx, db });
    requireUnchanged(ifMatch, { current: toOidcSettingsRead(before, ctx), versioned: WHOLE });
    await save({ ...ctx, db }, given);
    const after = await findOidcSettings({ ...ctx, db });
    await recordChange({ ...ctx, db }, { given, before, after });
    return toOidcSettingsRead(after, ctx);
  });
}

type Given = ReadonlyMap<string, string | boolean>;

function givenOf(changes: OidcSettingsUpdate): Given {
  return new Map(
    Object.entries(changes).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, value] as const],
    ),
  );
}

/** The settings as they would hold. */
function merge(
  { environment }: SettingsContext,
  { given, current }: { given: Given; current: OidcSettings },
): OidcSettings {
  const fallback = new Map<string, unknown>(Object.entries(environment));
  const changed = [...given].map(([name, value]) => [name, value === "" ? fallback.get(name) : value]);
  return { ...current, ...Object.fromEntries(changed) };
}

async function requirePossible(ctx: SettingsContext, settings: OidcSettings): Promise<void> {
  if (parseRoleMappings(settings.role_mappings) === undefined) {
    throw badRequest('Role mappings must be a JSON object, e.g. {"net-admins": "NetworkAdmin"}');
  }
  if (settings.default_role.toLowerCase() === SUPER_ADMIN.toLowerCase()) {
    throw badRequest("The default role for provisioned users cannot be SuperAdmin");
  }
  if (!settings.require_sso) return;
  if (!isUsable(settings)) {
    throw badRequest("Cannot require SSO: SSO login is not enabled or fully configured");
  }
  const { checks } = await testProvider(ctx, settings);
  const failed = checks.find((check) => !check.ok);
  if (failed !== undefined) {
    throw badRequest(`Cannot require SSO: provider test failed (${failed.message})`);
  }
  if (!(await hasLocalSuperAdmin(ctx.db))) {
    throw badRequest("Cannot require SSO: no active SuperAdmin account exists for emergency local recovery");
  }
}

async function save({ db, encryption }: SettingsContext, given: Given): Promise<void> {
  const removed = [...given].flatMap(([name, value]) => (value === "" ? [name] : []));
  const values = [...given].flatMap(([name, value]) => {
    if (value === "") return [];
    return [{ name, value: name === "client_secret" ? encryption.encrypt(String(value)) : String(value) }];
  });
  if (removed.length > 0) await db.delete(oidcSettings).where(inArray(oidcSettings.name, removed));
  if (values.length === 0) return;
  await db
    .insert(oidcSettings)
    .values(values)
    .onConflictDoUpdate({
      target: oidcSettings.name,
      set: { value: sql`excluded.value`, updatedAt: sql`now()` },
    });
}

type Change = { given: Given; before: OidcSettings; after: OidcSettings };

async function recordChange(
  ctx: SettingsContext & { actor: Actor },
  { given, before, after }: Change,
): Promise<void> {
  if (given.size === 0) return;
  const target = "settings:oidc";
  await recordAudit(ctx, {
    action: "admin.oidc_settings_updated",
    target,
    detail: `fields=${[...given.keys()].join(",")}`,
    ...changesOf(toOidcSettingsRead(before, ctx), toOidcSettingsRead(after, ctx)),
  });
  if (before.require_sso === after.require_sso) return;
  const action = after.require_sso ? "admin.oidc_require_sso_enabled" : "admin.oidc_require_sso_disabled";
  await recordAudit(ctx, { action, target });
}
