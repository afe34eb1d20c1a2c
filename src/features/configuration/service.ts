import { createPackedRecord, recordAudit, type Actor } from "#features/audit";
import type { OperationRunner, RunningOperation } from "#features/operations";
import { refuseDouble, type Db } from "#platform/database";
import { ApiError, conflict, forbidden, invalid } from "#platform/errors";
import { FairQueue } from "#platform/fair-queue";
import type { Caller } from "#platform/http/guard";
import type { Logger } from "#platform/log";
import type { WorkerPool } from "#platform/workers";
import { ApplyFault, writeComparison } from "./apply/write";
import { isKept, keepApply } from "./applies";
import { invalidBundle, type BundleFault } from "./bundle/faults";
import { readBundle, type Bundle } from "./bundle/read-bundle";
import type { Received } from "./bundle/receive";
import { askFor } from "./bundle/suggestion";
import type { ApplyQuery, ConfigurationPlan, PlanQuery } from "./models";
import { compareBundle, type Comparison } from "./plan/compare";
import { describeDifference, describeRemoval } from "./plan/describe";
import { makePlan, refuse } from "./plan/make-plan";
import { hasRight, nameOfRight, type ConfigurationRegistry } from "./registry";
import type { Path } from "./text/parsed";
import { bundleTextTask } from "./text/text-task";

/** Of an apply's own entry of the audit log, and of those that hold what it wrote. */
export const APPLIED = "configuration.applied";
export const APPLIED_ROWS = `${APPLIED}.rows`;

export type ConfigurationDeps = {
  db: Db;
  pool: WorkerPool;
  operations: OperationRunner;
  registry: ConfigurationRegistry;
  /** Carries work out in a transaction while nothing else writes many things at once, in any process. */
  alone: <Result>(db: Db, signal: AbortSignal, work: (db: Db) => Promise<Result>) => Promise<Result>;
  /** Called when something was written that may have to be checked. */
  onChange: () => void;
  log: Logger;
};

export type ConfigurationContext = ConfigurationDeps & { actor: Actor; caller: Caller };

type Options = { only: readonly string[] | undefined; prune: readonly string[] | undefined };
type PlanRequest = { received: Received; query: PlanQuery; signal: AbortSignal };
type ApplyRequest = {
  received: Received;
  query: ApplyQuery;
  signal: AbortSignal;
  /** Told the id of the operation as soon as there is one. */
  begun?: (id: string) => void;
};

const LONGEST_WAIT_MS = 120_000;

/** Plans and applies of this process come one after the other, and in turns of who sends them: each holds a bundle in memory. */
export const turns = new FairQueue({
  atOnce: 1,
  atOncePerCaller: 1,
  waitingPerCaller: 4,
  longestWaitMs: LONGEST_WAIT_MS,
  refusals: {
    tooMany: "Too many of your bundles are waiting",
    tooLong: `The bundle has waited ${LONGEST_WAIT_MS / 1000} seconds for its turn`,
  },
});

/** A bundle that was read: what it says, and of what kinds its things go that it does not have. */
type Prepared = { bundle: Bundle; received: Received; prune: ReadonlySet<string> };

/**
 * What applying a bundle would do: found by comparing it with what is stored, then carried out and taken back, so that
 * every refusal of a rule is told. Throws 422 with path and line for what is wrong in the bundle, 403 for a kind that
 * the caller may not read.
 */
export function planConfiguration(
  ctx: ConfigurationContext,
  request: PlanRequest,
): Promise<ConfigurationPlan> {
  const { received, query, signal } = request;
  const work = async () => {
    const prepared = await prepare(ctx, { received, options: optionsOf(query), signal });
    return tryPlan(ctx, { prepared, limit: query.limit, signal });
  };
  return turns.run(ctx.caller.userId, work, signal);
}

export function optionsOf({ only, prune }: PlanQuery): Options {
  return { only, prune };
}

/** Reads and checks a bundle. Throws 422, 403. */
export async function prepare(
  ctx: Pick<ConfigurationContext, "pool" | "registry" | "caller">,
  { received, options, signal }: { received: Received; options: Options; signal: AbortSignal },
): Promise<Prepared> {
  const { text, format } = received;
  const only = knownKinds(ctx.registry, options.only);
  const { value, fault } = await ctx.pool.run(bundleTextTask, { text, format }, { signal });
  if (fault !== undefined) throw invalidBundle([{ path: [], ...fault }]);
  const { bundle, faults } = await readBundle(ctx.registry, { value, only });
  if (faults.length > 0) throw invalidBundle(await withLines(ctx, { received, faults, signal }));
  const named = new Set(bundle.things.keys());
  const isAll = options.prune?.includes("all") ?? false;
  const asked = isAll ? named : kindsOf(ctx.registry, { names: options.prune ?? [], field: "prune" });
  for (const name of named) requireReading(ctx, name);
  // A kind that the bundle does not name is none of its business.
  return { bundle, received, prune: new Set([...(asked ?? [])].filter((name) => named.has(name))) };
}

