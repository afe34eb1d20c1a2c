import { eq } from "drizzle-orm";
import type { Actor } from "#features/audit";
import type { Encryption } from "#platform/encryption";
import { findIds, type Keyed } from "#platform/http/upsert";
import type {
  NotificationProfileCreate,
  NotificationProfileRead,
  NotificationProfileUpdate,
} from "./profile-models";
import { createProfile, getProfile, updateProfile } from "./profiles";
import { notificationProfiles } from "./tables";

/** A notification profile under its name. */
export function profileByKey(
  ctx: { actor: Actor; encryption: Encryption },
  profile: NotificationProfileCreate,
): Keyed<NotificationProfileRead, NotificationProfileUpdate> {
  const where = eq(notificationProfiles.name, profile.name);
  return {
    key: `notification profile named ${profile.name}`,
    find: (db) => findIds(db, { table: notificationProfiles, where }),
    read: (db, id) => getProfile({ ...ctx, db }, id),
    create: (db) => createProfile({ ...ctx, db }, profile),
    update: (db, change) => updateProfile({ ...ctx, db }, change),
    merged: ["config"],
  };
}
