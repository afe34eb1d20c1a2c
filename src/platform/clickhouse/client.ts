import type { Logger } from "#platform/log";
import { ClickHouseError, ClickHouseUnreachableError, readClickHouseError } from "./errors";
import { type ClickHouseParameters, formatParameter } from "./parameters";
import { type ClickHouseRow, readRows } from "./rows";

export type ClickHouseSettings = Readonly<Record<string, string | number>>;

export type ClickHousePlace = {
  /** `http://host:8123` each; the first that answers is taken. At least one. */
  urls: readonly string[];
  user: string;
  password: string;
  log: Logger;
};

type Request = {
  sql: string;
  parameters?: ClickHouseParameters | undefined;
  settings?: ClickHouseSettings | undefined;
  body?: Uint8Array<ArrayBuffer> | Blob | undefined;
  queryId?: string | undefined;
};

type Answer = { response: Response; url: string };

const KILL_MS = 5_000;
/** What a proxy says in ClickHouse's place. */
const GATEWAY_STATUSES = [502, 503, 504];

/**
 * ClickHouse by its HTTP interface. Each method throws ClickHouseError where a statement is refused or ended,
 * ClickHouseUnreachableError where nobody answers, and the signal's reason when it fires.
 */
export class ClickHouse {
  readonly #place: ClickHousePlace;

  constructor(place: ClickHousePlace) {
    this.#place = place;
  }

  /**
   * The rows of a statement, in batches as they come in. The query is killed where it runs when the signal fires or the
   * loop is left.
   */
  async *query(
    sql: string,
    parameters: ClickHouseParameters,
    { signal, settings = {} }: { signal: AbortSignal; settings?: ClickHouseSettings },
  ): AsyncGenerator<ClickHouseRow[]> {
    const queryId = crypto.randomUUID();
    const left = new AbortController();
    let url: string | undefined;
    let isOver = false;
    try {
      const request = { sql, parameters, settings: { ...ROWS, ...settings }, queryId };
      const until = AbortSignal.any([signal, left.signal]);
      const answer = await this.#ask(request, until, (asked) => (url = asked));
      yield* readRows(bodyOf(answer));
      isOver = true;
    } catch (error) {
      signal.throwIfAborted();
      isOver = error instanceof ClickHouseError;
      throw error;
    } finally {
      left.abort();
      if (!isOver && url !== undefined) void this.#kill(url, queryId);
    }
  }

  /** Runs a statement without rows to its end. */
  async command(
    sql: string,
    options: { signal?: AbortSignal; settings?: ClickHouseSettings } = {},
  ): Promise<void> {
    const { signal = NEVER, settings } = options;
    const { response } = await this.#ask({ sql, settings }, signal);
    await readText(response);
  }

  /** Runs `INSERT INTO … FORMAT …` with the data that belong to it; a file is sent as it is read. */
  async insert(
    sql: string,
    body: Uint8Array<ArrayBuffer> | Blob,
    options: { signal?: AbortSignal; settings?: ClickHouseSettings } = {},
  ): Promise<void> {
    const { signal = NEVER, settings } = options;
    const { response } = await this.#ask({ sql, body, settings }, signal);
    await readText(response);
  }

  /** Asks one address after the other until one answers. */
  async #ask(request: Request, signal: AbortSignal, onAsked?: (url: string) => void): Promise<Answer> {
    const failures: unknown[] = [];
    for (const url of this.#place.urls) {
      signal.throwIfAborted();
      onAsked?.(url);
      const response = await this.#post(url, request, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        failures.push(error);
      });
      if (response === undefined) continue;
      if (response.ok) return { response, url };
      const text = await readText(response);
      const error = readClickHouseError(text);
      if (error !== undefined) throw error;
      if (!GATEWAY_STATUSES.includes(response.status))
        throw new ClickHouseError(0, `ClickHouse answered ${response.status}: ${text.slice(0, MAX_TEXT)}`);
      failures.push(new Error(`${response.status}`));
    }
    throw new ClickHouseUnreachableError(`no answer from ClickHouse at ${this.#place.urls.join(", ")}`, {
      cause: failures.at(-1),
    });
  }

  #post(url: string, { sql, parameters = {}, settings = {}, body, queryId }: Request, signal: AbortSignal) {
    const place = new URL(url);
    for (const [name, value] of Object.entries(settings)) place.searchParams.set(name, String(value));
    if (queryId !== undefined) place.searchParams.set("query_id", queryId);
    if (body !== undefined) place.searchParams.set("query", sql);
    const { user, password } = this.#place;
    const headers = { "X-ClickHouse-User": user, "X-ClickHouse-Key": password };
    return fetch(place, {
      method: "POST",
      headers,
      body: body ?? formOf(sql, parameters),
      signal,
      redirect: "error",
    });
  }

  async #kill(url: string, queryId: string): Promise<void> {
    const sql = "KILL QUERY WHERE query_id = {id:String} ASYNC";
    try {
      const response = await this.#post(
        url,
        { sql, parameters: { id: queryId } },
        AbortSignal.timeout(KILL_MS),
      );
      const error = response.ok ? undefined : readClickHouseError(await readText(response));
      if (error !== undefined) throw error;
    } catch (error) {
      // Its own time limit ends it.
      this.#place.log.warn({ err: error, queryId }, "cannot kill a query in ClickHouse");
    }
  }
}

const NEVER = new AbortController().signal;
const MAX_TEXT = 200;
const ROWS = { default_format: "JSONCompactEachRowWithNames", output_format_json_quote_64bit_integers: 0 };

/** In a form, as an address with all values would be too long for proxies, and stands in their logs. */
function formOf(sql: string, parameters: ClickHouseParameters): string | FormData {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return sql;
  const form = new FormData();
  form.set("query", sql);
  for (const [name, value] of entries) form.set(`param_${name}`, formatParameter(value));
  return form;
}

async function* bodyOf({ response }: Answer): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  try {
    yield* response.body;
  } catch (cause) {
    throw new ClickHouseUnreachableError("ClickHouse's answer breaks off", { cause });
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new ClickHouseUnreachableError("ClickHouse's answer breaks off", { cause });
  }
}
