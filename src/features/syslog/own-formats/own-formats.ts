import type { Logger } from "#platform/log";
import { Refresher } from "#platform/refresher";
import type { Writes } from "#platform/write-watch";
import type { FormatRequest, UsedFormats } from "../encode/chunk-formats";
import { compileFormat } from "../parse/own-formats/compile";
import type { OwnFormat } from "../parse/own-formats/definition";
import type { SentFormat } from "../parse/own-formats/format-set";
import { isResting, REST_MS } from "../resting";

/** Formats that another process has changed hold here after so long. */
const REFRESH_MS = 5000;
/** What came before the formats could be read is read without them: for them ingest waits, but not for ever. */
const FIRST_REFRESH_MS = 10_000;
const FIRST_RETRY_MS = 250;
const TIMES = {
  everyMs: REFRESH_MS,
  retryMs: FIRST_RETRY_MS,
  firstMs: FIRST_REFRESH_MS,
};
/** A format that took too much in so many chunks in a row rests. */
const MOST_STRIKES = 3;

/** Where the formats come from. */
export type FormatSource = {
  /** Those that are switched on, in their order. Asked at start, and again every few seconds. */
  readFormats(): Promise<OwnFormat[]>;
};

/** How a format is doing in this process. `refused`: this version cannot read by it. */
export type FormatState = "active" | "resting" | "refused";

/** What lines and a format had to do with each other since start. */
export type FormatCounts = { lines: number; steps: number; costly: number; skipped: number };

/** A format by its name, and what the status and the metrics tell of it. */
export type FormatMeasure = FormatCounts & { name: string; state: FormatState; restsUntilMs: number | null };

type Known = {
  key: number;
  format: OwnFormat;
  isRefused: boolean;
  /** Chunks in a row in which it took too much. */
  strikes: number;
  /** By `Date.now`. */
  restsUntilMs: number;
};

const NOTHING: FormatCounts = { lines: 0, steps: 0, costly: 0, skipped: 0 };

/** Of this process, whose worker threads all engines share. */
let keys = 0;
let versions = 0;

type Plan = FormatSource & { log: Logger; writes?: Writes | undefined };

/** The formats of one's own by which this process reads the lines of its collector. */
export class OwnFormats {
  readonly #plan: Plan;
  readonly #refresher: Refresher;
  /** In their order. */
  #formats: Known[] = [];
  readonly #counts = new Map<string, FormatCounts>();
  #request: FormatRequest | undefined;
  #readings = 0;
  #lastSet = 0;
  #isFailing = false;
  /** Of the last chunk. */
  #failure: string | null = null;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#refresher = new Refresher(() => this.#refresh(), TIMES, plan.writes);
  }

  /** Reads the formats, again where that fails at first, and from then on every few seconds. */
  async start(): Promise<void> {
    await this.#refresher.start();
  }

  stop(): void {
    this.#refresher.stop();
  }

  /** Reads them now, as somebody has changed them: the next chunk of lines is read by what they are. */
  async refresh(): Promise<void> {
    await this.#refresh();
  }

  /** By what the next chunk is read; undefined: by none. */
  request(): FormatRequest | undefined {
    return this.#request;
  }

  /** Those that are switched on, in their order. */
  list(): OwnFormat[] {
    return this.#formats.map(({ format }) => format);
  }

  /** Takes note of what formats did in a chunk: one that goes on to take too much rests. */
  noteUse({ uses, failure }: UsedFormats): void {
    // Said once: it would be the same for every chunk.
    if (failure !== null && failure !== this.#failure)
      this.#plan.log.error({ failure }, "lines are stored without being shown to own formats");
    this.#failure = failure;
    for (const use of uses) {
      const known = this.#formats.find(({ key }) => key === use.key);
      if (known === undefined) continue;
      const counts = this.#counts.get(known.format.name) ?? NOTHING;
      this.#counts.set(known.format.name, {
        lines: counts.lines + use.lines,
        steps: counts.steps + use.steps,
        costly: counts.costly + use.costly,
        skipped: counts.skipped + use.skipped,
      });
      known.strikes = use.skipped > 0 ? known.strikes + 1 : 0;
      if (known.strikes >= MOST_STRIKES) this.#rest(known);
    }
  }

  /** How each of them is doing, in their order. */
  measure(): FormatMeasure[] {
    return this.#formats.map((known) => {
      const { format, restsUntilMs } = known;
      const rests = isResting(restsUntilMs, Date.now());
      return {
        name: format.name,
        ...(this.#counts.get(format.name) ?? NOTHING),
        state: known.isRefused ? "refused" : rests ? "resting" : "active",
        restsUntilMs: rests ? restsUntilMs : null,
      };
    });
  }

  #rest(known: Known): void {
    known.strikes = 0;
    known.restsUntilMs = Date.now() + REST_MS;
    this.#plan.log.warn({ format: known.format.name }, "an own format takes too much time and rests");
    this.#renew();
  }

  #set(formats: readonly OwnFormat[]): void {
    const before = new Map(this.#formats.map((known) => [JSON.stringify(known.format), known]));
    this.#formats = formats.map((format) => before.get(JSON.stringify(format)) ?? admit(format));
    const names = new Set(formats.map(({ name }) => name));
    for (const name of this.#counts.keys()) if (!names.has(name)) this.#counts.delete(name);
    this.#renew();
  }

  /** Makes the request anew where it would be another. */
  #renew(): void {
    const now = Date.now();
    const sent = this.#formats
      .filter(({ isRefused, restsUntilMs }) => !isRefused && !isResting(restsUntilMs, now))
      .map(({ key, format }): SentFormat => ({ key, format }));
    const formats = JSON.stringify(sent);
    if (this.#request?.formats === formats) return;
    this.#request = sent.length === 0 ? undefined : { version: ++versions, formats };
  }

  /** What was asked for last counts, also where an older reading comes later. */
  async #refresh(): Promise<boolean> {
    const reading = ++this.#readings;
    try {
      const formats = await this.#plan.readFormats();
      if (reading > this.#lastSet) {
        this.#lastSet = reading;
        this.#set(formats);
      }
      this.#isFailing = false;
    } catch (err) {
      // Said once: a database that is away has a message of its own.
      if (!this.#isFailing && !this.#refresher.isStopped)
        this.#plan.log.warn({ err }, "cannot read the own formats; those known still hold");
      this.#isFailing = true;
    }
    return !this.#isFailing;
  }
}

function admit(format: OwnFormat): Known {
  const isRefused = "problem" in compileFormat(format);
  return { key: ++keys, format, isRefused, strikes: 0, restsUntilMs: 0 };
}
