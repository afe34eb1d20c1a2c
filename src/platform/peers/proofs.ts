/**
 * What stands in the two proofs of a request from process to process. Both name whom the asker means by id and address,
 * so that neither is of use where somebody else was asked: who passes a question on to a process of ours is refused by
 * it, as it was asked under another address than its own.
 */
type Meant = { id: string; address: string };

export type SignedQuestion = { nonce: string; at: number; method: string; path: string };

export const ANSWER_PROOF = "Netatlas-Proof";

export function partsOfQuestion({ id, address }: Meant, { nonce, at, method, path }: SignedQuestion) {
  return ["question", id, address, method, path, at, nonce];
}

/** `digest`: SHA-256 of the content, or its length where it is too long to be looked through first. */
export function partsOfAnswer(
  { id, address }: Meant,
  { nonce, digest }: { nonce: string; digest: string },
): string[] {
  return ["answer", id, address, nonce, digest];
}

/** The value of the Authorization header. */
export function writeQuestion({ at, nonce }: Pick<SignedQuestion, "at" | "nonce">, proof: string): string {
  return `Netatlas2 ${at} ${nonce} ${proof}`;
}

/** Undefined: the header is none of these. */
export function readQuestion(header: string): { at: number; nonce: string; proof: string } | undefined {
  const [, at, nonce, proof] = /^Netatlas2 (\d{13}) ([\w-]{32}) ([\w-]{43})$/.exec(header) ?? [];
  if (at === undefined || nonce === undefined || proof === undefined) return undefined;
  return { at: Number(at), nonce, proof };
}
