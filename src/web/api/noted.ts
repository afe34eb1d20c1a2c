import { answerOf } from "./client";

/** The answer of a write, and the id of its entry in the audit log, by which it can be taken back. */
export async function noted<Answer extends { data?: unknown; error?: unknown; response: Response }>(
  call: Promise<Answer>,
) {
  const { response } = await call;
  const id = Number(response.headers.get("X-Audit-Id") ?? Number.NaN);
  return { answer: await answerOf(call), entryId: Number.isSafeInteger(id) ? id : null };
}
