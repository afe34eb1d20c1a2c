import type { Logger } from "#platform/log";
import type { Peer } from "#platform/peers/peer";

/** A collector of another process, and that process. */
export type LivePeer = Peer & { collector: string };

type Options = {
  /** Other processes that run now and have a collector. */
  read: () => Promise<readonly LivePeer[]>;
  log: Logger;
};

const LOOK_MS = 3000;

/** Which collectors others have, kept up to date while somebody wants to know. */
export class PeerDirectory {
  readonly #options: Options;
  readonly #followers = new Set<() => void>();
  #peers: ReadonlyMap<string, LivePeer> = new Map();
  #timer: Timer | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** By collector. */
  get peers(): ReadonlyMap<string, LivePeer> {
    return this.#peers;
  }

  /** While the database cannot be asked, those that were known are. */
  async look(): Promise<void> {
    const { read, log } = this.#options;
    try {
      this.#peers = new Map((await read()).map((peer) => [peer.collector, peer]));
    } catch (error) {
      log.debug({ err: error }, "cannot look which other processes have collectors");
    }
    for (const follow of this.#followers) follow();
  }

  /** Calls `follow` behind each look. Gives what to call to end it. */
  follow(follow: () => void): () => void {
    this.#followers.add(follow);
    this.#timer ??= setInterval(() => void this.look(), LOOK_MS);
    return () => {
      this.#followers.delete(follow);
      if (this.#followers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }
}
