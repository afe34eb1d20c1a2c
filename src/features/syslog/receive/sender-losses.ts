/** What became of one sender's messages that are not in the journal. */
export type SenderLoss = { denied: number; dropped: number; lastSeenMicros: number };

/** By sender's address; `OTHER_SENDERS` for those that found no room. */
export type SenderLosses = Map<string, SenderLoss>;

export const OTHER_SENDERS = "other";

const MAX_SENDERS = 1024;

/**
 * Counts what was denied or dropped by sender, between two deliveries; of more than 1,024 senders the rest under one
 * name.
 */
export class SenderLossCount {
  #losses: SenderLosses = new Map();

  add(sender: string, kind: "denied" | "dropped", atMicros: number): void {
    const name = this.#losses.has(sender) || this.#losses.size < MAX_SENDERS ? sender : OTHER_SENDERS;
    let loss = this.#losses.get(name);
    if (loss === undefined) {
      loss = { denied: 0, dropped: 0, lastSeenMicros: 0 };
      this.#losses.set(name, loss);
    }
    loss[kind] += 1;
    loss.lastSeenMicros = atMicros;
  }

  /** What was counted since the last call; null: nothing. */
  take(): SenderLosses | null {
    if (this.#losses.size === 0) return null;
    const losses = this.#losses;
    this.#losses = new Map();
    return losses;
  }
}
