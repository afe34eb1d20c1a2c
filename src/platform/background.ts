import type { Logger } from "./log";

/** Work that goes on after the answer, such as mails: whoever asked neither waits for it nor learns how it ended. */
export type Background = {
  /**
   * Starts the work as soon as there is room. `name` says what it does: "cannot <name>" is what the log has of a
   * failure.
   */
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when all that was begun has ended. */
  settled(): Promise<void>;
};

const AT_ONCE = 4;
/** Beyond it work is dropped, with a warning: memory stays bounded whatever is asked for. */
const MAX_WAITING = 1000;

export function createBackground({ log }: { log: Logger }): Background {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();

  function next(): void {
    const work = running.size < AT_ONCE ? waiting.shift() : undefined;
    if (work === undefined) return;
    const ended = work().finally(() => {
      running.delete(ended);
      next();
    });
    running.add(ended);
  }

  return {
    run(name, work) {
      if (waiting.length >= MAX_WAITING) {
        log.warn(`cannot ${name}: ${MAX_WAITING} other things wait to be done`);
        return;
      }
      waiting.push(async () => {
        try {
          await work();
        } catch (error) {
          log.warn({ err: error }, `cannot ${name}`);
        }
      });
      next();
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
