import type { Db } from "#platform/database";
import type { ServerApp } from "#platform/http/server-app";
import type { Logger } from "#platform/log";
import { askForJson, PeerStatusError, type PeerQuestion } from "#platform/peers/ask";
import type { PeerGate } from "#platform/peers/gate";
import { InstanceReport, type AskedInstance, type Silence, type Told } from "./models";
import { hasSameKey, listInstances, type Instance, type InstanceSelf } from "./service";

const PATH = "/api/v1/system/peer-report";
/** More than a report takes at a process whose database and parts do not answer. */
const PATIENCE_MS = 3000;

const QUESTION: PeerQuestion = { method: "GET", path: PATH, patienceMs: PATIENCE_MS };

type ReadReport = () => Promise<InstanceReport>;

/** Tells other processes of this database how this one is; who may know is asked where the person asks. */
export function mountPeerReport(
  app: ServerApp,
  { gate, readReport }: { gate: PeerGate; readReport: ReadReport },
): void {
  app.get(PATH, async ({ req }) => {
    const asked = { method: "GET", path: PATH, authorization: req.header("Authorization") };
    const admitted = gate.admit(asked);
    return admitted.json(await readReport());
  });
}

export type InstancesContext = { db: Db; self: InstanceSelf; readReport: ReadReport; log: Logger };

/** All processes, by address, each asked how it is; all at once, so that the slowest of them is waited for 3 s. */
export async function askInstances(context: InstancesContext): Promise<AskedInstance[]> {
  const found = await listInstances(context.db);
  return Promise.all(found.map(async (instance) => ({ ...instance, ...(await ask(context, instance)) })));
}

async function ask({ self, readReport, log }: InstancesContext, instance: Instance): Promise<Told> {
  if (instance.id === self.id) return { report: await readReport(), silence: null };
  if (!hasSameKey(instance, self)) return silent("other_key");
  if (!instance.isLive) return silent("gone");
  try {
    const answer = await askForJson(self.key, instance, QUESTION);
    return { report: InstanceReport.parse(answer), silence: null };
  } catch (error) {
    log.debug({ err: error, address: instance.address }, "cannot ask another process how it is");
    return silent(silenceOf(error));
  }
}

function silent(silence: Silence): Told {
  return { report: null, silence };
}

/** Version 0.9 knows no such path. */
function silenceOf(error: unknown): Silence {
  if (!(error instanceof PeerStatusError)) return "no_answer";
  if (error.status === 404) return "old_version";
  return error.status === 401 ? "refused" : "no_answer";
}
