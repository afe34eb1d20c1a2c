import { eq } from "drizzle-orm";
import type { Actor } from "#features/audit";
import type { Encryption } from "#platform/encryption";
import { findIds, type Keyed } from "#platform/http/upsert";
import type { SnmpProfileCreate, SnmpProfileRead, SnmpProfileUpdate } from "./models";
import { createSnmpProfile, getSnmpProfile, updateSnmpProfile } from "./service";
import { snmpProfiles } from "./tables";

/** An SNMP profile under its name. */
export function snmpProfileByKey(
  ctx: { actor: Actor; encryption: Encryption },
  profile: SnmpProfileCreate,
): Keyed<SnmpProfileRead, SnmpProfileUpdate> {
  return {
    key: `SNMP profile named ${profile.name}`,
    find: (db) => findIds(db, { table: snmpProfiles, where: eq(snmpProfiles.name, profile.name) }),
    read: (db, id) => getSnmpProfile({ ...ctx, db }, id),
    create: (db) => createSnmpProfile({ ...ctx, db }, profile),
    update: (db, change) => updateSnmpProfile({ ...ctx, db }, change),
  };
}
