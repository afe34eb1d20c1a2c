import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Db } from "#platform/database";
import { freeBytes } from "#platform/free-space";
import type { Logger } from "#platform/log";
import type { Pipeline } from "../segments/ingest/pipeline";
import { listQuarantine } from "../journal/attempts";
import { findKnownRelays, findSpoolPlace, forgetSpool, keepSpool } from "./register";
import { RelaySpool } from "./spool";

/** What stores the lines of one spool, for as long as it is open. */
export type SpoolIngest = { pipeline: Pick<Pipeline, "status" | "settle" | "drain">; stop(): void };

export type RelayStoreDeps = {
  db: Db;
  log: Logger;
  /** A folder for each relay is made in it. */
  folder: string;
  /** Free space to be left on the disk. */
  minFreeBytes: number;
  /** Begins to store what is in a spool; `isHeard` says whether the relay was heard of just now. */
  startIngest: (spool: RelaySpool, relay: RelayPresence) => SpoolIngest;
};

/** How a relay is at this process. */
export type RelayPresence = {
  /** When it was heard last, by a clock that only goes forward, ms. */
  heardAtMs: number;
  /** All its listeners listen, and its journal takes what comes. */
  isListening: boolean;
  /** Age of its oldest line that has not come here. */
  lagSeconds: number;
};

export type OpenSpool = { spool: RelaySpool; ingest: SpoolIngest; presence: RelayPresence };

const ID = /^[0-9a-f]{12}$/;
/** A spool that is being removed, and what a kill has left of one. */
const GONE = /^[0-9a-f]{12}\.forgotten$/;
const SWEEP_EVERY_MS = 60_000;
/** A request of a relay that was forgotten meanwhile has ended by then. */
const QUIET_MS = 60_000;

