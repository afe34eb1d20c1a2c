import { notFound, unavailable } from "#platform/errors";
import type { ServerApp } from "#platform/http/server-app";
import type { Logger } from "#platform/log";
import { askForJson, type PeerQuestion } from "#platform/peers/ask";
import type { PeerGate } from "#platform/peers/gate";
import type { PeerKey } from "#platform/peers/key";
import type { LivePeer, PeerDirectory } from "../live/peers/directory";
import { CollectorStatus, type SyslogStatus } from "./models";
import { getSyslogStatus, type StatusContext } from "./syslog-status";

export type CollectorPeers = { directory: PeerDirectory; key: PeerKey; log: Logger };

const PATH = "/api/v1/syslog/peer-status";
/** In which another process must have answered. */
const PATIENCE_MS = 3000;
const RETRY_SECONDS = 5;

const QUESTION: PeerQuestion = { method: "GET", path: PATH, patienceMs: PATIENCE_MS };

/** Tells other processes of this database how this one's collector is; who may know is asked where the person asks. */
export function mountPeerStatus(app: ServerApp, context: StatusContext & { gate: PeerGate }): void {
  app.get(PATH, async ({ req }) => {
    const asked = { method: "GET", path: PATH, authorization: req.header("Authorization") };
    const admitted = context.gate.admit(asked);
    return admitted.json(await getSyslogStatus(context));
  });
}

/**
 * How a collector is, whichever process has it. `wanted` undefined: this process's own; where that receives nothing, the
 * first one of others that answers. Throws 404 where no live process has it, 503 where that does not answer.
 */
export async function findSyslogStatus(
  context: StatusContext & { peers: CollectorPeers },
  wanted: string | undefined,
): Promise<SyslogStatus> {
  const { engine, peers } = context;
  await peers.directory.look();
  const others = peers.directory.peers;
  const own = engine.options.isReceiving ? engine.state().collector : null;
  const collectors = [...others.keys(), ...(own === null ? [] : [own])].sort();
  const ofOwn = async () => ({ ...(await getSyslogStatus(context)), collectors, instance_url: null });
  if (wanted === undefined ? own !== null : wanted === own) return ofOwn();
  if (wanted !== undefined) {
    const peer = others.get(wanted);
    if (peer === undefined) throw notFound("No process that runs has this collector");
    return { ...(await askForStatus(peers, peer)), collectors, instance_url: peer.address };
  }
  for (const peer of others.values()) {
    const found = await askForStatus(peers, peer).catch(() => undefined);
    if (found !== undefined) return { ...found, collectors, instance_url: peer.address };
  }
  return ofOwn();
}

/** How the collector of another process is. Throws 503 where that does not tell. */
export async function askForStatus({ key, log }: CollectorPeers, peer: LivePeer): Promise<CollectorStatus> {
  try {
    return CollectorStatus.parse(await askForJson(key, peer, QUESTION));
  } catch (error) {
    log.debug({ err: error, address: peer.address }, "cannot ask another process how its collector is");
    throw unavailable("The process that has this collector does not answer", RETRY_SECONDS, error);
  }
}