/** The kinds that `only` names; undefined: all. Throws 422 for one that there is not. */
export function knownKinds(
  registry: ConfigurationRegistry,
  names: readonly string[] | undefined,
): Set<string> | undefined {
  return kindsOf(registry, { names, field: "only" });
}

function kindsOf(
  registry: ConfigurationRegistry,
  { names, field }: { names: readonly string[] | undefined; field: string },
): Set<string> | undefined {
  for (const name of names ?? []) {
    if (registry.find(name) !== undefined) continue;
    const hint = askFor(
      name,
      registry.kinds.map((kind) => kind.name),
    );
    const msg = `Value error, '${name.slice(0, 64)}' is no kind of configuration${hint}`;
    throw invalid([{ loc: ["query", field], msg, type: "value_error" }]);
  }
  return names && new Set(names);
}

function requireReading(
  { registry, caller }: Pick<ConfigurationContext, "registry" | "caller">,
  name: string,
): void {
  const kind = registry.find(name);
  if (kind === undefined || hasRight(caller, kind.reads)) return;
  throw forbidden(`The bundle has ${name}, which need ${nameOfRight(kind.reads)} to be read`);
}

async function withLines(
  { pool }: Pick<ConfigurationContext, "pool">,
  { received, faults, signal }: { received: Received; faults: readonly BundleFault[]; signal: AbortSignal },
): Promise<BundleFault[]> {
  const { text, format } = received;
  const paths: Path[] = faults.map(({ path }) => path);
  const { lines } = await pool.run(bundleTextTask, { text, format, paths }, { signal });
  return faults.map((fault, place) => ({ ...fault, line: lines[place] ?? 1 }));
}

type Compared = { comparison: Comparison; plan: ConfigurationPlan };

/** Throws 422 where the bundle names what is not there. */
async function compare(
  ctx: ConfigurationContext,
  { prepared, limit, signal }: { prepared: Prepared; limit: number; signal: AbortSignal },
): Promise<Compared> {
  const { bundle, received, prune } = prepared;
  const comparison = await compareBundle(ctx, { bundle, prune, secrets: received.secrets });
  const { faults } = comparison;
  if (faults.length > 0) throw invalidBundle(await withLines(ctx, { received, faults, signal }));
  return { comparison, plan: await makePlan({ ...ctx, bundle, comparison, limit }) };
}

/** Ends the transaction of a plan, with what it has shown. */
class TakenBack extends Error {
  readonly plan: ConfigurationPlan;

  constructor(plan: ConfigurationPlan) {
    super("taken back");
    this.plan = plan;
  }
}

