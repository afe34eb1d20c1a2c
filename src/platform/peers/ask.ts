import { createHash } from "node:crypto";
import { makeNonce, type PeerKey } from "./key";
import { urlOfPeer, type Peer } from "./peer";
import { ANSWER_PROOF, partsOfAnswer, partsOfQuestion, writeQuestion } from "./proofs";

/** What another process is asked. `path` has no query. */
export type PeerQuestion = { method: "GET" | "POST"; path: string; patienceMs: number };

/** The content of an answer that is passed on as it comes. */
export type PeerContent = { content: ReadableStream<Uint8Array>; sizeBytes: number };

/** No answer but a file has so much. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * What another process answers, as JSON. Its proof is over all of it.
 * @throws where it does not answer 200 in time, says too much, or does not prove that it is that process.
 */
export async function askForJson(key: PeerKey, peer: Peer, question: PeerQuestion): Promise<unknown> {
  const asked = sign(key, peer, question);
  const signal = AbortSignal.timeout(question.patienceMs);
  const answer = await send(peer, question, { asked, signal });
  const octets = await readBounded(answer);
  const digest = createHash("sha256").update(octets).digest("hex");
  requireProof(key, { peer, asked, answer, digest });
  return JSON.parse(Buffer.from(octets).toString());
}

/**
 * A file that another process has; undefined: it has none. The time is for the beginning of the answer alone: its end
 * comes as fast as whoever reads it takes it. The proof is over its size, and not over what is in it.
 * @throws as `askForJson`.
 */
export async function askForFile(
  key: PeerKey,
  peer: Peer,
  question: PeerQuestion,
): Promise<PeerContent | undefined> {
  const asked = sign(key, peer, question);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), question.patienceMs);
  try {
    const answer = await send(peer, question, { asked, signal: late.signal });
    const size = answer.headers.get("Content-Length") ?? "";
    try {
      if (answer.body === null || !/^\d{1,15}$/.test(size)) throw new Error("it answered without a length");
      requireProof(key, { peer, asked, answer, digest: size });
      return { content: answer.body, sizeBytes: Number(size) };
    } catch (error) {
      await answer.body?.cancel();
      throw error;
    }
  } catch (error) {
    if (error instanceof PeerStatusError && error.status === 404) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** It answered another status than 200. */
export class PeerStatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`it answered ${status}`);
    this.status = status;
  }
}

type Asked = { nonce: string; authorization: string };

function sign(key: PeerKey, peer: Peer, { method, path }: PeerQuestion): Asked {
  const question = { nonce: makeNonce(), at: Date.now(), method, path };
  const proof = key.sign(partsOfQuestion(peer, question));
  return { nonce: question.nonce, authorization: writeQuestion(question, proof) };
}

/** A redirect is no answer: nothing is asked of whom it names. */
async function send(
  peer: Peer,
  { method, path }: PeerQuestion,
  { asked, signal }: { asked: Asked; signal: AbortSignal },
): Promise<Response> {
  const headers = { Authorization: asked.authorization };
  const answer = await fetch(urlOfPeer(peer, path), { method, redirect: "manual", headers, signal });
  if (answer.status === 200) return answer;
  await answer.body?.cancel();
  throw new PeerStatusError(answer.status);
}

type Shown = { peer: Peer; asked: Asked; answer: Response; digest: string };

function requireProof(key: PeerKey, { peer, asked, answer, digest }: Shown): void {
  const proof = answer.headers.get(ANSWER_PROOF) ?? "";
  if (!key.accepts(proof, partsOfAnswer(peer, { nonce: asked.nonce, digest })))
    throw new Error("it does not prove that it is the process of that row");
}

async function readBounded(answer: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    // Leaving the loop ends the connection.
    if (size > MAX_ANSWER_BYTES) throw new Error("it answered with too much");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
