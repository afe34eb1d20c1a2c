import type { Db } from "#platform/database";
import { listDevices } from "../devices/list";
import { listRelationships } from "../links/service";
import type { TopologyGraph } from "./models";

/** The whole map as `userId` sees it, of one moment: the devices of every link are among the devices. */
export function getGraph({ db }: { db: Db }, userId: number): Promise<TopologyGraph> {
  return db.transaction(
    async (snapshot) => ({
      devices: (await listDevices({ db: snapshot }, userId, { sort: "hostname" })).rows,
      relationships: await listRelationships({ db: snapshot }),
    }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
