import { unavailable } from "./errors";

/** Lets work through, so much at a time. Those that wait take turns by `from`: one who sends much waits for itself. */
export type FairTurnstile = <T>(from: string, work: () => Promise<T>) => Promise<T>;

type Limits = {
  /** In all. Beyond it whoever has most waiting gives up a place: the newcomer, or the last of those. */
  mostWaiting: number;
  mostWaitingEach: number;
  /** Text of the 503 for those that find no place. */
  refusal: string;
};

type Place = { go: () => void; refuse: (reason: unknown) => void };

export function createFairTurnstile(
  atOnce: number,
  { mostWaiting, mostWaitingEach, refusal }: Limits,
): FairTurnstile {
  /** In the order of their turns; nobody without a place. */
  const queues = new Map<string, Place[]>();
  let waiting = 0;
  let running = 0;

  function next(): void {
    const [first] = queues;
    if (first === undefined) {
      running--;
      return;
    }
    const [from, places] = first;
    queues.delete(from);
    const place = places.shift();
    if (places.length > 0) queues.set(from, places);
    waiting--;
    place?.go();
  }

  function makeRoom(from: string): void {
    const own = queues.get(from)?.length ?? 0;
    if (own >= mostWaitingEach) throw unavailable(refusal, 5);
    if (waiting < mostWaiting) return;
    const longest = [...queues.values()].reduce((most, places) =>
      places.length > most.length ? places : most,
    );
    // Whoever gives up a place has more than one, so that no queue becomes empty here.
    if (longest.length <= own + 1) throw unavailable(refusal, 5);
    longest.pop()?.refuse(unavailable(refusal, 5));
    waiting--;
  }

  function waitFor(from: string): Promise<void> {
    makeRoom(from);
    return new Promise((go, refuse) => {
      const places = queues.get(from);
      if (places === undefined) queues.set(from, [{ go, refuse }]);
      else places.push({ go, refuse });
      waiting++;
    });
  }

  return async (from, work) => {
    if (running < atOnce) running++;
    else await waitFor(from);
    try {
      return await work();
    } finally {
      next();
    }
  };
}
