import { ApiError, conflict, notFound, unavailable } from "#platform/errors";
import type { ServerApp } from "#platform/http/server-app";
import { askForJson } from "#platform/peers/ask";
import type { PeerGate } from "#platform/peers/gate";
import type { LivePeer } from "../live/peers/directory";
import type { CollectorPeers } from "../status/peer-status";
import { PeerTestLine, type TestLine } from "./models";
import { RETRY_SECONDS, sendToOwnListener, type OwnCollector } from "./own-listener";

const PATH = "/api/v1/syslog/peer-test-line";
/** Longer than a listener that does not answer is waited for there. */
const PATIENCE_MS = 8000;
const WORD = /^test-line-[0-9a-f]{8}$/;

/** Lets other processes of this database have a line sent to this one's listener; who may is asked where the person asks. */
export function mountPeerTestLine(
  app: ServerApp,
  { engine, gate }: { engine: OwnCollector; gate: PeerGate },
): void {
  app.post(`${PATH}/:word`, async ({ req }) => {
    const word = req.param("word");
    const asked = { method: "POST", path: `${PATH}/${word}`, authorization: req.header("Authorization") };
    const admitted = gate.admit(asked);
    if (!WORD.test(word)) throw notFound("Not Found");
    return admitted.json(await answerTestLine(engine, word));
  });
}

async function answerTestLine(engine: OwnCollector, word: string): Promise<PeerTestLine> {
  try {
    return { sent: await sendToOwnListener(engine, { word }) };
  } catch (error) {
    if (!(error instanceof ApiError) || typeof error.detail !== "string") throw error;
    return { refused: { status: error.status === 409 ? 409 : 503, detail: error.detail } };
  }
}

/** @throws ApiError 409 where that process's listener takes none, 503 where the process does not answer. */
export async function askForTestLine(
  { key, log }: CollectorPeers,
  { peer, word }: { peer: LivePeer; word: string },
): Promise<TestLine> {
  const question = { method: "POST", path: `${PATH}/${word}`, patienceMs: PATIENCE_MS } as const;
  const answer = await askForJson(key, peer, question)
    .then((told) => PeerTestLine.parse(told))
    .catch((error: unknown) => {
      log.debug({ err: error, address: peer.address }, "cannot ask another process for a test line");
      throw unavailable("The process that has this collector does not answer", RETRY_SECONDS, error);
    });
  if ("sent" in answer) return answer.sent;
  const { status, detail } = answer.refused;
  throw status === 409 ? conflict(detail) : unavailable(detail, RETRY_SECONDS);
}
