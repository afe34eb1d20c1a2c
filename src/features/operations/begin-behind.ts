import type { Context } from "hono";
import type { Db } from "#platform/database";
import { ApiError } from "#platform/errors";
import { acceptedAnswer } from "#platform/http/prefer";
import type { Logger } from "#platform/log";
import { readOperations } from "./service";

/** What operations that nobody waits for are answered with. */
export type AnswerDesk = { db: Db; log: Logger };

/**
 * The 202 of an operation that goes on behind it. `work` calls `begun` with the operation's id as soon as there is one.
 * @throws what `work` throws before.
 */
export async function answerBegun(
  { db, log }: AnswerDesk,
  context: Context,
  work: (begun: (id: string) => void) => Promise<unknown>,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  void work(resolve).catch((error: unknown) => {
    reject(error);
    if (!(error instanceof ApiError)) log.error({ err: error }, "an operation failed");
  });
  return answerOperation(db, context, await promise);
}

/** The 202 of an operation that has begun. */
export async function answerOperation(db: Db, context: Context, id: string): Promise<Response> {
  const [body] = await readOperations(db, [id]);
  if (body === undefined) throw new Error(`our bug: operation ${id} is not there`);
  return acceptedAnswer(context, { body, location: `/api/v1/operations/${id}` });
}
