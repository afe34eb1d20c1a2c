import { asc, eq } from "drizzle-orm";
import {
  defaultsOf,
  eachOf,
  fieldsOf,
  textOf,
  type ConfigurationKind,
  type StoredThing,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import type { Encryption } from "#platform/encryption";
import { pick } from "#platform/put-back";
import { SECRETS } from "../credentials";
import { SnmpProfileCreate, SnmpProfileUpdate } from "../models";
import {
  createSnmpProfile,
  deleteSnmpProfile,
  openForEdit,
  updateSnmpProfile,
  type ProfileDevices,
} from "../service";
import { snmpProfiles } from "../tables";

const OWN = [
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

type Deps = { encryption: Encryption; devices: ProfileDevices };

/** SNMP profiles, by name, without their secrets. */
export function snmpProfileKind({ encryption, devices }: Deps): ConfigurationKind {
  return {
    name: "snmp_profiles",
    noun: "SNMP profile",
    key: "its name",
    reads: { permission: "tools_active" },
    writes: "superadmin",
    refersTo: [],
    isKeyUnique: true,
    secretNames: SECRETS,
    fields: fieldsOf(SnmpProfileCreate.shape, OWN),
    defaults: defaultsOf(SnmpProfileCreate.shape, OWN),
    keyOf: (fields) => textOf(fields, "name"),
    nameOf: (fields) => textOf(fields, "name"),
    toItem: (fields) => pick(fields, OWN),
    fromItem: (item) => pick(item, OWN),
    async read(db) {
      const rows = await db.select().from(snmpProfiles).orderBy(asc(snmpProfiles.id));
      return rows.map((row): StoredThing => {
        const { shown, opened } = openForEdit({ encryption }, row);
        return { id: row.id, fields: shown, secrets: SECRETS.filter((name) => opened[name] !== null) };
      });
    },
    async openSecrets(db, id) {
      const [row] = await db.select().from(snmpProfiles).where(eq(snmpProfiles.id, id));
      if (row === undefined) return {};
      const { opened } = openForEdit({ encryption }, row);
      return Object.fromEntries(
        SECRETS.flatMap((name) => (opened[name] === null ? [] : [[name, opened[name]]])),
      );
    },
    create: (ctx, things) =>
      eachOf(things, async ({ fields, secrets }) => {
        const wanted = readRequest(SnmpProfileCreate, { ...fields, ...secrets });
        return (await createSnmpProfile({ ...ctx, encryption }, wanted)).id;
      }),
    async update(ctx, changes) {
      for (const { id, fields, secrets } of changes)
        await updateSnmpProfile(
          { ...ctx, encryption },
          { id, changes: readRequest(SnmpProfileUpdate, { ...fields, ...secrets }), ifMatch: undefined },
        );
    },
    async remove(ctx, gone) {
      for (const { id } of gone)
        await deleteSnmpProfile({ ...ctx, encryption, devices }, { id, ifMatch: undefined, isDryRun: false });
    },
  };
}
