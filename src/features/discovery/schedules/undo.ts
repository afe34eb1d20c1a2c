import { eq } from "drizzle-orm";
import { recordAudit } from "#features/audit";
import { addLost, readRequest, restoreRow, undoersOf, type ObjectKind, type Undoer } from "#features/undo";
import { databaseNow } from "#platform/database-clock";
import { snmpProfiles } from "#tables/snmp-profiles";
import { sites, topologyGroups } from "#tables/topology";
import type { Discovery } from "../discovery";
import { openJudge } from "../scans/start";
import { requireEngine } from "../sweep/nmap/program";
import { discoverySchedules } from "../tables";
import { DiscoveryScheduleCreate, DiscoveryScheduleUpdate } from "./models";
import { createdColumns, deleteSchedule, dueAfter, findKeptSchedule, updateSchedule } from "./service";

/** What cannot be changed: whose it is, and which. */
const GIVEN = new Set(["id", "owner_user_id"]);

/** How changes of discovery schedules are taken back; what they observed is observed anew. */
export function discoveryScheduleUndoers({ scans }: Pick<Discovery, "scans">): Undoer[] {
  const kind: ObjectKind = {
    permission: "topology_write",
    actions: {
      created: ["discovery.schedule_created"],
      updated: ["discovery.schedule_updated"],
      deleted: ["discovery.schedule_deleted"],
    },
    stored: { table: discoverySchedules },
    targetOf: (id) => `discovery_schedule:${id}`,
    nameOf: ({ name }) => (typeof name === "string" ? name : null),
    references: { site_id: sites, topology_group_id: topologyGroups, snmp_profile_id: snmpProfiles },
    comparable: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => !GIVEN.has(name))),
    async find(db, id) {
      const [row] = await db
        .select({ id: discoverySchedules.id })
        .from(discoverySchedules)
        .where(eq(discoverySchedules.id, id))
        .for("update");
      return row && findKeptSchedule(db, id);
    },
    async change({ db, actor }, { id, fields }) {
      const changes = readRequest(DiscoveryScheduleUpdate, fields);
      const rules = { judge: await openJudge(scans), findNmap: scans.findNmap };
      await updateSchedule({ db, actor }, { id, changes, ifMatch: undefined, ...rules });
    },
    async remove({ db, actor }, id) {
      await deleteSchedule({ db, actor }, { id, ifMatch: undefined, isDryRun: false });
    },
    async restore(run, { id, before, about }) {
      const { db } = run;
      const given = readRequest(DiscoveryScheduleCreate, before);
      const target = (await openJudge(scans))(given);
      requireEngine(given.engine, scans.findNmap);
      const own = createdColumns(given);
      const columns = {
        ...own,
        target: target.text,
        ownerUserId: before["owner_user_id"],
        createdAt: before["created_at"],
        dueAt: dueAfter(await databaseNow(db), own),
      };
      if (!(await restoreRow(run, { table: discoverySchedules, id, columns, about }))) return undefined;
      const reason = "what it observed is not kept: its next run observes it anew";
      addLost(run, { kind: "discovery_observations", keys: [id], reason });
      await recordAudit(run, {
        action: "discovery.schedule_created",
        target: `discovery_schedule:${id}`,
        detail: given.name,
        after: await findKeptSchedule(db, id),
      });
      return {};
    },
  };
  return undoersOf(kind);
}
