import { createHash } from "node:crypto";
import { unauthorized } from "../errors";
import { RecentMap } from "../recent-map";
import type { PeerKey } from "./key";
import type { PeerSelf } from "./peer";
import { ANSWER_PROOF, partsOfAnswer, partsOfQuestion, readQuestion } from "./proofs";

type Options = {
  key: PeerKey;
  self: PeerSelf;
};

type Asked = {
  method: string;
  path: string;
  authorization: string | undefined;
};

/** How long a question counts; the clocks of two processes may differ by so much. */
const VALID_MS = 120_000;
/** So many of the newest are known again: fifty a second for as long as one counts. */
const KEPT_NONCES = 12_000;

/** Lets other processes of this database ask this one, and nobody else. */
export class PeerGate {
  readonly #options: Options;
  /** Of questions that were signed by one of us: strangers cannot fill it. */
  readonly #nonces = new RecentMap<string, true>(KEPT_NONCES);

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Gives how what is answered is to be proven.
   * @throws ApiError 401 where the question is none of ours, is meant for another, is old, or was asked before.
   */
  admit({ method, path, authorization = "" }: Asked): Admitted {
    const { key, self } = this.#options;
    const question = readQuestion(authorization);
    if (question === undefined) throw refused();
    const { nonce, at, proof } = question;
    const me = { id: self.id, address: self.readAddress() };
    const isOurs = key.accepts(proof, partsOfQuestion(me, { nonce, at, method, path }));
    if (!isOurs || !isRecent(at) || this.#nonces.get(nonce) === true) throw refused();
    this.#nonces.set(nonce, true);
    return new Admitted((digest) => key.sign(partsOfAnswer(me, { nonce, digest })));
  }
}

/** Somebody who may be answered. */
export class Admitted {
  readonly #prove: (digest: string) => string;

  constructor(prove: (digest: string) => string) {
    this.#prove = prove;
  }

  json(value: unknown): Response {
    const text = JSON.stringify(value);
    const digest = createHash("sha256").update(text).digest("hex");
    return new Response(text, { headers: { "Content-Type": "application/json", ...this.#headers(digest) } });
  }

  file(file: Bun.BunFile): Response {
    return new Response(file, { headers: this.#headers(String(file.size)) });
  }

  #headers(digest: string): Record<string, string> {
    return { [ANSWER_PROOF]: this.#prove(digest) };
  }
}

function isRecent(at: number): boolean {
  return Math.abs(Date.now() - at) < VALID_MS;
}

function refused(): Error {
  return unauthorized("Not a process of ours");
}
