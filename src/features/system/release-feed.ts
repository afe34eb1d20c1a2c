import { codeOf } from "#platform/error-code";
import type { Logger } from "#platform/log";
import { parseReleaseList, type PublishedRelease } from "./release-list";
import { pauseUnlessStopped } from "#platform/pause";

/** What is known of releases elsewhere. */
export type KnownReleases = {
  /** Newest first; empty: none are known. A failed look-up leaves what an earlier one found. */
  releases: readonly PublishedRelease[];
  /** When the feed was last asked; null: never, as where there is none. */
  checkedAt: Date | null;
  /** Why the last look-up failed. */
  error: string | null;
};

/** Looks for releases beside all requests: what it knows is in memory. */
export type ReleaseFeed = { known(): KnownReleases; close(): Promise<void> };

type Options = {
  /** Undefined: nothing is ever asked. */
  url: string | undefined;
  log: Logger;
  everyMs?: number;
  /** After a failure, and twice as long after each further one, `everyMs` at most. */
  retryMs?: number;
  /** Of one look-up, the whole answer included. */
  timeoutMs?: number;
};

const HOUR_MS = 3_600_000;
const RETRY_MS = 300_000;
const TIMEOUT_MS = 5000;
/** A list of GitHub's with thirty releases has some hundred kB. */
const LONGEST_ANSWER_BYTES = 1024 * 1024;
const LONGEST_TAG = 256;

const NOTHING: KnownReleases = { releases: [], checkedAt: null, error: null };

/** Asks the feed at once and then every hour, until `close()`. */
export function startReleaseFeed(options: Options): ReleaseFeed {
  const { url, log, everyMs = HOUR_MS, retryMs = RETRY_MS, timeoutMs = TIMEOUT_MS } = options;
  let known = NOTHING;
  if (url === undefined) return { known: () => known, close: () => Promise.resolve() };
  const stopped = new AbortController();
  let tag: string | null = null;

  async function look(address: string): Promise<void> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const checkedAt = new Date();
    try {
      const answer = await ask(address, { tag, signal: AbortSignal.any([timeout, stopped.signal]) });
      known = { releases: answer?.releases ?? known.releases, checkedAt, error: null };
      tag = answer === undefined ? tag : answer.tag;
    } catch (error) {
      if (stopped.signal.aborted) return;
      const reason = timeout.aborted ? `no answer in ${timeoutMs / 1000} s` : reasonOf(error);
      if (known.error === null) log.warn({ reason }, "cannot look for releases (RELEASE_FEED_URL)");
      known = { ...known, checkedAt, error: reason };
    }
  }

  async function lookUntilStopped(address: string): Promise<void> {
    let waitMs = retryMs;
    while (!stopped.signal.aborted) {
      await look(address);
      const isKnown = known.error === null;
      await pauseUnlessStopped(isKnown ? everyMs : Math.min(waitMs, everyMs), stopped.signal);
      waitMs = isKnown ? retryMs : waitMs * 2;
    }
  }

  const looking = lookUntilStopped(url);
  return {
    known: () => known,
    async close() {
      stopped.abort();
      await looking;
    },
  };
}

type Question = { tag: string | null; signal: AbortSignal };

/**
 * Undefined: nothing is new since the answer with that tag. Follows no redirect: where the feed is, is the operator's
 * word.
 */
async function ask(
  url: string,
  { tag, signal }: Question,
): Promise<{ releases: PublishedRelease[]; tag: string | null } | undefined> {
  const response = await fetch(url, {
    redirect: "manual",
    headers: {
      Accept: "application/json",
      "User-Agent": "Netatlas",
      ...(tag !== null && { "If-None-Match": tag }),
    },
    signal,
  });
  if (response.status === 304 && tag !== null) return undefined;
  if (response.status !== 200) {
    await response.body?.cancel();
    const isRedirect = response.status >= 300 && response.status < 400;
    throw new Refusal(
      `the feed answered ${response.status}${isRedirect ? ": redirects are not followed, name its own address" : ""}`,
    );
  }
  const releases = parseReleaseList(await readText(response));
  const given = response.headers.get("ETag");
  return { releases, tag: given === null || given.length > LONGEST_TAG ? null : given };
}

/** Counts what was unpacked, not what was sent. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > LONGEST_ANSWER_BYTES) throw new Refusal("the answer is longer than 1 MiB");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

class Refusal extends Error {}

/** For anybody to read: without the address, which may be an internal one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "the look-up failed";
  const code = codeOf(error);
  return code === undefined ? error.message : `the feed cannot be reached (${code})`;
}
