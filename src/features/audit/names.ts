import { inArray, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { anyOf } from "#platform/any-of";
import { auditLog } from "./tables";
import type { StoredAuditEntry } from "./undone";

/** Of which kind the thing is that a field names by its id. */
const REFERENCES: Readonly<Record<string, string>> = {
  site_id: "site",
  siteId: "site",
  topology_group_id: "group",
  topologyGroupId: "group",
  snmp_profile_id: "snmp_profile",
  snmpProfileId: "snmp_profile",
  source_device_id: "device",
  target_device_id: "device",
  device_id: "device",
  subnet_id: "subnet",
  pool_id: "external_pool",
};

/** How things of a kind are called: a statement that gives `id` and `name` of those whose id is one of `ids`. */
export type AuditNames = Readonly<Record<string, (ids: SQL) => SQL>>;

const Named = z.array(z.object({ id: z.coerce.number(), name: z.string() }));
const State = z.record(z.string(), z.unknown()).catch({});

/**
 * What the things are called now that entries name by a number, by `device:7`; those that are gone by the name that
 * they had last.
 */
export async function readNames(
  { db, names: known }: { db: Db; names: AuditNames },
  entries: readonly StoredAuditEntry[],
): Promise<Record<string, string>> {
  const wanted = new Set(entries.flatMap(mentionsOf));
  const names = new Map<string, string>();
  const byKind = Map.groupBy(wanted, (mention) => mention.split(":")[0] ?? "");
  for (const [kind, mentions] of byKind) {
    const ids = mentions.map((mention) => Number(mention.slice(kind.length + 1)));
    const statement = known[kind]?.(anyOf(ids));
    if (statement === undefined) continue;
    for (const { id, name } of Named.parse([...(await db.execute(statement))]))
      names.set(`${kind}:${id}`, name);
  }
  const gone = [...wanted].filter((mention) => mention.startsWith("device:") && !names.has(mention));
  for (const [mention, name] of await readLastNames(db, gone)) names.set(mention, name);
  return Object.fromEntries(names);
}

function mentionsOf({ target, before, after }: StoredAuditEntry): string[] {
  const own = /^[a-z_]+:\d{1,15}$/.test(target ?? "") ? [target ?? ""] : [];
  const references = [before, after].flatMap((state) =>
    Object.entries(State.parse(state)).flatMap(([field, id]) => {
      const kind = REFERENCES[field];
      return kind !== undefined && typeof id === "number" ? [`${kind}:${id}`] : [];
    }),
  );
  return [...own, ...references];
}

const Device = z.object({
  display_name: z.string().nullable(),
  hostname: z.string().nullable(),
  ip_address: z.string(),
});

async function readLastNames(db: Db, targets: readonly string[]): Promise<Map<string, string>> {
  if (targets.length === 0) return new Map();
  const { target, before, action, id } = auditLog;
  const rows = await db
    .select({ target, before })
    .from(auditLog)
    .where(sql`${inArray(target, [...targets])} AND ${action} = 'topology.device_deleted'`)
    .orderBy(id);
  return new Map(
    rows.flatMap((row) => {
      const device = Device.safeParse(row.before).data;
      const name = device?.display_name ?? device?.hostname ?? device?.ip_address ?? "";
      return name === "" ? [] : [[row.target ?? "", name] as const];
    }),
  );
}
