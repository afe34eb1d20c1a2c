import { z } from "@hono/zod-openapi";
import type { Db } from "../database";
import { invalid } from "../errors";
import { createTurnstile } from "../turnstile";
import { boolean } from "./fields";
import type { RouteShape } from "./route";

/** Query of a DELETE that can be tried first. */
export const dryRunFields = {
  dry_run: boolean()
    .default(false)
    .openapi({ description: "`true`: nothing is removed; the answer is 200 and says what would go" }),
};

const Affected = z.object({
  count: z.int(),
  names: z.array(z.string()).openapi({ description: "the first 20" }),
});

/** Kinds of things to how many of them, such as `relationships`; kinds of which there are none are left out. */
export const DeletionPreview = z
  .object({
    would_delete: z.record(z.string(), Affected),
    would_unassign: z
      .record(z.string(), Affected)
      .openapi({ description: "things that stay, without their reference to what goes" }),
  })
  .openapi("DeletionPreview");
export type DeletionPreview = z.infer<typeof DeletionPreview>;

type Kinds = Readonly<Record<string, readonly string[]>>;

const NAMED = 20;

/** Puts the names of what a deletion touches into the form of the answer. */
export function deletionPreview(touched: { deleted: Kinds; unassigned?: Kinds }): DeletionPreview {
  return {
    would_delete: affected(touched.deleted),
    would_unassign: affected(touched.unassigned ?? {}),
  };
}

function affected(kinds: Kinds): DeletionPreview["would_delete"] {
  return Object.fromEntries(
    Object.entries(kinds)
      .filter(([, names]) => names.length > 0)
      .map(([kind, names]) => [kind, { count: names.length, names: names.slice(0, NAMED) }]),
  );
}

/**
 * Throws 422 where a request asks for a dry run and the route knows none, so that nobody takes a change that was made
 * for one that was only tried; and where it is asked twice, as the answers may differ.
 */
export function refuseDryRun(route: Pick<RouteShape, "query" | "isTryable">, asked: readonly string[]): void {
  if (asked.length === 0) return;
  const isKnown = queryOf(route)?.shape.dry_run !== undefined;
  if (!isKnown)
    throw refused("Extra inputs are not permitted: this request knows no dry run", "extra_forbidden");
  if (asked.length > 1) throw refused("Value error, `dry_run` is given twice", "value_error");
}

function refused(msg: string, type: string) {
  return invalid([{ loc: ["query", "dry_run"], msg, type }]);
}

const Trial = z.looseObject({ dry_run: z.literal(true) });

/** True where the query, as its schema gave it, asks for a dry run. */
export function isTrial(query: unknown): boolean {
  return Trial.safeParse(query).success;
}

const trialFields = {
  dry_run: boolean().default(false).openapi({
    description:
      "`true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed",
  }),
};

/** The query of a route, with `dry_run` where it is tryable. */
export function queryOf({
  query,
  isTryable,
}: Pick<RouteShape, "query" | "isTryable">): z.ZodObject | undefined {
  return isTryable ? (query ?? z.object({})).extend(trialFields) : query;
}

/** A change as the audit log would show it. */
export const TriedChange = z
  .object({
    action: z.string().openapi({ example: "topology.site_updated" }),
    target: z.string().nullable(),
    detail: z.string().nullable(),
    before: z.unknown().openapi({ description: "null: there was nothing" }),
    after: z.unknown().openapi({ description: "null: nothing is left" }),
  })
  .openapi("TriedChange");
export type TriedChange = z.infer<typeof TriedChange>;

/** What a tryable route answers to a dry run. */
export function trialAnswer(response: z.ZodType) {
  return z.object({
    would_answer: response,
    would_change: z.array(TriedChange).openapi({ description: "what the audit log would show" }),
  });
}

export type Trials = {
  db: Db;
  /** Runs `work` and gives, beside what it gave, the changes that it noted in the audit log under this request's id. */
  observe: <Result>(
    db: Db,
    requestId: string,
    work: () => Promise<Result>,
  ) => Promise<{ result: Result; changes: TriedChange[] }>;
};

/** Each holds a connection from its first statement on, and an import may take seconds. */
const inTurn = createTurnstile(2, { mostWaiting: 64, refusal: "Too many dry runs are waiting" });

/** Carries a write out in a transaction that is taken back, whatever it gave. Throws what the write throws. */
export async function tryOut(
  { db, observe }: Trials,
  requestId: string,
  write: (db: Db) => Promise<unknown>,
): Promise<z.input<ReturnType<typeof trialAnswer>>> {
  return inTurn(async () => {
    try {
      return await db.transaction(async (transaction) => {
        const { result, changes } = await observe(transaction, requestId, () => write(transaction));
        throw new Tried({ would_answer: result, would_change: changes });
      });
    } catch (error) {
      if (error instanceof Tried) return error.answer;
      throw error;
    }
  });
}

/** Takes the transaction back, with what it has shown. */
class Tried extends Error {
  readonly answer: { would_answer: unknown; would_change: TriedChange[] };

  constructor(answer: Tried["answer"]) {
    super("tried");
    this.answer = answer;
  }
}
