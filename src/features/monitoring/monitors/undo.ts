import { eq } from "drizzle-orm";
import { z } from "zod";
import { addLost, readRequest, undoersOf, type ObjectKind, type Undoer, type UndoRun } from "#features/undo";
import type { Encryption } from "#platform/encryption";
import { monitors } from "../tables";
import { MonitorUpdate, SECRET_NAMES } from "./models";
import { deleteMonitor, readFields, updateMonitorFields } from "./service";

/** Not whether it has a secret: one that was set since would be gone with it. */
const READ_ONLY = new Set(["id", "kind", "created_at", "updated_at"]);

const Secrets = z.looseObject({ secrets_set_or_removed: z.array(z.string()) });

/**
 * How making and changing monitors is taken back. A deleted one stays gone: its secrets and what it found went with it.
 * The caller of the undo tells of the change.
 */
export function monitorUndoers({ encryption }: { encryption: Encryption }): Undoer[] {
  const kind: ObjectKind = {
    permission: "monitoring_write",
    actions: { created: ["monitor.created"], updated: ["monitor.updated"], deleted: [] },
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
    async change(run, { id, fields }) {
      const changes = readRequest(MonitorUpdate, fields);
      await updateMonitorFields({ ...run, encryption }, { id, changes, ifMatch: undefined });
    },
    async remove(run, id) {
      await noteSecrets(run, id);
      await deleteMonitor({ ...run, onChange: () => {} }, { id, ifMatch: undefined, isDryRun: false });
      return {};
    },
    restore: () => Promise.reject(new Error("our bug: a deleted monitor does not come back")),
  };
  return undoersOf(kind);
}

/** Tells of the secrets that go with a monitor: whoever makes it again has to set them again. */
async function noteSecrets(run: UndoRun, id: number): Promise<void> {
  const [row] = await run.db.select().from(monitors).where(eq(monitors.id, id));
  if (row === undefined) return;
  const fields = await readFields(run.db, row);
  const keys = SECRET_NAMES.filter((name) => fields[`has_${name}`]).map((name) => `${id}:${name}`);
  addLost(run, { kind: "monitor_secrets", keys, reason: "the log does not hold secrets" });
}
