import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { pauseUnlessStopped } from "#platform/pause";
import type { PeerKey } from "#platform/peers/key";
import { missingRoles } from "#platform/roles";
import type { Writes } from "#platform/write-watch";
import {
  announce,
  listInstances,
  noteSeen,
  proveEntry,
  rolesWithoutInstance,
  withdraw,
  type InstanceEntry,
} from "./service";

/** So often that two that are lost do not make it gone. */
const BEAT_MS = 10_000;
/** So often it is also forgotten who is gone. */
const ANNOUNCE_MS = 3_600_000;
/** Others that start together with this one have come by then. */
const PATIENCE_MS = 60_000;

/** `writes`: who follows them need not look for what is written here. */
type Options = { db: Db; entry: InstanceEntry; key: PeerKey; writes?: Writes; log: Logger };

/** Says of this process that it is there, for as long as it runs, and warns where a role is nobody's. */
export class InstancePresence {
  readonly entry: InstanceEntry;
  readonly #options: Options;
  readonly #stopped = new AbortController();
  readonly #warnsFromMs = performance.now() + PATIENCE_MS;
  #loop: Promise<void> = Promise.resolve();
  #announcedAtMs = -Infinity;
  #missing = "";
  #isFailing = false;

  constructor(options: Options) {
    this.entry = options.entry;
    this.#options = options;
  }

  /** Needs the database to be there. Resolves once others can see it, or it is known that they cannot yet. */
  async start(): Promise<void> {
    await this.#beat();
    this.#loop = this.#beatUntilStopped();
  }

  /** Takes the row away. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
    const { db, entry, log } = this.#options;
    await withdraw(db, entry.id).catch((error: unknown) =>
      log.debug({ err: error }, "cannot take this process out of the list of instances"),
    );
  }

  async #beatUntilStopped(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await pauseUnlessStopped(BEAT_MS, signal);
      if (!signal.aborted) await this.#beat();
    }
  }

  async #beat(): Promise<void> {
    const { db, entry, writes, log } = this.#options;
    try {
      const transaction = this.#isAnnounced() ? await noteSeen(db, entry.id) : undefined;
      if (transaction !== undefined) writes?.ignore(transaction);
      else await this.#announce();
      if (performance.now() > this.#warnsFromMs) await this.#warnOfMissingRoles();
      this.#isFailing = false;
    } catch (err) {
      // Said once: a database that is away has a message of its own.
      if (!this.#isFailing && !this.#stopped.signal.aborted)
        log.warn({ err }, "cannot write down that this process is there");
      this.#isFailing = true;
    }
  }

  #isAnnounced(): boolean {
    return performance.now() - this.#announcedAtMs < ANNOUNCE_MS;
  }

  async #announce(): Promise<void> {
    const { db, entry, key } = this.#options;
    await announce(db, { ...entry, proof: proveEntry(key, entry) });
    this.#announcedAtMs = performance.now();
  }

  async #warnOfMissingRoles(): Promise<void> {
    const { db, entry, log } = this.#options;
    if (missingRoles([entry.roles]).length === 0) return;
    const missing = rolesWithoutInstance(await listInstances(db)).join(", ");
    if (missing !== "" && missing !== this.#missing)
      log.warn({ roles: missing }, "no live process of this database has these roles (ROLES)");
    this.#missing = missing;
  }
}
