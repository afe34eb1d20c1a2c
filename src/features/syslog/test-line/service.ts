import { recordAudit, type Actor } from "#features/audit";
import { ApiError, conflict, notFound } from "#platform/errors";
import type { Db } from "#platform/database";
import type { LivePeer } from "../live/peers/directory";
import type { CollectorPeers } from "../status/peer-status";
import type { TestLine } from "./models";
import { sendToOwnListener, type OwnCollector } from "./own-listener";
import { askForTestLine } from "./peer-test-line";

export type TestLineContext = {
  /** Its own collector, and the database that keeps the audit log. */
  engine: OwnCollector & { db: Db };
  peers: CollectorPeers;
};

type Sender = TestLineContext & { actor: Actor };

/**
 * Sends a line of our own to a listener of ours, whichever process has it: that of `wanted`, or else of the first
 * collector that takes it, this process's own before all others.
 * @throws ApiError 404 where no live process has `wanted`, 409 where no listener without TLS is open or the allowlist
 * keeps its machine out, 503 where it cannot be sent.
 */
export async function sendTestLine(ctx: Sender, wanted: string | undefined): Promise<TestLine> {
  const { engine, peers } = ctx;
  await peers.directory.look();
  const others = [...peers.directory.peers.values()];
  const own = engine.options.isReceiving ? engine.state().collector : undefined;
  const all = [own, ...others].filter((one) => one !== undefined);
  const asked = wanted === undefined ? all : all.filter((one) => idOf(one) === wanted);
  if (wanted !== undefined && asked.length === 0) throw notFound("No process that runs has this collector");
  let refusal: ApiError | undefined;
  for (const one of asked) {
    try {
      return await send(ctx, one);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Why a listener takes none says more than that a process is silent.
      if (refusal?.status !== 409) refusal = error;
    }
  }
  throw refusal ?? conflict("No syslog listener without TLS is open");
}

function idOf(collector: string | LivePeer): string {
  return typeof collector === "string" ? collector : collector.collector;
}

async function send({ engine, peers, actor }: Sender, to: string | LivePeer): Promise<TestLine> {
  const word = `test-line-${crypto.randomUUID().slice(0, 8)}`;
  const note = (target: string) =>
    recordAudit({ db: engine.db, actor }, { action: "syslog.test_line", target, detail: `q=${word}` });
  if (typeof to === "string")
    return sendToOwnListener(engine, {
      word,
      onSend: ({ transport, port }) => note(`listener:${transport}:${port}`),
    });
  await note(`collector:${to.collector}`);
  return askForTestLine(peers, { peer: to, word });
}
