import type { OpenAPIHono } from "@hono/zod-openapi";
import { notFound, unauthorized, unavailable } from "#platform/errors";
import type { Env } from "#platform/http/server-app";
import type { Logger } from "#platform/log";
import { acceptsRequest, signRequest, type PeerKey } from "#platform/peer-key";
import type { PeerDirectory } from "../live/peers/directory";
import { CollectorStatus, type SyslogStatus } from "./models";
import { getSyslogStatus, type StatusContext } from "./syslog-status";

export type StatusPeers = { directory: PeerDirectory; key: PeerKey; log: Logger };

const PATH = "/api/v1/syslog/peer-status";
/** In which another process must have answered. */
const PATIENCE_MS = 3000;
const RETRY_SECONDS = 5;

/** Tells other processes of this database how this one's collector is; who may know is asked where the person asks. */
export function mountPeerStatus(app: OpenAPIHono<Env>, context: StatusContext & { key: PeerKey }): void {
  app.get(PATH, async ({ req, json }) => {
    if (!acceptsRequest(context.key, PATH, req.header("Authorization")))
      throw unauthorized("Not a process of ours");
    return json(await getSyslogStatus(context));
  });
}

/**
 * How a collector is, whichever process has it. `wanted` undefined: this process's own; where that receives nothing, the
 * first one of others that answers. Throws 404 where no live process has it, 503 where that does not answer.
 */
export async function findSyslogStatus(
  context: StatusContext & { peers: StatusPeers },
  wanted: string | undefined,
): Promise<SyslogStatus> {
  const { engine, peers } = context;
  await peers.directory.look();
  const { addresses } = peers.directory;
  const own = engine.options.isReceiving ? engine.state().collector : null;
  const collectors = [...addresses.keys(), ...(own === null ? [] : [own])].sort();
  const ofOwn = async () => ({ ...(await getSyslogStatus(context)), collectors });
  if (wanted === undefined ? own !== null : wanted === own) return ofOwn();
  if (wanted !== undefined) {
    const address = addresses.get(wanted);
    if (address === undefined) throw notFound("No process that runs has this collector");
    return { ...(await askPeer(peers, address)), collectors };
  }
  for (const address of addresses.values()) {
    const found = await askPeer(peers, address).catch(() => undefined);
    if (found !== undefined) return { ...found, collectors };
  }
  return ofOwn();
}

async function askPeer({ key, log }: StatusPeers, address: string): Promise<CollectorStatus> {
  try {
    const answer = await fetch(`${address}${PATH}`, {
      redirect: "manual",
      headers: { Authorization: signRequest(key, PATH) },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
    return CollectorStatus.parse(await answer.json());
  } catch (error) {
    log.debug({ err: error, address }, "cannot ask another process how its collector is");
    throw unavailable("The process that has this collector does not answer", RETRY_SECONDS, error);
  }
}
