import type { Db } from "#platform/database";
import type { ObjectKind } from "./objects";
import { undoersOf } from "./undoers-of";
import type { Fields, Undoer, UndoRun } from "./run";

type SettingsKind = {
  action: string;
  permission: string;
  /** As its audit rows name it. */
  target: string;
  /** For people. */
  name: string;
  /** Of what audit rows have: what can be set, without secrets. */
  comparable: (fields: Fields) => Fields;
  /** What is set now. */
  read: (db: Db) => Promise<Fields>;
  write: (run: UndoRun, fields: Fields) => Promise<unknown>;
};

/** How changes of settings, of which there is one set, are taken back. */
export function settingsUndoers(settings: SettingsKind): Undoer[] {
  const { action, permission, target, name, comparable, read, write } = settings;
  const never = () => Promise.reject(new Error("our bug: settings are neither made nor removed"));
  const kind: ObjectKind = {
    permission,
    actions: { created: [], updated: [action], deleted: [] },
    targetOf: () => target,
    nameOf: () => name,
    findId: () => Promise.resolve(0),
    comparable,
    find: read,
    async change(run, { fields }) {
      await write(run, fields);
    },
    remove: never,
    restore: never,
  };
  return undoersOf(kind);
}
