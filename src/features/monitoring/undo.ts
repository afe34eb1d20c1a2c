import { eq } from "drizzle-orm";
import { readRequest, undoersOf, type ObjectKind, type Undoer } from "#features/undo";
import type { Encryption } from "#platform/encryption";
import { pick } from "#platform/put-back";
import { devices } from "#tables/topology";
import { DeviceDependenciesUpdate } from "./dependencies/models";
import { readChoice } from "./dependencies/read";
import { chooseDependencies } from "./dependencies/service";
import { checkUndoers } from "./checks/undo";
import { monitorUndoers } from "./monitors/undo";
import type { WatchedBelonging } from "./watched-belonging";

type Deps = {
  rootAddresses: () => Promise<readonly string[]>;
  encryption: Encryption;
  belongings: readonly WatchedBelonging[];
};

/** How checks, monitors, and choices of what devices depend on are taken back. */
export function monitoringUndoers({ rootAddresses, encryption, belongings }: Deps): Undoer[] {
  const never = () => Promise.reject(new Error("our bug: choices are neither made nor removed"));
  const kind: ObjectKind = {
    permission: "monitoring_write",
    actions: { created: [], updated: ["monitoring.dependencies_chosen"], deleted: [] },
    targetOf: (id) => `device:${id}`,
    nameOf: ({ name }) => (typeof name === "string" ? name : null),
    comparable: (fields) => pick(fields, ["mode", "parent_ids"]),
    async find(db, id) {
      const [device] = await db
        .select({ name: devices.displayName })
        .from(devices)
        .where(eq(devices.id, id))
        .for("key share");
      return device && { ...(await readChoice(db, id)), name: device.name };
    },
    async change({ db, actor }, { id, fields }) {
      const { mode, parent_ids: parents } = await readChoice(db, id);
      const wanted = readRequest(DeviceDependenciesUpdate, { mode, parent_ids: parents, ...fields });
      const ctx = { db, actor, rootAddresses, onChange: () => {} };
      await chooseDependencies(ctx, { id, wanted, ifMatch: undefined });
    },
    remove: never,
    restore: never,
  };
  return [...undoersOf(kind), ...checkUndoers(belongings), ...monitorUndoers({ encryption, belongings })];
}
