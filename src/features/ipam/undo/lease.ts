import { recordAudit } from "#features/audit";
import { readKept, type StoredAuditEntry } from "#features/audit";
import { addLost, notRecorded, statesOf, type Undoer, type UndoRun } from "#features/undo";
import { pick, putBack, type StoredRow } from "#platform/put-back";
import { z } from "zod";
import { dhcpLeases, leaseSources } from "../tables";

const Source = z.object({ id: z.int(), name: z.string(), format: z.string(), lastImportedAt: z.string() });
const Names = z.array(z.string()).catch([]);
const Sources = z.array(Source);

/** Takes back that leases were removed. Sources that have been imported again since stay as they are. */
export const LEASES_UNDOER: Undoer = {
  actions: ["ipam.dhcp_leases_deleted"],
  permission: "ipam_write",
  deletion: { kind: "dhcp_leases", nameOf: ({ sources }) => Names.parse(sources).join(", ") },
  undo: restoreLeases,
};

async function restoreLeases(run: UndoRun, entry: StoredAuditEntry): Promise<void> {
  const recorded = Sources.safeParse(statesOf(entry).before["lease_sources"]);
  if (!recorded.success) return notRecorded(run, entry);
  const sources = recorded.data.map(({ lastImportedAt, ...source }) => ({
    ...source,
    last_imported_at: lastImportedAt,
  }));
  const { back } = await putBack(run.db, leaseSources, sources);
  const present = new Set(back.map(({ id }) => Number(id)));
  const leases = (await readKept(run.db, entry, "removed")).get("dhcp_leases") ?? [];
  const wanted = leases.filter((lease) => present.has(Number(lease["source_id"])));
  const gone = leases.filter((lease) => !present.has(Number(lease["source_id"])));
  const keys = gone.map((lease) => String(lease["id"]));
  addLost(run, { kind: "dhcp_leases", keys, reason: "their source was imported again since" });
  await putBack(run.db, dhcpLeases, wanted.map(withoutName));
  for (const { id, name } of sources.filter((source) => present.has(source.id))) {
    const count = wanted.filter((lease) => Number(lease["source_id"]) === id).length;
    const target = `dhcp_leases:${name}`;
    run.objects.push({ target, name, outcome: "restored", fields: [], with: { dhcp_leases: count } });
    await recordAudit(run, { action: "ipam.dhcp_leases_restored", target, detail: `leases=${count}` });
  }
}

function withoutName({ source: _name, ...lease }: StoredRow): StoredRow {
  return pick(lease, Object.keys(lease));
}
