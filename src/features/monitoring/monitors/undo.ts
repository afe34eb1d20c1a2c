import { eq } from "drizzle-orm";
import { z } from "zod";
import { readKept, recordAudit } from "#features/audit";
import {
  addLost,
  addLostSecrets,
  readRequest,
  restoreRow,
  undoersOf,
  type Fields,
  type ObjectKind,
  type Restoring,
  type Undoer,
  type UndoRun,
} from "#features/undo";
import type { Encryption } from "#platform/encryption";
import { findProblems, replaceMembers } from "../group/members";
import { memberKey } from "../group/models";
import { holdTargets } from "../engine/target-upkeep";
import { addPushToken } from "../push/token";
import { groupWakes, monitors } from "../tables";
import { restoreBelongings, type WatchedBelonging } from "../watched-belonging";
import { MonitorUpdate, RecordedMonitor } from "./models";
import { FAVOURITES, secretsOf, toRestoredColumns } from "./restored";
import { restoreMonitors } from "./restore-many";
import {
  deleteMonitor,
  describe,
  lockMonitors,
  readFields,
  removeMonitors,
  updateMonitorFields,
} from "./service";

/** Not whether it has a secret: one that was set since would be gone with it. */
const READ_ONLY = new Set(["id", "kind", "created_at", "updated_at"]);

const Secrets = z.looseObject({ secrets_set_or_removed: z.array(z.string()) });

type Deps = { encryption: Encryption; belongings: readonly WatchedBelonging[] };

/** How changes of monitors are taken back. The caller of the undo tells of the change. */
export function monitorUndoers(deps: Deps): Undoer[] {
  const kind: ObjectKind = {
    permission: "monitoring_write",
    actions: { created: ["monitor.created"], updated: ["monitor.updated"], deleted: ["monitor.deleted"] },
    stored: { table: monitors },
    refusalOf: ({ after }) =>
      Secrets.safeParse(after).success ? "it changed secrets, which the log does not hold" : undefined,
    targetOf: (id) => `monitor:${id}`,
    nameOf: ({ name }) => (typeof name === "string" ? name : null),
    comparable: (fields) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => !READ_ONLY.has(name))),
    async find(db, id) {
      const [row] = await db.select().from(monitors).where(eq(monitors.id, id)).for("update");
      return row && readFields(db, row);
    },
    many: {
      async find(db, ids) {
        const found = await lockMonitors(db, ids);
        return new Map(found.map((monitor) => [monitor.id, monitor]));
      },
      async change(run, changes) {
        for (const change of changes) await changeMonitor(run, { ...change, ...deps });
      },
      async remove(run, ids) {
        await holdTargets(run.db);
        const gone = await lockMonitors(run.db, ids);
        for (const monitor of gone) addLostSecrets(run, `monitor:${monitor.id}`, secretsOf(monitor));
        await removeMonitors({ ...run, ...deps }, gone);
        return new Map(ids.map((id) => [id, {}]));
      },
      restore: (run, given) => restoreMonitors(run, given, deps),
    },
    change: (run, change) => changeMonitor(run, { ...change, ...deps }),
    async remove(run, id) {
      await holdTargets(run.db);
      await noteSecrets(run, id);
      await deleteMonitor(
        { ...run, ...deps, onChange: () => {} },
        { id, ifMatch: undefined, isDryRun: false },
      );
    },
    restore: (run, given) => restoreMonitor(run, { ...given, ...deps }),
  };
  return undoersOf(kind);
}

type Change = { id: number; fields: Fields } & Deps;

async function changeMonitor(run: UndoRun, { id, fields, encryption }: Change): Promise<void> {
  const changes = readRequest(MonitorUpdate, fields);
  await updateMonitorFields({ ...run, encryption }, { id, changes, ifMatch: undefined });
}

/** Tells of the secrets that go with a monitor: whoever makes it again has to set them again. */
async function noteSecrets(run: UndoRun, id: number): Promise<void> {
  const [row] = await run.db.select().from(monitors).where(eq(monitors.id, id));
  if (row !== undefined) addLostSecrets(run, `monitor:${id}`, secretsOf(await readFields(run.db, row)));
}

async function restoreMonitor(
  run: UndoRun,
  { id, before, entry, about, encryption, belongings }: Restoring & Deps,
): Promise<Record<string, number> | undefined> {
  const { db } = run;
  const monitor = readRequest(RecordedMonitor, before);
  const columns = toRestoredColumns(monitor, before);
  if (!(await restoreRow(run, { table: monitors, id, columns, about }))) return undefined;
  addLostSecrets(run, about.target, secretsOf(before));
  if (monitor.kind === "push") {
    await addPushToken({ db, encryption }, id);
    addLost(run, { kind: "push_token", keys: [id], reason: "it has a new one: give it to the job" });
  }
  if (monitor.kind === "group") await restoreOwnMembers(run, { id, members: monitor.members });
  const kept = await readKept(db, entry, "removed");
  const found = await restoreBelongings(run, { kept, belongings: [FAVOURITES, ...belongings] });
  const [row] = await db.select().from(monitors).where(eq(monitors.id, id));
  if (row === undefined) throw new Error("our bug: a monitor that was put back is not there");
  const after = await readFields(db, row);
  await recordAudit(run, {
    action: "monitor.created",
    target: `monitor:${id}`,
    detail: describe(row),
    after,
  });
  return found;
}

type Members = { id: number; members: RecordedMonitor["members"] };

async function restoreOwnMembers(run: UndoRun, { id, members }: Members): Promise<void> {
  const problems = await findProblems(run.db, members);
  const present = members.filter((_, place) => problems[place] === undefined);
  await replaceMembers(run.db, { groupId: id, members: present });
  await run.db.insert(groupWakes).values({ groupId: id });
  addLost(run, {
    kind: "group_members",
    keys: members.filter((_, place) => problems[place] !== undefined).map((one) => `${id}:${memberKey(one)}`),
    reason: "what they were is not there any more",
  });
}