/** The spools of this process, each opened when its relay comes, or at the start where something is in it. */
export class RelayStore {
  readonly #deps: RelayStoreDeps;
  readonly #spools = new Map<string, Promise<OpenSpool>>();
  readonly #open = new Map<string, OpenSpool>();
  readonly #removing = new Map<string, Promise<void>>();
  #timer: Timer | undefined;
  #isStopped = false;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(deps: RelayStoreDeps) {
    this.#deps = deps;
  }

  /** Opens what earlier runs have left, one after the other. Call it once the tables are there. */
  async start(): Promise<void> {
    const { folder, log } = this.#deps;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      if (GONE.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
      if (!ID.test(name)) continue;
      await this.open(name).catch((error: unknown) =>
        log.error(
          { err: error, relay: name },
          "cannot open what a relay has sent before; it is tried again when it sends",
        ),
      );
    }
    if (this.#isStopped) return;
    this.#timer ??= setInterval(() => {
      this.#sweeping = this.removeForgotten().catch((error: unknown) =>
        log.warn({ err: error }, "cannot remove what is left of forgotten relays; it is tried again"),
      );
    }, SWEEP_EVERY_MS);
  }

  /**
   * Removes the spools of relays that were forgotten, where all that is in them is stored: nothing else knows them, and
   * one that sends again gets a new one. What was set aside because it could not be stored stays for a person to see.
   * Each process looks after its own disk.
   */
  async removeForgotten(quietMs = QUIET_MS): Promise<void> {
    if (this.#open.size === 0) return;
    const known = await findKnownRelays(this.#deps.db, [...this.#open.keys()]);
    for (const [relay, opened] of this.#open) {
      const isQuiet = performance.now() - opened.presence.heardAtMs >= quietMs;
      if (known.has(relay) || !isQuiet || !(await isAllStored(opened))) continue;
      await this.#remove(relay, opened).catch((error: unknown) =>
        this.#deps.log.warn({ err: error, relay }, "cannot remove the spool of a forgotten relay"),
      );
    }
  }

  /** What comes meanwhile waits, and then has a new spool. */
  async #remove(relay: string, opened: OpenSpool): Promise<void> {
    this.#open.delete(relay);
    this.#spools.delete(relay);
    const removing = this.#removeSpool(relay, opened);
    this.#removing.set(relay, removing);
    try {
      await removing;
    } finally {
      this.#removing.delete(relay);
    }
  }

  /** A kill in between leaves a spool that is opened, found to be stored, and removed; or what the next start removes. */
  async #removeSpool(relay: string, opened: OpenSpool): Promise<void> {
    const { db, folder, log } = this.#deps;
    const { collector } = opened.spool;
    if (!(await close(opened, 0))) return;
    await forgetSpool(db, collector);
    const gone = path.join(folder, `${relay}.forgotten`);
    await rename(path.join(folder, relay), gone);
    await rm(gone, { recursive: true, force: true });
    log.info({ relay, collector }, "removed the spool of a forgotten relay");
  }

  /** The spool of a relay. @throws where it cannot be opened; the next call tries again. */
  open(relay: string): Promise<OpenSpool> {
    const removing = this.#removing.get(relay);
    if (removing !== undefined)
      return removing.then(
        () => this.open(relay),
        () => this.open(relay),
      );
    const known = this.#spools.get(relay);
    if (known !== undefined) return known;
    const opening = this.#openSpool(relay);
    this.#spools.set(relay, opening);
    opening.catch(() => this.#spools.delete(relay));
    return opening;
  }

  /**
   * Closes a relay's spool, of which nobody knows whether the database was told what is in it; it is opened again, and
   * brought in line, when the relay sends again.
   */
  async reopen(relay: string): Promise<void> {
    const opened = this.#open.get(relay);
    if (opened === undefined) return;
    this.#open.delete(relay);
    const closed = close(opened, 0);
    const again = closed.then(() => this.#openSpool(relay));
    this.#spools.set(relay, again);
    again.catch(() => this.#spools.delete(relay));
    await closed;
  }

  /** Those that are open, by relay. */
  get all(): ReadonlyMap<string, OpenSpool> {
    return this.#open;
  }

  /** Has what rests stored, where something is older than `maxAgeMs`, and waits for it, but not for long. */
  async settle(maxAgeMs: number): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ ingest }) => ingest.pipeline.settle(maxAgeMs)));
  }

  /** Whether the disk has room for so much more. */
  async hasRoom(bytes: number): Promise<boolean> {
    return (await freeBytes(this.#deps.folder)) - bytes >= this.#deps.minFreeBytes;
  }

  /** Stores what can be stored within the deadline; the rest waits for the next start. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#sweeping;
    await Promise.all([...this.#open.values()].map((opened) => close(opened, deadlineMs)));
  }

  async #openSpool(relay: string): Promise<OpenSpool> {
    const { db, log, folder, startIngest } = this.#deps;
    const spool = await RelaySpool.open({
      folder: path.join(folder, relay),
      log,
      findPlace: (id) => findSpoolPlace(db, { id, relay }),
    });
    try {
      await keepSpool(db, { id: spool.collector, relay, place: spool.place });
    } catch (error) {
      await spool.feed.close();
      throw error;
    }
    const presence = { heardAtMs: Number.NEGATIVE_INFINITY, isListening: false, lagSeconds: 0 };
    const opened = { spool, presence, ingest: startIngest(spool, presence) };
    this.#open.set(relay, opened);
    return opened;
  }
}

async function isAllStored({ spool, ingest }: OpenSpool): Promise<boolean> {
  if (spool.feed.depth().messages > 0 || ingest.pipeline.status.error !== null) return false;
  return (await listQuarantine(spool.journalFolder)).length === 0;
}

/** Gives whether all that was in it is stored. */
async function close({ ingest, spool }: OpenSpool, deadlineMs: number): Promise<boolean> {
  ingest.stop();
  const isStored = await ingest.pipeline.drain(deadlineMs);
  await spool.close();
  return isStored;
}
