import { isForeignKeyViolation, withoutSavepoints } from "#platform/database";
import { ApiError, conflict } from "#platform/errors";
import { valueOf, type Secrets } from "../bundle/model";
import type { BundleFault } from "../bundle/faults";
import type { ConfigurationKind, Creation, Fields, Ids, WriteContext } from "#features/configuration-kinds";
import { idsIn, type Comparison, type Difference, type Removal } from "../plan/compare";

/** The service refuses something of the bundle: where, and why. */
export class ApplyFault extends Error {
  readonly fault: BundleFault;

  constructor(fault: BundleFault, options: { cause: unknown }) {
    super(fault.message, options);
    this.fault = fault;
  }
}

type Writing = {
  comparison: Comparison;
  secrets: Secrets;
  /** Told how many things have been written. */
  onWritten: (count: number) => Promise<void>;
  /** Where entries of the log are collected: gives what forgets those since. */
  mark?: () => () => void;
};

type Run = Pick<Writing, "mark"> & {
  ctx: WriteContext;
  secrets: Secrets;
  ids: Ids;
  real: Map<string, number>;
};

const GONE_MEANWHILE = "Somebody has removed what it names meanwhile";
/** Things that are written under one savepoint, of which a transaction has room for some thousands. */
const AT_ONCE = 250;

/**
 * Writes what a comparison has found, in its order, then removes what is pruned, what names others first. Belongs into
 * a transaction. Throws ApplyFault where the rules of an owner refuse something.
 */
export async function writeComparison(ctx: WriteContext, writing: Writing): Promise<void> {
  const { comparison, secrets, onWritten, mark } = writing;
  const real = new Map<string, number>();
  const run: Run = { ctx, secrets, real, ...(mark && { mark }), ids: idsIn(comparison.books, { real }) };
  let written = 0;
  for (const part of inParts(comparison.differences)) {
    await writePart(run, part);
    written += part.length;
    await onWritten(written);
  }
  const removals = Map.groupBy(comparison.removals, ({ kind }) => kind);
  for (const gone of [...removals.values()].reverse())
    for (let start = 0; start < gone.length; start += AT_ONCE) {
      const some = gone.slice(start, start + AT_ONCE);
      await removeSome(run, some);
      written += some.length;
      await onWritten(written);
    }
}

/** Things of one kind that are all to be made, or changed. */
function inParts(differences: readonly Difference[]): Difference[][] {
  const parts: Difference[][] = [];
  for (const one of differences) {
    const part = parts.at(-1);
    const [first] = part ?? [];
    const fits =
      first?.kind === one.kind &&
      (first.stored === undefined) === (one.stored === undefined) &&
      (part?.length ?? 0) < Math.max(AT_ONCE, one.kind.createsAtOnce ?? 1);
    if (fits) part?.push(one);
    else parts.push([one]);
  }
  return parts;
}

/** Where several are refused at once, each by itself: so it is told which one it was. */
async function writePart(run: Run, part: readonly Difference[]): Promise<void> {
  const [only] = part;
  const forget = run.mark?.();
  try {
    await run.ctx.db.transaction((db) =>
      write({ ...run, ctx: { ...run.ctx, db: withoutSavepoints(db) } }, part),
    );
  } catch (error) {
    forget?.();
    const refusal = refusalOf(error);
    if (refusal === undefined || only === undefined) throw error;
    if (part.length === 1) throw faultOf(only, refusal);
    for (const one of part) await writePart(run, [one]);
  }
}

async function write(run: Run, part: readonly Difference[]): Promise<void> {
  const [first] = part;
  if (first === undefined) return;
  const { kind } = first;
  if (first.stored === undefined) return create(run, part, kind);
  await kind.update(
    run.ctx,
    part.flatMap((one) =>
      one.stored === undefined
        ? []
        : [{ ...creationOf(run, one, changedOf(one)), id: one.stored.id, before: one.stored.fields }],
    ),
  );
}

/** Where their owner makes one by one, each may name those before it. */
async function create(run: Run, part: readonly Difference[], kind: ConfigurationKind): Promise<void> {
  const atOnce = kind.createsAtOnce ?? 1;
  for (let start = 0; start < part.length; start += atOnce) {
    const some = part.slice(start, start + atOnce);
    const made = await kind.create(
      run.ctx,
      some.map((one) => creationOf(run, one, one.item)),
    );
    for (const [place, { id }] of some.entries()) run.real.set(`${kind.name} ${id}`, made[place] ?? 0);
  }
}

function changedOf({ item, fields }: Difference): Fields {
  return Object.fromEntries(fields.map(({ field }) => [field, item[field]]));
}

/** Ids are those of the database by now. */
function creationOf(
  { ids, secrets }: Run,
  { kind, thing, secrets: names }: Difference,
  item: Fields,
): Creation {
  const values = names.flatMap((name): [string, string][] => {
    const reference = thing.secrets.get(name);
    const value = reference && valueOf(secrets, reference);
    return value === undefined ? [] : [[name, value]];
  });
  return { fields: kind.fromItem(item, ids), secrets: Object.fromEntries(values) };
}

async function removeSome({ ctx }: Run, gone: readonly Removal[]): Promise<void> {
  const [first] = gone;
  if (first === undefined) return;
  const { kind } = first;
  try {
    await ctx.db.transaction(async (db) => {
      const things = gone.map(({ stored }) => stored);
      await kind.remove?.({ ...ctx, db: withoutSavepoints(db) }, things);
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    const what = gone.length === 1 ? first.name : `${first.name} or one of ${gone.length - 1} others`;
    const message = `${what} cannot be removed: ${textOf(refusal)}`;
    throw new ApplyFault({ path: [first.kind.name], message }, { cause: error });
  }
}

function refusalOf(error: unknown): ApiError | undefined {
  if (isForeignKeyViolation(error)) return conflict(GONE_MEANWHILE, error);
  return error instanceof ApiError && error.status < 500 ? error : undefined;
}

function faultOf({ kind, name, thing }: Difference, refusal: ApiError): ApplyFault {
  const { detail } = refusal;
  const [first] = typeof detail === "string" ? [] : detail;
  const inside = first?.loc.slice(1).filter((part) => !isOwnPath(kind.fields, part)) ?? [];
  return new ApplyFault(
    { path: [...thing.path, ...inside], message: `${kind.noun} ${name}: ${textOf(refusal)}` },
    { cause: refusal },
  );
}

/** The owner may call a field otherwise than the bundle. */
function isOwnPath(fields: Readonly<Record<string, unknown>>, part: string | number): boolean {
  return typeof part === "number" || !Object.hasOwn(fields, part);
}

function textOf({ detail }: ApiError): string {
  if (typeof detail === "string") return detail;
  return detail.map(({ msg }) => msg.replace(/^Value error, /, "")).join("; ");
}
