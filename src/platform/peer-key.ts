import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Each side names itself, so that what one has said proves nothing when the other is asked. */
type Side = "viewer" | "collector";

/** What processes of one database show each other, without telling it to anybody: they have the same MASTER_KEY. */
export class PeerKey {
  readonly #key: Buffer;

  constructor(masterKey: string) {
    this.#key = createHmac("sha256", masterKey).update("netatlas live streams between processes").digest();
  }

  /** An answer to the other side's `nonce`; it holds for this connection alone, whose own nonce is in it, too. */
  prove(side: Side, nonces: { own: string; other: string }): string {
    const text = `${side} ${nonces.own} ${nonces.other}`;
    return createHmac("sha256", this.#key).update(text).digest("base64url");
  }

  /** Whether the other side, which is `side`, has the key. Takes the same time whatever is shown. */
  accepts(side: Side, proof: string, nonces: { own: string; other: string }): boolean {
    const expected = Buffer.from(this.prove(side, { own: nonces.other, other: nonces.own }));
    const given = Buffer.from(proof);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** How long what signs a request counts; the clocks of two processes may differ by so much. */
const VALID_MS = 120_000;

/** The value of an `Authorization` header that asks another process for `path`, and for nothing else. */
export function signRequest(key: PeerKey, path: string): string {
  const at = String(Date.now());
  return `Netatlas ${at} ${key.prove("viewer", { own: path, other: at })}`;
}

export function acceptsRequest(key: PeerKey, path: string, header: string | undefined): boolean {
  const [, at = "", proof = ""] = /^Netatlas (\d{13}) (\S+)$/.exec(header ?? "") ?? [];
  const isRecent = Math.abs(Date.now() - Number(at)) < VALID_MS;
  return isRecent && key.accepts("viewer", proof, { own: at, other: path });
}

export function makeNonce(): string {
  return randomBytes(24).toString("base64url");
}
