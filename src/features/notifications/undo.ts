import { eq } from "drizzle-orm";
import { z } from "zod";
import type { StoredAuditEntry } from "#features/audit";
import { recordAudit } from "#features/audit";
import {
  addLostSecrets,
  leavingSecrets,
  readRequest,
  restoreRow,
  undoersOf,
  type Fields,
  type ObjectKind,
  type Undoer,
} from "#features/undo";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { pick } from "#platform/put-back";
import { NotificationProfileBefore, NotificationProfileChangesBefore, SECRET_KEYS } from "./profile-models";
import { deleteProfile, findAuditedProfile, profileColumns, updateProfile } from "./profiles";
import { channelSettingsUndoers } from "./settings-undo";
import { notificationProfiles } from "./tables";

const Config = z.record(z.string(), z.unknown()).catch({});

/** How changes of profiles and channels are taken back: without their secrets, which the log does not hold. */
export function notificationUndoers({ encryption }: { encryption: Encryption }): Undoer[] {
  return [
    ...leavingSecrets(undoersOf(profileKind(encryption)), secretsOfProfile),
    ...channelSettingsUndoers({ encryption }),
  ];
}

/** Of a change. One that is made or removed has them for good, or has lost them. */
function secretsOfProfile({ action, before, after }: StoredAuditEntry): string[] {
  if (action !== "admin.notification_profile_updated") return [];
  const states = [before, after].map((state) => Config.parse(Config.parse(state)["config"]));
  return [...SECRET_KEYS].filter((key) => states.some((config) => key in config));
}

function profileKind(encryption: Encryption): ObjectKind {
  return {
    permission: "superadmin",
    actions: {
      created: ["admin.notification_profile_created"],
      updated: ["admin.notification_profile_updated"],
      deleted: ["admin.notification_profile_deleted"],
    },
    stored: { table: notificationProfiles },
    targetOf: (id) => `notification_profile:${id}`,
    nameOf: ({ name }) => (typeof name === "string" ? name : null),
    comparable: (fields) => ({
      ...pick(fields, ["name", "provider", "enabled", "carries_log_lines"]),
      ...("config" in fields && { config: withoutSecretKeys(fields["config"]) }),
    }),
    find: (db, id) => findLocked({ db, encryption }, id),
    async change({ db, actor }, { id, fields }) {
      const known = Config.parse((await findLocked({ db, encryption }, id))?.["config"]);
      const changes = readRequest(NotificationProfileChangesBefore, {
        ...fields,
        // Keys that were added since then go with null.
        ...("config" in fields && {
          config: { ...emptied(withoutSecretKeys(known)), ...withoutSecretKeys(fields["config"]) },
        }),
      });
      await updateProfile({ db, encryption, actor }, { id, changes });
    },
    async remove(run, id) {
      const config = Config.parse((await findLocked({ db: run.db, encryption }, id))?.["config"]);
      addLostSecrets(run, `notification_profile:${id}`, secretKeysOf(config));
      await deleteProfile({ db: run.db, encryption, actor: run.actor }, id);
    },
    async restore(run, { id, before, about }) {
      const secrets = secretKeysOf(Config.parse(before["config"]));
      const profile = readRequest(NotificationProfileBefore, {
        ...before,
        config: withoutSecretKeys(before["config"]),
        // What it would send would be refused.
        ...(secrets.length > 0 && { enabled: false }),
      });
      const columns = { ...profileColumns({ encryption }, profile), createdAt: before["created_at"] };
      if (!(await restoreRow(run, { table: notificationProfiles, id, columns, about }))) return undefined;
      addLostSecrets(run, `notification_profile:${id}`, secrets);
      await recordAudit(run, {
        action: "admin.notification_profile_created",
        target: `notification_profile:${id}`,
        after: await findAuditedProfile({ db: run.db, encryption }, id),
      });
      return {};
    },
  };
}

async function findLocked(ctx: { db: Db; encryption: Encryption }, id: number): Promise<Fields | undefined> {
  const [row] = await ctx.db
    .select({ id: notificationProfiles.id })
    .from(notificationProfiles)
    .where(eq(notificationProfiles.id, id))
    .for("update");
  return row && findAuditedProfile(ctx, id);
}

function withoutSecretKeys(config: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Config.parse(config)).filter(([key]) => !SECRET_KEYS.has(key)));
}

function emptied(config: Fields): Record<string, null> {
  return Object.fromEntries(Object.keys(config).map((key) => [key, null]));
}

function secretKeysOf(config: Fields): string[] {
  return Object.entries(config).flatMap(([key, value]) =>
    SECRET_KEYS.has(key) && value !== "" ? [key] : [],
  );
}
