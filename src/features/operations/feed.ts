import type { Db } from "#platform/database";
import { Feed, type Watcher } from "#platform/http/feed";
import type { Operation } from "./models";
import { readOperations } from "./service";

export type OperationWatcher = Watcher & {
  id: string;
  /** Called again and again with the operation as it is; undefined: it is not there any more. */
  take(operation: Operation | undefined): void;
};

export type OperationFeed = Feed<OperationWatcher, ReadonlyMap<string, Operation>>;

const LOOK_MS = 500;

/** Shows operations as they go on, whichever process runs them. */
export function createOperationFeed({ db }: { db: Db }): OperationFeed {
  return new Feed({
    everyMs: LOOK_MS,
    read: async (watchers) => {
      const found = await readOperations(db, [...new Set(watchers.map(({ id }) => id))]);
      return new Map(found.map((operation) => [operation.id, operation]));
    },
    show: (watcher, byId) => watcher.take(byId.get(watcher.id)),
  });
}
