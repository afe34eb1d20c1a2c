import { hasSameKey, listInstances, type InstanceSelf } from "#features/instances";
import type { OtherProcesses } from "#features/operations";
import { PeerDirectory, type LivePeer } from "#features/syslog";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { PeerGate } from "#platform/peers/gate";
import type { PeerKey } from "#platform/peers/key";
import type { PeerSelf } from "#platform/peers/peer";

type Deps = {
  db: Db;
  instance: InstanceSelf;
  /** What this process writes into its row; asked once it listens. */
  readAddress: () => string;
  /** Whether no other process can be on this database. */
  isAlone: () => boolean;
  log: Logger;
};

/** What a process needs to ask the others of its database, and to answer them. */
export type Peers = {
  key: PeerKey;
  self: PeerSelf;
  gate: PeerGate;
  /** Those that receive. */
  directory: PeerDirectory;
  /** Those that answer people. */
  others: OtherProcesses;
};

export function openPeers({ db, instance, readAddress, isAlone, log }: Deps): Peers {
  const { key, id } = instance;
  const self = { id, readAddress };
  const readOthers = async () => {
    if (isAlone()) return [];
    const found = await listInstances(db);
    return found.filter((other) => other.id !== id && other.isLive && hasSameKey(other, instance));
  };
  const readCollectors = async (): Promise<LivePeer[]> =>
    (await readOthers()).flatMap(({ collector, ...peer }) =>
      collector === null ? [] : [{ ...peer, collector }],
    );
  const readAnswering = async () => (await readOthers()).filter(({ roles }) => roles.includes("api"));
  return {
    key,
    self,
    gate: new PeerGate({ key, self }),
    directory: new PeerDirectory({ read: readCollectors, log }),
    others: { key, readPeers: readAnswering, log },
  };
}
