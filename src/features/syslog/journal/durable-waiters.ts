type Waiter = { done: () => void; position: number };

const NOT_PLACED = Infinity;

/** Who waits until what was taken so far is durable, in the order in which they came. */
export class DurableWaiters {
  #waiters: Waiter[] = [];

  /** Waits for the batch that is being collected, which has no positions yet. */
  add(done: () => void): void {
    this.#waiters.push({ done, position: NOT_PLACED });
  }

  /** Waits for what stands at the position. */
  addAt(position: number, done: () => void): void {
    this.#waiters.push({ done, position });
  }

  /** The batch that was being collected ends at the position. */
  place(position: number): void {
    for (let index = this.#waiters.length - 1; index >= 0; index--) {
      const waiter = this.#waiters[index];
      if (waiter?.position !== NOT_PLACED) return;
      waiter.position = position;
    }
  }

  /** Everything through the position is durable. */
  release(through: number): void {
    const released = this.#waiters.filter(({ position }) => position <= through);
    if (released.length === 0) return;
    this.#waiters = this.#waiters.filter(({ position }) => position > through);
    for (const { done } of released) done();
  }
}
