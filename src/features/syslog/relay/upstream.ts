import { readFileSync } from "node:fs";
import { z } from "zod";
import { codeOf } from "#platform/error-code";
import { RELAY_MEDIA_TYPE, RELAY_PATH, type RelayPlace } from "./wire";

export type UpstreamOptions = {
  /** Address of the central service, without the path of its API. */
  url: string;
  apiKey: string;
  /** PEM file of the authorities that the central service's certificate may be of; undefined: the usual ones. */
  caFile: string | undefined;
  /** Bodies over a line that is slower are given up. */
  slowestBytesASecond: number;
};

/**
 * What came of sending. `place`: where the central service stands now. `tooLarge`: the body was not taken for its
 * length or slowness. `refused`: it was not taken; `isLasting`: to try again soon would not help.
 */
export type Delivery =
  | { kind: "answered"; place: RelayPlace }
  | { kind: "tooLarge"; reason: string }
  | { kind: "refused"; reason: string; retryAfterMs: number | null; isLasting: boolean };

const Answer = z.object({ position: z.int().min(0), check: z.int().min(0).nullable() });
const Refusal = z.object({ detail: z.unknown() });

/** What any answer may take, beside the time of the body. */
const ANSWER_MS = 60_000;
/** Of an answer: all that is read of it. */
const MAX_ANSWER_BYTES = 8 * 1024;
const TOO_LARGE: ReadonlySet<number> = new Set([408, 413]);
/** What a person has to mend: the key, the address, or the version. */
const LASTING: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 409, 415, 422]);

/** The way to the central service. */
export class Upstream {
  readonly #options: UpstreamOptions;
  readonly #address: string;
  readonly #authorities: string | undefined;

  /** @throws where the file of authorities cannot be read. */
  constructor(options: UpstreamOptions) {
    this.#options = options;
    this.#address = `${options.url.replace(/\/+$/, "")}${RELAY_PATH}`;
    this.#authorities = options.caFile === undefined ? undefined : readFileSync(options.caFile, "utf8");
  }

  /** Sends a compressed body. Throws the signal's reason alone; all else is told as what came of it. */
  async send(body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Delivery> {
    const { apiKey, slowestBytesASecond } = this.#options;
    const patienceMs = ANSWER_MS + (body.length / slowestBytesASecond) * 1000;
    try {
      const response = await fetch(this.#address, {
        method: "POST",
        body,
        headers: { "Content-Type": RELAY_MEDIA_TYPE, "X-API-Key": apiKey },
        // The key goes to the address that was set, and to no other.
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
        ...(this.#authorities === undefined ? {} : { tls: { ca: this.#authorities } }),
      });
      return read(response, await readBeginning(response));
    } catch (error) {
      signal.throwIfAborted();
      return { kind: "refused", reason: describe(error), retryAfterMs: null, isLasting: false };
    }
  }
}

/** What is in the way, such as the page of a hotel, may answer without an end. */
async function readBeginning(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(pieces).toString("utf8", 0, MAX_ANSWER_BYTES);
}

function read(response: Response, text: string): Delivery {
  const { status } = response;
  const answer = status === 200 ? Answer.safeParse(parse(text)) : undefined;
  if (answer?.success) return { kind: "answered", place: answer.data };
  const location = response.headers.get("Location");
  if (location !== null) {
    const reason = `the address leads elsewhere (${status}, to ${location}): set UPSTREAM_URL to where the service is`;
    return { kind: "refused", reason, retryAfterMs: null, isLasting: true };
  }
  if (status === 200)
    return { kind: "refused", reason: "what answers is no Netatlas", retryAfterMs: null, isLasting: true };
  const refusal = Refusal.safeParse(parse(text));
  const reason = `${status}: ${refusal.success ? sayDetail(refusal.data.detail) : text.slice(0, 200)}`;
  if (TOO_LARGE.has(status)) return { kind: "tooLarge", reason };
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const retryAfterMs = retryAfter >= 0 && Number.isFinite(retryAfter) ? retryAfter * 1000 : null;
  return { kind: "refused", reason, retryAfterMs, isLasting: LASTING.has(status) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sayDetail(detail: unknown): string {
  return typeof detail === "string" ? detail : JSON.stringify(detail);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  // What the runtime's own messages go on with is for who writes programs.
  const [text = ""] = error.message.split(" For more information");
  return code === undefined || text.startsWith(code) ? text : `${code}: ${text}`;
}
