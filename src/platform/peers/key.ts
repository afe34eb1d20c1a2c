import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** What is signed, part by part: as JSON, so that no part can reach into the next. */
type Parts = readonly (string | number | null)[];

/**
 * What processes of one database show each other, without telling it to anybody: they have the same MASTER_KEY. The
 * first part of what is signed says for what it is, so that it proves nothing anywhere else.
 */
export class PeerKey {
  readonly #key: Buffer;

  constructor(masterKey: string) {
    this.#key = createHmac("sha256", masterKey).update("netatlas live streams between processes").digest();
  }

  sign(parts: Parts): string {
    return createHmac("sha256", this.#key).update(JSON.stringify(parts)).digest("base64url");
  }

  /** Takes the same time whatever is shown. */
  accepts(proof: string, parts: Parts): boolean {
    return isSame(proof, this.sign(parts));
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function makeNonce(): string {
  return randomBytes(24).toString("base64url");
}
