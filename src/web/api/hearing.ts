import { createStore } from "../store";

/** Cheap, open to everyone, and answered while the database is away. */
const PROBE = "/api/v1/health";
/** Without a sign of the service for so long it is asked whether it is there. */
const DOUBT_MS = 2600;
const PROBE_MS = 1500;
const PROBE_AGAIN_MS = 2000;
/** A question that waits when the service has been silent for so long is given up. */
const PATIENCE_MS = 10_000;
const WATCH_MS = 300;

/** Since when nothing was heard of the service (ms); undefined: it is there, as far as anybody knows. */
export const silence = createStore<number | undefined>(undefined);

let heardAt = Date.now();
let isProbing = false;
let again: ReturnType<typeof setTimeout> | undefined;
let giveUp = new AbortController();

/** Anything came from the service, an answer or a sign on a stream. */
export function noteHeard(): void {
  heardAt = Date.now();
  if (silence.get() === undefined) return;
  clearTimeout(again);
  giveUp = new AbortController();
  silence.set(undefined);
}

/**
 * Watches a stream on which the service says every two seconds that it is there, from now on. Gives what ends that.
 */
export function watchBeats(): () => void {
  heardAt = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - heardAt > DOUBT_MS) void probe();
  }, WATCH_MS);
  return () => clearInterval(timer);
}

/** The words of a question that was given up. */
export class NotAnsweredError extends Error {
  constructor() {
    super("The service does not answer");
  }
}

/**
 * Asks the service something. A question that it keeps waiting while it says nothing else either is given up. @throws
 * NotAnsweredError
 */
export async function askHeard(request: Request, mayGiveUp: boolean): Promise<Response> {
  const doubt = setTimeout(() => void probe(), DOUBT_MS);
  const { signal } = giveUp;
  try {
    const signals = mayGiveUp ? [request.signal, signal] : [request.signal];
    const response = await fetch(request, { signal: AbortSignal.any(signals) });
    noteHeard();
    return response;
  } catch (error) {
    throw signal.aborted && !request.signal.aborted ? new NotAnsweredError() : error;
  } finally {
    clearTimeout(doubt);
  }
}

/** A stream that is silent may have been cut by something in between: the service itself is asked. */
async function probe(): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  try {
    await fetch(PROBE, { cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) });
    noteHeard();
  } catch {
    noteSilence();
  } finally {
    isProbing = false;
  }
}

function noteSilence(): void {
  silence.set(silence.get() ?? heardAt);
  if (Date.now() - heardAt > PATIENCE_MS && !giveUp.signal.aborted) {
    giveUp.abort();
    // What is asked from now on waits as long again.
    giveUp = new AbortController();
  }
  clearTimeout(again);
  again = setTimeout(() => void probe(), PROBE_AGAIN_MS);
}
