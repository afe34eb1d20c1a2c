import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit, type StoredAuditEntry } from "#features/audit";
import {
  addLost,
  addLostSecrets,
  leavingSecrets,
  readRequest,
  restoreRow,
  undoersOf,
  type Fields,
  type ObjectKind,
  type Undoer,
} from "#features/undo";
import type { Encryption } from "#platform/encryption";
import { pick } from "#platform/put-back";
import { SECRETS } from "./credentials";
import { SnmpProfileCreate, SnmpProfileUpdate } from "./models";
import {
  deleteSnmpProfile,
  describeSnmpProfile,
  sealed,
  updateSnmpProfile,
  type ProfileDevices,
} from "./service";
import { snmpProfiles } from "./tables";

const SET_FIELDS = [
  "name",
  "version",
  "port",
  "timeout_seconds",
  "retries",
  "username",
  "auth_protocol",
  "priv_protocol",
  "context",
];

const ONLY_SAID = new Set(["updated_at", ...SECRETS.map((name) => `has_${name}`)]);
const NAME = { field: "name", message: "another profile has its name" };
const Released = z.object({ device_ids: z.array(z.int()) }).catch({ device_ids: [] });

type Deps = { encryption: Encryption; devices: ProfileDevices };

/** How changes of SNMP profiles are taken back: without communities and keys, which the log does not hold. */
export function snmpProfileUndoers(deps: Deps): Undoer[] {
  return leavingSecrets(undoersOf(profileKind(deps)), secretsOfChange, ONLY_SAID);
}

function secretsOfChange({ action, detail }: StoredAuditEntry): string[] {
  if (action !== "tools.snmp_profile_updated") return [];
  return SECRETS.filter((name) => detail?.includes(`, ${name} replaced`));
}

function profileKind({ encryption, devices }: Deps): ObjectKind {
  return {
    permission: "superadmin",
    actions: {
      created: ["tools.snmp_profile_created"],
      updated: ["tools.snmp_profile_updated"],
      deleted: ["tools.snmp_profile_deleted"],
    },
    stored: { table: snmpProfiles },
    targetOf: (id) => `snmp_profile:${id}`,
    nameOf: ({ name }) => (typeof name === "string" ? name : null),
    comparable: (fields) => pick(fields, SET_FIELDS),
    async find(db, id) {
      const [row] = await db.select().from(snmpProfiles).where(eq(snmpProfiles.id, id)).for("update");
      return row && describeSnmpProfile({ encryption }, row);
    },
    async change({ db, actor }, { id, fields }) {
      const changes = readRequest(SnmpProfileUpdate, fields);
      await updateSnmpProfile({ db, actor, encryption }, { id, changes, ifMatch: undefined });
    },
    alongside: {
      own: "snmp_profiles",
      one: ({ db, actor }, id) =>
        deleteSnmpProfile({ db, actor, encryption, devices }, { id, ifMatch: undefined, isDryRun: true }),
    },
    async remove(run, id) {
      const ctx = { db: run.db, actor: run.actor, encryption, devices };
      const [row] = await run.db.select().from(snmpProfiles).where(eq(snmpProfiles.id, id));
      if (row !== undefined)
        addLostSecrets(run, `snmp_profile:${id}`, secretsOf(describeSnmpProfile(ctx, row)));
      await deleteSnmpProfile(ctx, { id, ifMatch: undefined, isDryRun: false });
    },
    async restore(run, { id, before, about }) {
      const profile = readRequest(SnmpProfileCreate, pick(before, SET_FIELDS));
      const columns = { ...sealed({ encryption }, profile), createdAt: before["created_at"] };
      const row = { table: snmpProfiles, id, columns, about, unique: NAME };
      if (!(await restoreRow(run, row))) return undefined;
      addLostSecrets(run, `snmp_profile:${id}`, secretsOf(before));
      const { device_ids: wanted } = Released.parse(before);
      const assigned = new Set(await devices.assign(run.db, { profileId: id, deviceIds: wanted }));
      addLost(run, {
        kind: "devices",
        keys: wanted.filter((one) => !assigned.has(one)),
        reason: "they were given another profile or removed since, and stay so",
      });
      const [after] = await run.db.select().from(snmpProfiles).where(eq(snmpProfiles.id, id));
      await recordAudit(run, {
        action: "tools.snmp_profile_created",
        target: `snmp_profile:${id}`,
        detail: profile.name,
        ...(after && { after: describeSnmpProfile({ encryption }, after) }),
      });
      return { devices: assigned.size };
    },
  };
}

function secretsOf(profile: Fields): string[] {
  return SECRETS.filter((name) => profile[`has_${name}`] === true);
}
