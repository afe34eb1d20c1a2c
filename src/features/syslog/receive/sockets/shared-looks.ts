import { SILENT_MS } from "./look-pause";

type Look = () => void;

/** Those who look together next, by how long they wait. Each thread has its own. */
const rounds = new Map<number, Set<Look>>();

/**
 * Calls back after that time, and gives what takes the call back. After a silence it is called at the latest then, and
 * together with all others of this thread that wait as long: to wake a thread costs more than a look.
 */
export function lookAfter(milliseconds: number, look: Look): () => void {
  if (milliseconds < SILENT_MS) {
    const timer = setTimeout(look, milliseconds);
    return () => clearTimeout(timer);
  }
  const round = rounds.get(milliseconds) ?? beginRound(milliseconds);
  round.add(look);
  return () => void round.delete(look);
}

function beginRound(milliseconds: number): Set<Look> {
  const round = new Set<Look>();
  rounds.set(milliseconds, round);
  setTimeout(() => {
    // Who looks and waits again is one of the next round.
    rounds.delete(milliseconds);
    for (const look of round) look();
  }, milliseconds);
  return round;
}
