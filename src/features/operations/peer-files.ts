import { notFound } from "#platform/errors";
import type { ServerApp } from "#platform/http/server-app";
import type { Logger } from "#platform/log";
import { askForFile, type PeerContent } from "#platform/peers/ask";
import type { PeerGate } from "#platform/peers/gate";
import type { PeerKey } from "#platform/peers/key";
import type { Peer } from "#platform/peers/peer";
import type { ResultFiles } from "./result-files";

/** Other processes of this database that run operations, and so may have files of them. */
export type OtherProcesses = { key: PeerKey; readPeers: () => Promise<readonly Peer[]>; log: Logger };

const PATH = "/api/v1/operations/peer-files";
/** In which a process must begin to answer. */
const PATIENCE_MS = 5000;
const UUID = /^[0-9a-f-]{36}$/;

/** Gives other processes the files that this one has; who may read them is asked where the person asks. */
export function mountPeerFiles(
  app: ServerApp,
  { files, gate }: { files: Pick<ResultFiles, "pathOf">; gate: PeerGate },
): void {
  app.get(`${PATH}/:id`, async ({ req }) => {
    const id = req.param("id");
    const asked = { method: "GET", path: `${PATH}/${id}`, authorization: req.header("Authorization") };
    const admitted = gate.admit(asked);
    const file = UUID.test(id) ? Bun.file(files.pathOf(id)) : undefined;
    if (file === undefined || !(await file.exists())) throw notFound("Not Found");
    return admitted.file(file);
  });
}

/** Asks the others one after the other for a file of that size. Undefined: none of them has it, or answers. */
export async function fetchFromOthers(
  { key, readPeers, log }: OtherProcesses,
  { id, sizeBytes }: { id: string; sizeBytes: number },
): Promise<PeerContent | undefined> {
  for (const peer of await readPeers()) {
    try {
      const question = { method: "GET", path: `${PATH}/${id}`, patienceMs: PATIENCE_MS } as const;
      const found = await askForFile(key, peer, question);
      if (found?.sizeBytes === sizeBytes) return found;
      await found?.content.cancel();
    } catch (error) {
      log.debug({ err: error, address: peer.address }, "cannot ask another process for a file");
    }
  }
  return undefined;
}