/** Compares a bundle, and tries what differs. Throws as `compare`. */
export async function tryPlan(
  ctx: ConfigurationContext,
  given: { prepared: Prepared; limit: number; signal: AbortSignal },
): Promise<ConfigurationPlan> {
  const { plan } = await compare(ctx, given);
  const isComplete = plan.missing_secrets.length + plan.refusals.length === 0;
  if (!plan.has_changes || !isComplete) return plan;
  try {
    return await ctx.alone(ctx.db, given.signal, async (db) => {
      const compared = await compare({ ...ctx, db }, given);
      throw new TakenBack(await tryWriting({ ...ctx, db }, { ...given, ...compared }));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.plan;
    throw error;
  }
}

async function tryWriting(
  ctx: ConfigurationContext,
  { plan, comparison, prepared, signal }: Compared & { prepared: Prepared; signal: AbortSignal },
): Promise<ConfigurationPlan> {
  const { received } = prepared;
  // What it would leave in the log is not wanted.
  const actor = { ...ctx.actor, collect: () => {} };
  try {
    await writeComparison(
      { ...ctx, actor },
      {
        comparison,
        secrets: received.secrets,
        onWritten: () => Promise.resolve(signal.throwIfAborted()),
      },
    );
    return { ...plan, is_tried: true };
  } catch (error) {
    if (!(error instanceof ApplyFault)) throw error;
    const [fault = error.fault] = await withLines(ctx, { received, faults: [error.fault], signal });
    return { ...refuse(plan, fault), is_tried: true };
  }
}

/** The state is not any more what a plan was made against. */
export class StalePlanError extends ApiError {
  readonly plan: ConfigurationPlan;

  constructor(plan: ConfigurationPlan) {
    super(409, "The plan is not that of now any more: something has changed since. Look at the new one");
    this.plan = plan;
  }
}

/**
 * Makes what is stored what a bundle says, in one transaction; gives the id of the apply. Throws as `planConfiguration`,
 * StalePlanError where another plan was meant, 403 for kinds that the caller may not write, also where it may write
 * none of those that a bundle has which changes nothing, 422 for secrets that are
 * missing and for what a rule refuses, 409 where it was cancelled.
 */
export async function applyConfiguration(ctx: ConfigurationContext, request: ApplyRequest): Promise<string> {
  const { received, query, signal, begun } = request;
  const detail = "apply_id was used before";
  // Applies are kept for longer than operations.
  if (query.apply_id !== undefined && (await isKept(ctx.db, query.apply_id))) throw conflict(detail);
  const operation = {
    id: query.apply_id,
    idField: "apply_id",
    kind: "configuration_apply",
    userId: ctx.caller.userId,
    phase: "reading",
    signal,
  } as const;
  const id = await refuseDouble({ constraint: "configuration_applies_pkey", detail }, () =>
    ctx.operations.run(operation, (running) => {
      begun?.(running.id);
      return turns.run(operation.userId, () => runApply(ctx, { received, query }, running), running.signal);
    }),
  );
  ctx.onChange();
  return id;
}

async function runApply(
  ctx: ConfigurationContext,
  { received, query }: Pick<ApplyRequest, "received" | "query">,
  operation: RunningOperation,
): Promise<string> {
  const { signal } = operation;
  const prepared = await prepare(ctx, { received, options: optionsOf(query), signal });
  await operation.report({ phase: "comparing" });
  await ctx.alone(ctx.db, signal, async (db) => {
    const own = { ...ctx, db };
    const compared = await compare(own, { prepared, limit: query.limit, signal });
    requireApplicable(compared.plan, query.fingerprint);
    if (!compared.plan.has_changes) requireAnyWriting(own, prepared.bundle);
    await operation.report({ phase: "writing", total: compared.plan.change_count, done: 0 });
    const auditId = await write(own, { ...compared, prepared, operation });
    await keep(own, { ...compared, prepared, query, operation, auditId });
  });
  return operation.id;
}

function requireApplicable(plan: ConfigurationPlan, fingerprint: string | undefined): void {
  if (fingerprint !== undefined && fingerprint !== plan.fingerprint) throw new StalePlanError(plan);
  const [refusal] = plan.refusals;
  if (refusal !== undefined) throw forbidden(plan.refusals.map(({ message }) => message).join("; "));
  if (plan.missing_secrets.length === 0) return;
  throw invalid(
    plan.missing_secrets.slice(0, 100).map(({ place, source, name }) => ({
      loc: ["body", "secrets", source],
      msg: `Value error, ${place}: the value of '${name}' did not come with the bundle`,
      type: "value_error",
    })),
  );
}

/** Also what changes nothing is kept, and is what drift is told from. */
function requireAnyWriting({ registry, caller }: ConfigurationContext, { things }: Bundle): void {
  const kinds = registry.kinds.filter(({ name }) => things.has(name));
  if (caller.isSuperAdmin || kinds.some(({ writes }) => hasRight(caller, writes))) return;
  throw forbidden("The bundle has nothing that you may write");
}

type Applying = Compared & { prepared: Prepared; operation: RunningOperation };

/** Gives the id of the audit entry that stands for all of it; null: nothing was written. */
async function write(
  ctx: ConfigurationContext,
  { comparison, plan, prepared, operation }: Applying,
): Promise<number | null> {
  if (!plan.has_changes) return null;
  const { received } = prepared;
  const target = `configuration:${operation.id}`;
  const record = createPackedRecord(ctx.actor, { action: APPLIED_ROWS, target });
  const onWritten = async (done: number) => {
    await record.flush(ctx, "full rows");
    await operation.report({ done });
  };
  try {
    await writeComparison(
      { ...ctx, actor: record.actor },
      { comparison, secrets: received.secrets, onWritten, mark: record.mark },
    );
  } catch (error) {
    if (!(error instanceof ApplyFault)) throw error;
    const { signal } = operation;
    throw invalidBundle(await withLines(ctx, { received, faults: [error.fault], signal }));
  }
  await record.flush(ctx, "all");
  let auditId: number | null = null;
  const noteEntry = (id: number) => {
    auditId = id;
    ctx.actor.noteEntry?.(id);
  };
  await recordAudit(
    { db: ctx.db, actor: { ...ctx.actor, noteEntry } },
    { action: APPLIED, target, detail: `changes=${plan.change_count}`, after: { counts: plan.counts } },
  );
  return auditId;
}

/** What the history tells of an apply. */
const MAX_SENTENCES = 100;

async function keep(
  ctx: ConfigurationContext,
  given: Applying & { query: ApplyQuery; auditId: number | null },
): Promise<void> {
  const { plan, comparison, prepared, query, operation, auditId } = given;
  const { received, prune } = prepared;
  const sentences = [
    ...comparison.differences.slice(0, MAX_SENTENCES).map((one) => describeDifference(one).sentence),
    ...comparison.removals.slice(0, MAX_SENTENCES).map((one) => describeRemoval(one).sentence),
  ].slice(0, MAX_SENTENCES);
  await keepApply(ctx.db, {
    id: operation.id,
    userId: ctx.caller.userId,
    username: ctx.caller.username,
    note: query.note === "" ? null : (query.note ?? null),
    format: received.format,
    bundle: received.text,
    only: query.only ?? null,
    prune: [...prune],
    counts: plan.counts,
    sentences,
    auditId,
  });
  await operation.finish(ctx.db, {
    result: { changes: plan.change_count },
    resultPath: `/api/v1/configuration/applies/${operation.id}`,
  });
}
