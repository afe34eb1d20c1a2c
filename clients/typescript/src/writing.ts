import { NetatlasError } from "./error";

/** How often a request is sent at most. */
type Tries = { tries?: number };

/**
 * Sends a write until it is answered, and has it carried out once: the key goes into the header `Idempotency-Key`.
 * Tried again is what got no answer, what failed on the way, and what the service asks to send later.
 *
 *     await once((key) => netatlas.POST(path, { body, params: { header: { "Idempotency-Key": key } } }));
 */
export async function once<Answer>(
  send: (key: string) => Promise<Answer>,
  { tries = 5 }: Tries = {},
): Promise<Answer> {
  const key = crypto.randomUUID();
  for (let sent = 1; ; sent++) {
    try {
      return await send(key);
    } catch (error) {
      const seconds = secondsBefore(error, sent);
      if (seconds === undefined || sent >= tries) throw error;
      await passing(seconds);
    }
  }
}

/** Undefined: another try would end as this one did. */
function secondsBefore(error: unknown, sent: number): number | undefined {
  const usual = 0.25 * 2 ** (sent - 1);
  if (!(error instanceof NetatlasError)) return isUnanswered(error) ? usual : undefined;
  const { status, retryAfterSeconds } = error;
  if (status >= 500) return retryAfterSeconds ?? usual;
  return status === 429 || status === 409 ? retryAfterSeconds : undefined;
}

/** `fetch` rejects with a TypeError, in some programs with an error that has a code, where no answer came. */
function isUnanswered(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof Error && "code" in error && error.name !== "AbortError")
  );
}

function passing(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });
}

type Change<Read extends object, Answer> = Tries & {
  /** Gives the object with its entity tag. */
  read: () => Promise<{ data?: Read; response: Response }>;
  /** Sends the change of what was read, with the tag as the header `If-Match`. */
  write: (object: Read, tag: string) => Promise<Answer>;
};

/**
 * Changes an object as it was read: where somebody else has changed it meanwhile (412) it is read, and the change made,
 * anew. Nobody's work is overwritten.
 */
export async function change<Read extends object, Answer>({
  read,
  write,
  tries = 5,
}: Change<Read, Answer>): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    const { data, response } = await read();
    const tag = response.headers.get("ETag");
    if (data === undefined || tag === null)
      throw new Error(`${response.url} gives no object with an entity tag`);
    try {
      return await write(data, tag);
    } catch (error) {
      const isStale = error instanceof NetatlasError && error.status === 412;
      if (!isStale || tried >= tries) throw error;
    }
  }
}
