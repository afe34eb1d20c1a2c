/** Some milliseconds of a thread that has nothing else to do. */
const MAX_AT_ONCE = 64;

/**
 * Tells whether a request may be answered at once, or has to wait until others have had the thread. Of connections that
 * are read, Bun hands over all requests that have come, one after the other without a pause: 20,000 that one client has
 * written behind each other kept everybody else waiting for seconds. The answer is for one that has to wait what breaks
 * the row: Bun closes a connection on which a further request comes before the last one is answered.
 */
export function createTurns(mostAtOnce: number = MAX_AT_ONCE): { mayAnswer: () => boolean } {
  let answered = 0;
  return {
    mayAnswer() {
      if (answered === 0) setImmediate(() => (answered = 0));
      answered += 1;
      return answered <= mostAtOnce;
    },
  };
}
