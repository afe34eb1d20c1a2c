import { notFound, unavailable } from "#platform/errors";
import { readTarget, type Target, type TargetContext } from "../target/service";
import { openBucket } from "./bucket";
import { BucketError } from "./bucket-errors";
import { openFolder } from "./folder";
import type { BackupStore, KeptBackup, Place } from "./store";

export type Places = {
  target: Target;
  /** Where the schedule puts backups. */
  current: BackupStore;
  /** All that there are: older ones lie where they were put. */
  all: BackupStore[];
};

export async function openPlaces(ctx: TargetContext): Promise<Places> {
  const target = await readTarget(ctx);
  const folder = openFolder(ctx.folder, ctx.minFreeBytes);
  const bucket = bucketOf(target);
  return {
    target,
    current: target.place === "s3" && bucket !== undefined ? bucket : folder,
    all: bucket === undefined ? [folder] : [folder, bucket],
  };
}

function bucketOf({ bucket, place, problem }: Target): BackupStore | undefined {
  if (bucket !== undefined) return openBucket(bucket);
  return place === "s3" && problem !== undefined ? openUnreadable(problem) : undefined;
}

/** A bucket that nobody can ask without its secret. */
function openUnreadable(problem: string): BackupStore {
  const refuse = async () => {
    throw new BucketError(problem, { code: "UnreadableSecret", cause: undefined });
  };
  return {
    place: "s3",
    description: "a bucket whose secret cannot be read",
    list: refuse,
    find: refuse,
    keep: refuse,
    remove: refuse,
    pathOf: () => undefined,
    read() {
      throw new BucketError(problem, { code: "UnreadableSecret", cause: undefined });
    },
  };
}

/** A backup, and the place where it lies. Throws 404 for a name that none there has, such as a path. */
export async function findKept(
  { all }: Places,
  { filename, place }: { filename: string; place: Place | undefined },
): Promise<{ kept: KeptBackup; store: BackupStore }> {
  for (const store of all) {
    if (place !== undefined && store.place !== place) continue;
    const kept = await orUnavailable(store.find(filename));
    if (kept !== undefined) return { kept, store };
  }
  throw notFound("Backup not found");
}

/** What stands between us and the bucket is a 503 with the words for it. */
export async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw toUnavailable(error);
  }
}

export function toUnavailable(error: unknown): unknown {
  return error instanceof BucketError ? unavailable(`The bucket: ${error.message}`, 30, error) : error;
}
