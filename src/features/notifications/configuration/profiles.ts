import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import {
  defaultsOf,
  eachOf,
  fieldsOf,
  textOf,
  type ConfigurationKind,
  type Creation,
  type Fields,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import type { Encryption } from "#platform/encryption";
import { pick } from "#platform/put-back";
import { NotificationProfileCreate, NotificationProfileUpdate, SECRET_KEYS } from "../profile-models";
import { createProfile, deleteProfile, openForEdit, updateProfile } from "../profiles";
import { notificationProfiles } from "../tables";

const OWN = ["name", "provider", "enabled", "carries_log_lines"];
const Config = z.record(z.string(), z.unknown());

/** Notification profiles, by name, without their secrets. */
export function profileKind({ encryption }: { encryption: Encryption }): ConfigurationKind {
  return {
    name: "notification_profiles",
    noun: "notification profile",
    key: "its name; of several, by provider",
    reads: "superadmin",
    writes: "superadmin",
    refersTo: [],
    isKeyUnique: false,
    secretNames: [...SECRET_KEYS],
    fields: {
      ...fieldsOf(NotificationProfileCreate.shape, OWN),
      config: Config.refine((config) => Object.keys(config).every((key) => !SECRET_KEYS.has(key)), {
        message: `${[...SECRET_KEYS].join(", ")} are secrets: they belong under secrets`,
      }).openapi({ description: "keys by provider, as the API has them, but for secrets" }),
    },
    defaults: { ...defaultsOf(NotificationProfileCreate.shape, OWN), config: {} },
    keyOf: (fields) => textOf(fields, "name"),
    tellersOf: (fields) => [textOf(fields, "provider")],
    nameOf: (fields) => textOf(fields, "name"),
    toItem: (fields) => ({
      ...pick(fields, OWN),
      ...("config" in fields && { config: inOrder(fields["config"]) }),
    }),
    fromItem: (item) => pick(item, [...OWN, "config"]),
    async read(db) {
      const rows = await db.select().from(notificationProfiles).orderBy(asc(notificationProfiles.id));
      return rows.map((row) => {
        const { config, carriesLogLines, ...profile } = openForEdit({ encryption }, row);
        const keys = Object.keys(config);
        const secrets = keys.filter((key) => SECRET_KEYS.has(key) && config[key] !== "").toSorted();
        const shown = pick(
          config,
          keys.filter((key) => !SECRET_KEYS.has(key)),
        );
        return {
          id: row.id,
          fields: { ...profile, config: shown, carries_log_lines: carriesLogLines },
          secrets,
        };
      });
    },
    async openSecrets(db, id) {
      const [row] = await db.select().from(notificationProfiles).where(eq(notificationProfiles.id, id));
      if (row === undefined) return {};
      const { config } = openForEdit({ encryption }, row);
      const own = Object.entries(config).flatMap(([key, value]) =>
        SECRET_KEYS.has(key) && typeof value === "string" ? [[key, value] as const] : [],
      );
      return Object.fromEntries(own);
    },
    create: (ctx, things) =>
      eachOf(things, async (thing) => {
        const wanted = readRequest(NotificationProfileCreate, withSecrets(thing));
        return (await createProfile({ ...ctx, encryption }, wanted)).id;
      }),
    async update(ctx, changes) {
      for (const { id, before, ...thing } of changes) {
        const known = Object.keys(Config.parse(before["config"] ?? {}));
        const cleared = Object.fromEntries(known.map((key) => [key, null]));
        const whole = withSecrets(thing);
        const config =
          thing.fields["config"] === undefined
            ? whole["config"]
            : { ...cleared, ...Config.parse(whole["config"]) };
        const wanted = { ...whole, ...(config !== undefined && { config }) };
        await updateProfile(
          { ...ctx, encryption },
          { id, changes: readRequest(NotificationProfileUpdate, wanted) },
        );
      }
    },
    async remove(ctx, gone) {
      for (const { id } of gone) await deleteProfile({ ...ctx, encryption }, id);
    },
  };
}

function withSecrets({ fields, secrets }: Creation): Fields {
  const isSaid = fields["config"] !== undefined || Object.keys(secrets).length > 0;
  if (!isSaid) return fields;
  return { ...fields, config: { ...Config.parse(fields["config"] ?? {}), ...secrets } };
}

function inOrder(config: unknown): Fields {
  const entries = Object.entries(Config.parse(config)).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
