import type { Intake } from "../intake";
import type { WhenDurable } from "../../journal/durable-waiters";
import type { TrapAccess } from "./access";
import { TrapEvaluator } from "./evaluator";
import type { TrapEngine } from "./own-engine";
import { printTrap } from "./print";
import { InformRepeats } from "./repeats";
import type { TrapVerdict } from "./verdict";

export type TrapIntakeOptions = {
  intake: Intake;
  engine: TrapEngine;
  /** Runs what it is given once everything that was taken is durable, or could not be made so. */
  whenDurable: (done: WhenDurable) => void;
  onError: (error: Error) => void;
  /** Milliseconds on a clock that only goes forward. */
  now: () => number;
};

/** Who sent a datagram, and how to answer. */
export type TrapPeer = { address: string; port: number; send: (octets: Buffer) => void };

/** Octets of answers that wait for the journal; more informs are kept without one, and their senders repeat them. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

type Kept = Extract<TrapVerdict, { notification: unknown }>;

/**
 * Between the trap port and the journal: evaluates what arrives, takes it as a line, and answers an inform once it is
 * durable.
 */
export class TrapIntake {
  readonly #options: TrapIntakeOptions;
  readonly #evaluator: TrapEvaluator;
  readonly #repeats: InformRepeats;
  #waitingBytes = 0;
  #lastFailure = "";

  constructor(options: TrapIntakeOptions) {
    this.#options = options;
    this.#evaluator = new TrapEvaluator(options.engine, () => options.now() / 1000);
    this.#repeats = new InformRepeats(options.now);
  }

  setAccess(access: TrapAccess): void {
    this.#evaluator.setAccess(access);
  }

  /** Takes a datagram of which `bytes` are there. They must stay as they are. */
  take(peer: TrapPeer, { bytes, length }: { bytes: Buffer; length: number }): void {
    const { intake } = this.#options;
    const sender = intake.admit(peer.address);
    if (sender === null) return;
    if (length === 0) return intake.countEmpty(sender.text);
    try {
      const verdict: TrapVerdict =
        length > bytes.length ? { refusal: "malformed" } : this.#evaluator.evaluate(bytes);
      if (verdict.refusal !== null) intake.refuseTrap(sender.text, verdict.refusal);
      if ("notification" in verdict) this.#keep(peer, sender.text, verdict);
      else if (verdict.reply !== undefined) peer.send(verdict.reply);
    } catch (error) {
      // Lines are received in the same thread: no octets may end it.
      intake.refuseTrap(sender.text, "malformed");
      this.#tell(error);
    }
  }

  /** The reader looks again in so many ms. */
  noteLull(forMs: number): void {
    this.#options.intake.noteLull(forMs);
  }

  #keep(peer: TrapPeer, sender: string, { notification, origin, answer }: Kept): void {
    const { intake } = this.#options;
    const line = Buffer.from(printTrap(notification, origin));
    if (answer === undefined) {
      intake.takeTrap(sender, line);
      return;
    }
    const key = `${peer.address} ${peer.port} ${notification.requestId}`;
    if (this.#repeats.has(key, line)) intake.counters.traps.repeated += 1;
    else if (intake.takeTrap(sender, line)) this.#repeats.add(key, line);
    else return;
    this.#answerLater(peer, { key, answer: answer() });
  }

  /** Without an answer its sender sends it again: it is taken once more then, as the disk may not have kept it. */
  #answerLater(peer: TrapPeer, { key, answer }: { key: string; answer: Buffer }): void {
    if (this.#waitingBytes + answer.length > MAX_WAITING_BYTES) return;
    this.#waitingBytes += answer.length;
    this.#options.whenDurable((isDurable) => {
      this.#waitingBytes -= answer.length;
      if (!isDurable) return this.#repeats.forget(key);
      this.#options.intake.counters.traps.acknowledged += 1;
      peer.send(answer);
    });
  }

  /** Says of a failure once. */
  #tell(error: unknown): void {
    const failure = error instanceof Error ? error : new Error(String(error));
    if (failure.message === this.#lastFailure) return;
    this.#lastFailure = failure.message;
    this.#options.onError(
      new Error(`our bug: a trap could not be read: ${failure.message}`, { cause: error }),
    );
  }
}
