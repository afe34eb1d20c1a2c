import { createHash } from "node:crypto";
import type { Logger } from "#platform/log";
import { UNWATCHED, type Writes } from "#platform/write-watch";
import type { SnmpAccess } from "#platform/snmp/access";
import { type TrapAccess, TrapAccessReader } from "./access";

/** A profile that is made or changed holds for traps after so long. */
const REFRESH_MS = 5000;
/** Where nothing was written. */
const QUIET_REFRESH_MS = 120_000;

type Plan = {
  readProfiles: () => Promise<readonly SnmpAccess[]>;
  isAnyTrapCommunity: boolean;
  /** Told at the first look, and whenever something has changed. */
  onChange: (access: TrapAccess) => void;
  /** Absent: it is looked again and again. */
  writes?: Writes | undefined;
  log: Pick<Logger, "warn">;
};

/**
 * Keeps whose traps are taken as the SNMP profiles say, whichever process has changed them: looks every 5 s
 * where something is written. What it found last holds while they cannot be read.
 */
export class TrapAccessWatch {
  readonly #plan: Plan;
  readonly #reader = new TrapAccessReader();
  /** Digest of what was found last: secrets are not kept. */
  #seen = "";
  #isFailing = false;
  readonly #stopped = new AbortController();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Looks for the first time once `ready` has resolved, then goes on looking. Never where it is rejected. */
  start(ready: Promise<void>): void {
    void ready.then(
      () => this.#refreshUntilStopped(),
      () => undefined,
    );
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #refreshUntilStopped(): Promise<void> {
    const { signal } = this.#stopped;
    const { writes = UNWATCHED } = this.#plan;
    while (!signal.aborted) {
      const mark = writes.mark();
      await this.#refresh();
      const mostMs = this.#isFailing ? REFRESH_MS : QUIET_REFRESH_MS;
      await writes.pause(mark, { leastMs: REFRESH_MS, mostMs }, signal);
    }
  }

  async #refresh(): Promise<void> {
    try {
      const profiles = await this.#plan.readProfiles();
      const state = createHash("sha256").update(JSON.stringify(profiles)).digest("hex");
      if (state !== this.#seen && !this.#stopped.signal.aborted) {
        this.#plan.onChange(await this.#reader.read(profiles, this.#plan.isAnyTrapCommunity));
        this.#seen = state;
      }
      this.#isFailing = false;
    } catch (err) {
      // Said once: a database that is away has a message of its own.
      if (!this.#isFailing)
        this.#plan.log.warn({ err }, "cannot read the SNMP profiles, which say whose traps are taken");
      this.#isFailing = true;
    }
  }
}
