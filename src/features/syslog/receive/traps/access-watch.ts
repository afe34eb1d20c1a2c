import { createHash } from "node:crypto";
import type { Logger } from "#platform/log";
import type { SnmpAccess } from "#platform/snmp/access";
import { type TrapAccess, TrapAccessReader } from "./access";

/** A profile that is made or changed holds for traps after so long. */
const LOOK_MS = 5000;

type Plan = {
  readProfiles: () => Promise<readonly SnmpAccess[]>;
  isAnyTrapCommunity: boolean;
  /** Told at the first look, and whenever something has changed. */
  onChange: (access: TrapAccess) => void;
  log: Pick<Logger, "warn">;
};

/**
 * Keeps whose traps are taken as the SNMP profiles say, whichever process has changed them: looks every 5 s. What it
 * found last holds while they cannot be read.
 */
export class TrapAccessWatch {
  readonly #plan: Plan;
  readonly #reader = new TrapAccessReader();
  /** Digest of what was found last: secrets are not kept. */
  #seen = "";
  #isFailing = false;
  #timer: Timer | undefined;
  #isStopped = false;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Looks for the first time, then goes on looking. */
  async start(): Promise<void> {
    await this.look();
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.start(), LOOK_MS);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async look(): Promise<void> {
    try {
      const profiles = await this.#plan.readProfiles();
      const state = createHash("sha256").update(JSON.stringify(profiles)).digest("hex");
      if (state !== this.#seen && !this.#isStopped) {
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
