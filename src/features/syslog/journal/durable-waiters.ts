/** Called once; false: what it waited for went on without being durable. */
export type WhenDurable = (isDurable: boolean) => void;

type Waiter = { done: WhenDurable; position: number };

const NOT_PLACED = Infinity;

/** Who waits until what was taken so far is durable, in the order in which they came. */
export class DurableWaiters {
  #waiters: Waiter[] = [];

  get isEmpty(): boolean {
    return this.#waiters.length === 0;
  }

  /** Waits for the batch that is being collected, which has no positions yet. */
  add(done: WhenDurable): void {
    this.#waiters.push({ done, position: NOT_PLACED });
  }

  /** Waits for what stands at the position. */
  addAt(position: number, done: WhenDurable): void {
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

  /** Everything through the position is durable, or goes on without being so. */
  release(through: number, isDurable: boolean): void {
    const released = this.#waiters.filter(({ position }) => position <= through);
    if (released.length === 0) return;
    this.#waiters = this.#waiters.filter(({ position }) => position > through);
    for (const { done } of released) done(isDurable);
  }
}
