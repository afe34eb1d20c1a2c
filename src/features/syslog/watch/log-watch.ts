import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { Refresher } from "#platform/refresher";
import type { Writes } from "#platform/write-watch";
import { isResting, REST_MS } from "#platform/resting";
import { TimeBudget } from "./budget";
import type { WatchRequest } from "../encode/watch/chunk-watch";
import { sumMatches } from "./sum-matches";
import { compilePattern } from "./compile-pattern";
import type { ChunkMatches } from "../encode/watch/match-count";
import type { SentPattern, WatchedRows } from "../encode/watch/pattern-set";
import type { PatternMatches, PatternVerdict, QueryProblem, WatchDeps, WatchedPattern } from "./patterns";

/** A pattern that was changed holds after so long, and a look of the watch of writes, however busy the database is. */
const REFRESH_MS = 1030;
/** What came before the patterns could be read is not looked at: for them ingest waits, but not for ever. */
const FIRST_REFRESH_MS = 10_000;
const FIRST_RETRY_MS = 250;
const TIMES = {
  everyMs: REFRESH_MS,
  retryMs: FIRST_RETRY_MS,
  firstMs: FIRST_REFRESH_MS,
};
const MAX_PATTERNS = 1000;

const TOO_MANY: QueryProblem = {
  field: "query",
  message: `more than ${MAX_PATTERNS} different searches are watched already`,
};
const TOO_SLOW: QueryProblem = {
  field: "query",
  message: "it takes too much processor time and rests for a quarter of an hour",
};

/** A query, whichever patterns have it. `restsUntilMs`: by `Date.now`. */
type Query = {
  key: number;
  ids: number[];
  conditions: SentPattern["conditions"];
  problem: QueryProblem | null;
  restsUntilMs: number;
};

/** Of this process, whose worker threads all engines share. */
let keys = 0;
let versions = 0;

/** What the metrics tell. */
export type WatchMeasure = {
  /** Patterns that are looked for, that cannot be, and that take too much time. */
  watched: number;
  refused: number;
  resting: number;
  /** Processor time since start, estimated. */
  seconds: number;
  /** Lines that patterns have taken since start, once for each query; a replay repeats some. */
  lines: number;
};

export const NOTHING_WATCHED: WatchMeasure = { watched: 0, refused: 0, resting: 0, seconds: 0, lines: 0 };

type Plan = WatchDeps & { log: Logger; writes?: Writes | undefined };

