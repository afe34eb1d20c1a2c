import { z } from "@hono/zod-openapi";
import type { Db } from "../database";
import { invalid } from "../errors";
import { createFairTurnstile } from "../fair-turnstile";
import { Affected } from "./affected";
import { boolean } from "./fields";
import type { RouteShape } from "./route";
import { AlreadyThere, modeFields } from "./upsert";

/** Query of a DELETE that can be tried first. */
export const dryRunFields = {
  dry_run: boolean()
    .default(false)
    .openapi({ description: "`true`: nothing is removed; the answer is 200 and says what would go" }),
};

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

/** By kind: the thing itself by its name, or what was read of others. */
type Kinds = Readonly<Record<string, readonly [name: string] | Affected>>;

/** Puts what a deletion touches into the form of the answer. */
export function deletionPreview(touched: { deleted: Kinds; unassigned?: Kinds }): DeletionPreview {
  return {
    would_delete: affected(touched.deleted),
    would_unassign: affected(touched.unassigned ?? {}),
  };
}

function affected(kinds: Kinds): DeletionPreview["would_delete"] {
  return Object.fromEntries(
    Object.entries(kinds)
      .map(([kind, touched]): [string, Affected] => [
        kind,
        "count" in touched ? touched : { count: 1, names: [...touched] },
      ])
      .filter(([, { count }]) => count > 0),
  );
}

/**
 * Throws 422 where a write is asked for in a way that its route does not know (`dry_run`, `mode`): nobody is to take a
 * change that was made for one that was only tried, or an object that was added for one that was found. So too where one
 * of them is given twice, as readers disagree about which one counts; `dry_run` is refused of reads as well.
 */
export function requireKnownDryRunAndMode(
  route: Pick<RouteShape, "method" | "query" | "isTryable" | "upsert">,
  queries: (name: string) => readonly string[] | undefined,
): void {
  const known = queryOf(route)?.shape ?? {};
  const names = route.method === "get" ? ["dry_run"] : ["dry_run", "mode"];
  for (const name of names) {
    const asked = queries(name) ?? [];
    if (asked.length === 0) continue;
    if (known[name] === undefined)
      throw refused(name, {
        msg: `Extra inputs are not permitted: this request knows no ${name === "mode" ? "natural key" : "dry run"}`,
        type: "extra_forbidden",
      });
    if (asked.length > 1)
      throw refused(name, { msg: `Value error, \`${name}\` is given twice`, type: "value_error" });
  }
}

