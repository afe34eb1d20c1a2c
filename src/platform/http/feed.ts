/** One who looks on, such as the event stream of a client. */
export type Watcher = {
  /** The service stops. */
  end(): void;
};

type FeedOptions<W extends Watcher, News> = {
  /** Milliseconds from one look to the next. */
  everyMs: number;
  /** What there is to show these watchers; where it fails they are shown nothing until the next look. */
  read(watchers: readonly W[]): Promise<News>;
  show(watcher: W, news: News): void;
};

/**
 * Looks again and again, while somebody watches, at what any process may change: one read at a time serves all watchers
 * of this process.
 */
export class Feed<W extends Watcher, News> {
  readonly #options: FeedOptions<W, News>;
  readonly #watchers = new Set<W>();
  #timer: Timer | undefined;
  #isLooking = false;

  constructor(options: FeedOptions<W, News>) {
    this.#options = options;
  }

  add(watcher: W): void {
    this.#watchers.add(watcher);
    this.#timer ??= setInterval(() => void this.#look(), this.#options.everyMs);
  }

  remove(watcher: W): void {
    this.#watchers.delete(watcher);
    if (this.#watchers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.end();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const watchers = [...this.#watchers];
    // While the database is away there is nothing new to show.
    const news = await this.#options.read(watchers).catch(() => undefined);
    this.#isLooking = false;
    if (news === undefined) return;
    for (const watcher of watchers) {
      // Who came during the read was shown something newer; who left is not there.
      if (this.#watchers.has(watcher)) this.#options.show(watcher, news);
    }
  }
}
