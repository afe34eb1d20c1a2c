import { startSender, type NumberedSender, type SenderOptions } from "./numbered-sender";
import { unreadOctets } from "./unread-octets";
import { patient } from "./patience";

/** From read to written it takes 50 ms (README's promise), and on a busy machine what it has to wait for a processor. */
const WRITTEN_MS = 500;
const LOOK_EVERY_MS = 250;
const AGAIN_AFTER_MS = 50;

type StreamOptions = Omit<SenderOptions, "total"> & {
  /** Ports at which what this one sends is read: of the collectors, and of a proxy before them. */
  readAt: readonly number[];
};

/** What is known of the lines of a stream. */
export type StreamAccount = {
  /** Numbers of lines that must be stored. */
  certain: Set<number>;
  /** Numbers of lines that were on their way when their receiver was killed: they may be stored. */
  possible: Set<number>;
};

export type NumberedStream = {
  /** How many lines the kernel has taken. */
  count(): number;
  /** How many connections have ended. */
  breaks(): number;
  /** Ends it, and waits until all was read. */
  stop(): Promise<StreamAccount>;
};

/** Of a connection: so many lines were read at that moment (performance.now()). */
type Mark = { at: number; lines: number };

type Run = { sender: NumberedSender; marks: Mark[]; brokeAt: number | undefined };

/**
 * Sends numbered lines without end; where its receiver dies it comes again as soon as one takes it, as senders of syslog
 * do, and goes on with the next number. What was seen to be read half a second before a connection broke must be stored.
 */
export function startStream({ readAt, ...options }: StreamOptions): NumberedStream {
  const stopped = new AbortController();
  const runs: Run[] = [];
  let next = options.first;

  const watch = async (run: Run) => {
    const ended = new AbortController();
    void run.sender.done.then(() => ended.abort());
    while (!ended.signal.aborted && !stopped.signal.aborted) {
      // Nothing is sent while this looks. The newest line of a connection may still be in part on our side.
      const lines = Math.max(0, run.sender.sent.length - 1);
      if (unreadOctets(...readAt) === 0) run.marks.push({ at: performance.now(), lines });
      await Bun.sleep(LOOK_EVERY_MS);
    }
    if (ended.signal.aborted && !stopped.signal.aborted) run.brokeAt = performance.now();
  };

  const keepSending = async () => {
    while (!stopped.signal.aborted) {
      const sender = await startSender({ ...options, first: next, total: Infinity }).catch(() => undefined);
      if (sender !== undefined) {
        const run: Run = { sender, marks: [], brokeAt: undefined };
        runs.push(run);
        await watch(run);
        if (run.brokeAt !== undefined) sender.stop();
        next += sender.sent.length + 1;
      }
      if (!stopped.signal.aborted) await Bun.sleep(AGAIN_AFTER_MS);
    }
  };

  const ended = keepSending();
  return {
    count: () => runs.reduce((sum, { sender }) => sum + sender.sent.length, 0),
    breaks: () => runs.filter(({ brokeAt }) => brokeAt !== undefined).length,
    async stop() {
      stopped.abort();
      await ended;
      // The last connection closes in order: all of its lines are read.
      for (const { sender } of runs) sender.stop();
      await Promise.all(runs.map(({ sender }) => sender.done));
      return accountOf(runs);
    },
  };
}

function accountOf(runs: readonly Run[]): StreamAccount {
  const certain = new Set<number>();
  const possible = new Set<number>();
  for (const { sender, marks, brokeAt } of runs) {
    const isWritten = ({ at }: Mark) => brokeAt !== undefined && at <= brokeAt - patient(WRITTEN_MS);
    // The last line of one that we end may be cut off.
    const whole = brokeAt === undefined ? sender.sent.length - 1 : (marks.findLast(isWritten)?.lines ?? 0);
    for (const [index, { sequence }] of sender.sent.entries())
      (index < whole ? certain : possible).add(sequence);
  }
  return { certain, possible };
}
