import { gzipSync } from "node:zlib";
import { and, eq, sql } from "drizzle-orm";
import { escapeControls } from "#platform/control-characters";
import { asUnavailable, type Db } from "#platform/database";
import { keepFor } from "#platform/keep-for";
import { renderPage } from "./page-html";
import { readPublicPage, withoutState, type PublicPage } from "./public-page";
import { toSummary } from "./summary";
import { statusPages } from "../tables";

/** What everybody gets for so long. */
const KEPT_MS = 15_000;
/** So often it is looked whether another process has written. */
const LOOK_MS = 1000;

/** A page as it is sent, made once for all who ask. */
export type Published = {
  page: PublicPage;
  html: string;
  gzippedHtml: Uint8Array<ArrayBuffer>;
  /** JSON. */
  summary: string;
};

type Options = { db: Db; keptMs?: number; lookMs?: number };
type Index = ReadonlyMap<string, number>;

/**
 * The pages that the public may see. However many ask, the database is asked once in 15 seconds which pages there are,
 * and once for each page that is asked for, and once in a second whether they were changed; an address that is no
 * page's costs a look into a map.
 */
export class PublishedPages {
  readonly #options: Options;
  readonly #look: () => Promise<string | undefined>;
  #kept: Kept;
  /** That of the pages which are kept; undefined: it could not be read yet. */
  #version: string | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#kept = new Kept(options);
    this.#look = keepFor(options.lookMs ?? LOOK_MS, () => this.#readVersion());
  }

  /**
   * Undefined: there is no such page, or it is not published. While the database is away it is the page as it was read
   * last, without a state. Throws 503 where there is none.
   */
  async find(slug: string): Promise<Published | undefined> {
    const version = await this.#look();
    if (version !== undefined && version !== this.#version) {
      if (this.#version !== undefined) this.forget();
      this.#version = version;
    }
    return this.#kept.find(slug);
  }

  /** The next who asks gets what has been written: what was taken back is gone at once, in this process. */
  forget(): void {
    this.#kept = new Kept(this.#options);
  }

  /** Changes with each write to a page. Undefined while the database is away. */
  async #readVersion(): Promise<string | undefined> {
    try {
      const [row] = await this.#options.db
        .select({
          version: sql<string>`count(*) || ' ' || coalesce(max(${statusPages.updatedAt})::text, '')`,
        })
        .from(statusPages);
      return row?.version;
    } catch (error) {
      if (asUnavailable(error) === undefined) throw error;
      return undefined;
    }
  }
}

/** What has been read since the last write. What is still being read then is read into what nobody asks any more. */
class Kept {
  readonly #db: Db;
  readonly #keptMs: number;
  readonly #index: () => Promise<Index>;
  #lastIndex: Index | undefined;
  /** By the page's id, as are the last ones. */
  readonly #pages = new Map<number, () => Promise<Published | undefined>>();
  readonly #last = new Map<number, Published>();

  constructor({ db, keptMs = KEPT_MS }: Options) {
    this.#db = db;
    this.#keptMs = keptMs;
    this.#index = keepFor(keptMs, () => this.#readIndex());
  }

  async find(slug: string): Promise<Published | undefined> {
    const id = (await this.#index()).get(slug);
    if (id === undefined) return undefined;
    const known = this.#pages.get(id);
    if (known !== undefined) return known();
    const read = keepFor(this.#keptMs, () => this.#readPage(id));
    this.#pages.set(id, read);
    return read();
  }

  async #readIndex(): Promise<Index> {
    try {
      const rows = await this.#db
        .select({ id: statusPages.id, slug: statusPages.slug })
        .from(statusPages)
        .where(eq(statusPages.isPublished, true));
      const index = new Map(rows.map(({ id, slug }) => [slug, id]));
      this.#forgetAllBut(new Set(index.values()));
      this.#lastIndex = index;
      return index;
    } catch (error) {
      if (this.#lastIndex === undefined || asUnavailable(error) === undefined) throw error;
      return this.#lastIndex;
    }
  }

  #forgetAllBut(ids: ReadonlySet<number>): void {
    for (const id of this.#pages.keys()) if (!ids.has(id)) this.#pages.delete(id);
    for (const id of this.#last.keys()) if (!ids.has(id)) this.#last.delete(id);
  }

  async #readPage(id: number): Promise<Published | undefined> {
    try {
      const [row] = await this.#db
        .select()
        .from(statusPages)
        .where(and(eq(statusPages.id, id), eq(statusPages.isPublished, true)));
      if (row === undefined) return undefined;
      const published = publish(await readPublicPage({ db: this.#db, now: new Date() }, row));
      this.#last.set(id, published);
      return published;
    } catch (error) {
      const last = this.#last.get(id);
      if (last === undefined || asUnavailable(error) === undefined) throw error;
      return publish(withoutState(last.page));
    }
  }
}

function publish(page: PublicPage): Published {
  const html = renderPage(page);
  return {
    page,
    html,
    gzippedHtml: gzipSync(html),
    summary: escapeControls(JSON.stringify(toSummary(page))),
  };
}
