import { makeNonce, type PeerKey } from "#platform/peers/key";
import {
  readChallenge,
  readHello,
  readProgress,
  readProof,
  readSubscription,
  readWanted,
  writeHello,
  writePeerFrame,
  writeProof,
  writeSubscription,
  writeWanted,
  type PeerWanted,
} from "./frames";
import type { LivePeer } from "./directory";

/** What both sides sign: who is meant, and a random value of each, so that a proof is of use in this connection alone. */
type Meant = { collector: string; address: string };
type Nonces = { ofCollector: string; ofViewer: string };

function partsOfCollector({ collector, address }: Meant, { ofCollector, ofViewer }: Nonces): string[] {
  return ["live collector", collector, address, ofCollector, ofViewer];
}

function partsOfViewer({ collector, address }: Meant, nonces: Nonces & { wanted: string }): string[] {
  return ["live viewer", collector, address, nonces.ofCollector, nonces.ofViewer, nonces.wanted];
}

/**
 * What a side says next, or where its handshake has ended: `at` is where the stream begins, `wanted` what a viewer of
 * ours wants.
 */
export type ViewerStep = { say: string } | { at: number } | "refused";
export type CollectorStep = { say: string } | { wanted: PeerWanted } | "refused";

/** A viewer's side of the beginning of one connection. */
export class ViewerHandshake {
  readonly #key: PeerKey;
  readonly #peer: LivePeer;
  readonly #readWanted: () => PeerWanted;
  readonly #own = makeNonce();
  #other: string | undefined;
  #state: "new" | "greeted" | "asked" = "new";

  /** `readWanted` is asked when it is told to the other side. */
  constructor(key: PeerKey, peer: LivePeer, readWanted: () => PeerWanted) {
    this.#key = key;
    this.#peer = peer;
    this.#readWanted = readWanted;
  }

  take(frame: string): ViewerStep {
    if (this.#state === "new") return this.#greet(frame);
    if (this.#state === "greeted") return this.#ask(frame);
    const at = readProgress(frame)?.at;
    return at === undefined ? "refused" : { at };
  }

  #greet(frame: string): ViewerStep {
    this.#other = readChallenge(frame)?.nonce;
    if (this.#other === undefined) return "refused";
    this.#state = "greeted";
    return { say: writeHello({ nonce: this.#own }) };
  }

  #ask(frame: string): ViewerStep {
    const proof = readProof(frame)?.proof ?? "";
    if (!this.#key.accepts(proof, partsOfCollector(this.#peer, this.#nonces))) return "refused";
    this.#state = "asked";
    const wanted = writeWanted(this.#readWanted());
    const own = this.#key.sign(partsOfViewer(this.#peer, { ...this.#nonces, wanted }));
    return { say: writeSubscription(own, wanted) };
  }

  get #nonces(): Nonces {
    return { ofCollector: this.#other ?? "", ofViewer: this.#own };
  }
}

/** A collector's side of it. */
export class CollectorHandshake {
  readonly #key: PeerKey;
  readonly #self: Meant;
  readonly #own = makeNonce();
  #other: string | undefined;

  constructor(key: PeerKey, self: Meant) {
    this.#key = key;
    this.#self = self;
  }

  /** What it says first. */
  get greeting(): string {
    return writePeerFrame({ nonce: this.#own });
  }

  take(frame: string): CollectorStep {
    if (this.#other !== undefined) return this.#admit(frame, this.#other);
    const hello = readHello(frame);
    if (hello === undefined) return "refused";
    this.#other = hello.nonce;
    return { say: writeProof(this.#key.sign(partsOfCollector(this.#self, this.#nonces(hello.nonce)))) };
  }

  /** Nothing of what is wanted is looked at before it is known who wants it. */
  #admit(frame: string, other: string): CollectorStep {
    const asked = readSubscription(frame);
    if (asked === undefined) return "refused";
    const parts = partsOfViewer(this.#self, { ...this.#nonces(other), wanted: asked.wanted });
    const wanted = this.#key.accepts(asked.proof, parts) ? readWanted(asked.wanted) : undefined;
    return wanted === undefined ? "refused" : { wanted };
  }

  #nonces(other: string): Nonces {
    return { ofCollector: this.#own, ofViewer: other };
  }
}
