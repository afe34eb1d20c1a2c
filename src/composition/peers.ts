import { listInstances, type InstanceEntry } from "#features/instances";
import type { OtherProcesses } from "#features/operations";
import { PeerDirectory, type LivePeer } from "#features/syslog";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { PeerKey } from "#platform/peer-key";

type Deps = {
  db: Db;
  instance: Pick<InstanceEntry, "id" | "keyCheck">;
  masterKey: string;
  /** Whether no other process can be on this database. */
  isAlone: () => boolean;
  log: Logger;
};

/** What a process needs to ask the others of its database, and to answer them. */
export type Peers = {
  key: PeerKey;
  /** Those that receive. */
  directory: PeerDirectory;
  /** Those that answer people. */
  others: OtherProcesses;
};

export function openPeers({ db, instance, masterKey, isAlone, log }: Deps): Peers {
  const key = new PeerKey(masterKey);
  const readOthers = async () => {
    if (isAlone()) return [];
    const found = await listInstances(db);
    return found.filter(
      ({ id, isLive, keyCheck }) => id !== instance.id && isLive && keyCheck === instance.keyCheck,
    );
  };
  const readCollectors = async (): Promise<LivePeer[]> =>
    (await readOthers()).flatMap(({ collector, address }) =>
      collector === null ? [] : [{ collector, address }],
    );
  const readAddresses = async () =>
    (await readOthers()).flatMap(({ roles, address }) => (roles.includes("api") ? [address] : []));
  return {
    key,
    directory: new PeerDirectory({ read: readCollectors, log }),
    others: { key, readAddresses, log },
  };
}
