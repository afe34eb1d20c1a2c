import { failureReasonOf } from "./failure-reason";
import type { Answer } from "./outbound";

/** `ok`, or the failure in words that clients know; `detail` says more where there is more to say. */
export type Outcome = {
  status: string;
  detail: string | null;
  /** Another attempt cannot end otherwise. */
  isFinal?: boolean;
  retryAfterSeconds?: number | undefined;
};

export const OK: Outcome = { status: "ok", detail: null };

export function refused(status: string, detail: string | null = null): Outcome {
  return { status, detail };
}

/** Nothing that time heals. */
export function refusedForGood(status: string): Outcome {
  return { status, detail: null, isFinal: true };
}

/** An answer that is none of those that a sender takes for success. */
export function refusedBy({ retryAfterSeconds }: Answer, status: string): Outcome {
  return { status, detail: null, retryAfterSeconds };
}

/** Of an answer whose status says whether the message was taken: it was by one of those statuses. */
export function outcomeOfAnswer(answer: Answer, taken: readonly number[]): Outcome {
  const { status } = answer;
  return taken.includes(status) ? OK : refusedBy(answer, `HTTP ${status}: delivery failed`);
}

/** What `send` gives; an exception is a failed delivery, and its message the detail. */
export async function outcomeOf(send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    return refused("Error: delivery failed", failureReasonOf(error));
  }
}