/** The patterns that this process looks for in the lines of its collector. */
export class LogWatch {
  readonly #plan: Plan;
  readonly #refresher: Refresher;
  /** By its text. */
  #queries = new Map<string, Query>();
  #budget = new TimeBudget();
  #request: WatchRequest | undefined;
  /** What was set last counts, also where an older reading comes later. */
  #settings = 0;
  #isFailing = false;
  /** Of the last chunk. */
  #failure: string | null = null;
  #micros = 0;
  #lines = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#refresher = new Refresher(() => this.#refresh(), TIMES, plan.writes);
  }

  /**
   * Reads the patterns, again where that fails at first, and from then on once a second where something was written.
   * Resolves once it is known what to look for.
   */
  async start(): Promise<void> {
    await this.#refresher.start();
  }

  stop(): void {
    this.#refresher.stop();
  }

  /**
   * Takes the place of all patterns; from the next chunk of lines on it is these that are looked for. Says of each
   * whether it is watched.
   */
  setPatterns(patterns: readonly WatchedPattern[]): PatternVerdict[] {
    this.#settings++;
    const before = this.#queries;
    this.#queries = new Map();
    for (const { id, query } of patterns) {
      const known = this.#queries.get(query) ?? this.#admit(query, before.get(query));
      known.ids.push(id);
      this.#queries.set(query, known);
    }
    this.#renew();
    return this.listVerdicts();
  }

  /** How each pattern stands now. */
  listVerdicts(): PatternVerdict[] {
    return [...this.#queries.values()].flatMap(({ ids, problem, restsUntilMs }) =>
      ids.map((id) => ({ id, problem: problem ?? (isResting(restsUntilMs, Date.now()) ? TOO_SLOW : null) })),
    );
  }

  /** What to look for in the next chunk; undefined: nothing. */
  request(): WatchRequest | undefined {
    return this.#request;
  }

  /** What the patterns take of a range whose chunks were looked at, in journal order. */
  sumMatches(
    range: { collector: string; start: number; end: number },
    chunks: readonly { watched: WatchedRows | null }[],
  ): PatternMatches[] {
    const rows = chunks.flatMap(({ watched }) => (watched === null ? [] : [watched]));
    if (rows.length === 0) return [];
    const byKey = Map.groupBy<number, ChunkMatches>(
      rows.flatMap(({ matches }) => matches),
      ({ key }) => key,
    );
    // Those of queries that have gone meanwhile have nobody to go to.
    return [...this.#queries.values()].flatMap(({ key, ids }) => {
      const matches = byKey.get(key);
      return matches === undefined ? [] : ids.map((id) => sumMatches(id, range, matches));
    });
  }

  onStored(transaction: Db, matches: PatternMatches[]): Promise<void> {
    return this.#plan.onStored(transaction, matches);
  }

  /** Takes note of what a chunk has cost: patterns that go on to take too much rest. */
  noteCost(watched: WatchedRows): void {
    this.#micros += watched.micros;
    this.#lines += watched.matches.reduce((sum, { lines }) => sum + lines, 0);
    // Said once: it would be the same for every chunk.
    if (watched.failure !== null && watched.failure !== this.#failure)
      this.#plan.log.error(
        { failure: watched.failure },
        "lines are stored without being looked at for alert rules",
      );
    this.#failure = watched.failure;
    const slow = new Set(this.#budget.add(watched));
    if (slow.size === 0) return;
    for (const query of this.#queries.values()) {
      if (!slow.has(query.key)) continue;
      query.restsUntilMs = Date.now() + REST_MS;
      this.#plan.log.warn({ patterns: query.ids }, "a pattern of log lines takes too much time and rests");
    }
    this.#renew();
  }

  measure(): WatchMeasure {
    const verdicts = this.listVerdicts();
    const count = (wanted: (problem: QueryProblem | null) => boolean) =>
      verdicts.filter(({ problem }) => wanted(problem)).length;
    return {
      watched: count((problem) => problem === null),
      refused: count((problem) => problem !== null && problem !== TOO_SLOW),
      resting: count((problem) => problem === TOO_SLOW),
      seconds: this.#micros / 1e6,
      lines: this.#lines,
    };
  }

  #admit(query: string, known: Query | undefined): Query {
    const isFull = this.#queries.size >= MAX_PATTERNS;
    if (known !== undefined && known.problem !== TOO_MANY && !isFull) return { ...known, ids: [] };
    const read = isFull ? { problem: TOO_MANY } : compilePattern(query);
    const place = { key: ++keys, ids: [], restsUntilMs: 0 };
    return "problem" in read
      ? { ...place, conditions: [], problem: read.problem }
      : { ...place, conditions: read.conditions, problem: null };
  }

  /** Makes the request anew where it would be another. */
  #renew(): void {
    const now = Date.now();
    const sent = [...this.#queries.values()]
      .filter(({ problem, restsUntilMs }) => problem === null && !isResting(restsUntilMs, now))
      .map(({ key, conditions }): SentPattern => ({ key, conditions }));
    const patterns = JSON.stringify(sent);
    if (this.#request?.patterns === patterns) return;
    this.#budget = new TimeBudget();
    this.#request = sent.length === 0 ? undefined : { version: ++versions, patterns };
  }

  async #refresh(): Promise<boolean> {
    const settings = this.#settings;
    try {
      const patterns = await this.#plan.readPatterns();
      if (settings === this.#settings) this.setPatterns(patterns);
      this.#isFailing = false;
    } catch (err) {
      // Said once: a database that is away has a message of its own.
      if (!this.#isFailing && !this.#refresher.isStopped)
        this.#plan.log.warn(
          { err },
          "cannot read which log lines alert rules are about; those known still hold",
        );
      this.#isFailing = true;
    }
    return !this.#isFailing;
  }
}