function refused(name: string, issue: { msg: string; type: string }) {
  return invalid([{ loc: ["query", name], ...issue }]);
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

type Asked = Pick<RouteShape, "query" | "isTryable" | "upsert">;

/** Made once for each route that is called: a schema is compiled when it checks something for the first time. */
const extendedQueries = new WeakMap<Asked, z.ZodObject>();

/** The query of a route, with `dry_run` where it is tryable, and `mode` where it knows a natural key. */
export function queryOf(route: Asked): z.ZodObject | undefined {
  const { query, isTryable, upsert } = route;
  if (!isTryable && upsert === undefined) return query;
  const known = extendedQueries.get(route);
  if (known !== undefined) return known;
  const extended = (query ?? z.object({})).extend({
    ...(upsert && modeFields(upsert)),
    ...(isTryable && trialFields),
  });
  extendedQueries.set(route, extended);
  return extended;
}

/** True where the write can be tried, by either form of `dry_run`. */
export function takesDryRun({ isTryable = false, query }: Pick<Asked, "query" | "isTryable">): boolean {
  return isTryable || query?.shape.dry_run !== undefined;
}

/** A change as the audit log would show it. */
export const TriedChange = z
  .object({
    action: z.string().openapi({ example: "topology.site_updated" }),
    target: z.string().nullable(),
    detail: z.string().nullable(),
    before: z.unknown().openapi({ description: "null: there was nothing" }),
    after: z.unknown().openapi({ description: "null: nothing is left" }),
    why_not_undoable: z.string().nullable().openapi({
      description: "why nothing will take it back; null: `POST /audit/{audit_id}/undo` can",
      example: null,
    }),
  })
  .openapi("TriedChange");
export type TriedChange = z.infer<typeof TriedChange>;

/** By what a write does what no transaction takes back: `what` says it to whoever only tries. */
export type Outside = <Result>(what: string, act: () => Promise<Result>) => Promise<Result>;

/** Of a write that is meant. */
export const actOutside: Outside = (_, act) => act();

/** Of a dry run, which ends there. */
const stopOutside: Outside = (what) => {
  throw new WouldAct(what);
};

class WouldAct extends Error {
  readonly what: string;

  constructor(what: string) {
    super("a dry run ends here");
    this.what = what;
  }
}

/** What a tryable route answers to a dry run. */
export function trialAnswer({ response = z.null(), outside }: Pick<RouteShape, "response" | "outside">) {
  const tried = z.object({
    would_answer: outside === undefined ? response : z.union([response, z.null()]),
    would_change: z.array(TriedChange).openapi({ description: "what the audit log would show" }),
  });
  if (outside === undefined) return tried;
  return tried.extend({
    would_do: z.array(z.string()).openapi({
      description: `outside of the database, and not taken back: ${outside}. \`would_answer\` is null where that would be known only then`,
    }),
  });
}

type TrialAnswer = { would_answer: unknown; would_change: TriedChange[]; would_do?: string[] };

export type Trials = {
  db: Db;
  /** Runs `work` and gives, beside what it gave, the changes that it noted in the audit log under this request's id. */
  observe: <Result>(
    db: Db,
    requestId: string,
    work: () => Promise<Result>,
  ) => Promise<{ result: Result; changes: TriedChange[] }>;
};

/** Each holds a connection from its first statement on, and an import may take seconds. Users take turns. */
const inTurn = createFairTurnstile(2, {
  mostWaiting: 64,
  mostWaitingEach: 32,
  refusal: "Too many dry runs are waiting",
});

/**
 * Carries a write out in a transaction that is taken back, whatever it gave, up to where it would act outside of the
 * database. Throws what the write throws.
 */
export async function tryOut(
  { db, observe }: Trials,
  {
    requestId,
    userId,
    outside,
    secrets = [],
  }: { requestId: string; userId: number | undefined } & Pick<RouteShape, "outside" | "secrets">,
  write: (db: Db, outside: Outside) => Promise<unknown>,
): Promise<TrialAnswer> {
  return inTurn(String(userId), async () => {
    try {
      return await db.transaction(async (transaction) => {
        const { result, changes } = await observe(transaction, requestId, () =>
          upToOutside(() => write(transaction, stopOutside)),
        );
        throw new Tried({
          would_answer: withoutSecrets(result.answer, secrets),
          would_change: changes,
          ...(outside !== undefined && { would_do: result.acts }),
        });
      });
    } catch (error) {
      if (error instanceof Tried) return error.answer;
      throw error;
    }
  });
}

const NOT_MADE = "(none: a dry run)";

/** What was made for the answer is worth nothing, and is not shown all the same: nobody is to take it for the real one. */
function withoutSecrets(answer: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0 || typeof answer !== "object" || answer === null) return answer;
  return { ...answer, ...Object.fromEntries(secrets.map((name) => [name, NOT_MADE])) };
}

async function upToOutside(write: () => Promise<unknown>): Promise<{ answer: unknown; acts: string[] }> {
  try {
    const answer = await write();
    return { answer: (answer instanceof AlreadyThere ? answer.object : answer) ?? null, acts: [] };
  } catch (error) {
    if (error instanceof WouldAct) return { answer: null, acts: [error.what] };
    throw error;
  }
}

/** Takes the transaction back, with what it has shown. */
class Tried extends Error {
  readonly answer: TrialAnswer;

  constructor(answer: TrialAnswer) {
    super("tried");
    this.answer = answer;
  }
}
