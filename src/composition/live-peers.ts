import { listInstances, type InstanceEntry } from "#features/instances";
import { PeerDirectory, PeerKey, type LivePeer } from "#features/syslog";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";

type Deps = {
  db: Db;
  instance: Pick<InstanceEntry, "id" | "keyCheck">;
  masterKey: string;
  /** Whether no other process can be on this database. */
  isAlone: () => boolean;
  log: Logger;
};

/** What a process needs to get live events from others, and to give them its own. */
export type LivePeers = { key: PeerKey; directory: PeerDirectory };

export function openLivePeers({ db, instance, masterKey, isAlone, log }: Deps): LivePeers {
  const read = async (): Promise<LivePeer[]> => {
    if (isAlone()) return [];
    return (await listInstances(db)).flatMap(({ id, isLive, keyCheck, collector, address }) => {
      const isPeer = id !== instance.id && isLive && keyCheck === instance.keyCheck;
      return isPeer && collector !== null ? [{ collector, address }] : [];
    });
  };
  return { key: new PeerKey(masterKey), directory: new PeerDirectory({ read, log }) };
}
