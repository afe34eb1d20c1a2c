import type { AttemptGuard } from "../../journal/attempt-guard";
import { BadChunkError } from "./chunk-parsing";
import type { SegmentDraft } from "./draft";
import type { RangeLedger } from "./range-ledger";
import { putPatiently, type RowStore, UnfitRowsError } from "./row-store";
import type { IngestStep } from "./segment-writer";

type Sending = {
  rowStore: RowStore;
  ledger: RangeLedger;
  attempts: AttemptGuard;
  signal: AbortSignal;
  observe?: ((step: IngestStep) => void) | undefined;
  onDelay(error: unknown): void;
};

/**
 * Sends a sealed draft to the store. From before the first attempt on its bounds are kept, so that whoever is in our
 * place after a crash sends the same range.
 * @throws BadChunkError where the store does not take its rows for what they are: it has none of them.
 */
export async function sendRange(draft: SegmentDraft, ctx: Sending, isReplay: boolean): Promise<void> {
  const { path, summary } = draft;
  const { range, rows, minReceivedAtMicros, maxReceivedAtMicros, minId, maxId } = summary;
  ctx.ledger.enter(range);
  ctx.observe?.("range-entered");
  // How long a server is away, and how often we are killed meanwhile, is not the fault of the rows.
  await ctx.attempts.excuse();
  const sent = { ...range, path, rows, minReceivedAtMicros, maxReceivedAtMicros, minId, maxId, isReplay };
  try {
    await putPatiently(ctx.rowStore, sent, ctx);
  } catch (cause) {
    if (!(cause instanceof UnfitRowsError)) throw cause;
    await ctx.attempts.blame();
    await ctx.ledger.withdraw();
    const { start, end } = range;
    throw new BadChunkError(`the event store does not take messages ${start + 1} to ${end}`, { cause });
  }
  ctx.observe?.("range-sent");
}
