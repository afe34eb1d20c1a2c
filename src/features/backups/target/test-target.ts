import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#platform/error-code";
import { tryBucket, type Bucket } from "../scheduled/bucket";
import { BucketError } from "../scheduled/bucket-errors";
import type { BackupTargetTest } from "./models";
import { readTarget, type TargetContext } from "./service";

/** Tries what backups do there. What stands in the way is the answer, and no error. */
export async function testTarget(ctx: TargetContext): Promise<BackupTargetTest> {
  try {
    const { place, bucket, problem } = await readTarget(ctx);
    if (problem !== undefined) return { ok: false, message: problem };
    if (place === "s3" && bucket !== undefined) return await testBucket(bucket);
    await tryFolder(ctx.folder);
    return { ok: true, message: `Files can be written into ${ctx.folder}` };
  } catch (error) {
    if (!isTrouble(error)) throw error;
    return { ok: false, message: error.message };
  }
}

async function testBucket(bucket: Bucket): Promise<BackupTargetTest> {
  await tryBucket(bucket);
  const isPlain = bucket.endpoint.startsWith("http:");
  const warning = isPlain ? ". What is sent can be read on the way: the endpoint is not https" : "";
  return {
    ok: true,
    message: `A file could be written, found, read and removed in ${bucket.bucket}${warning}`,
  };
}

async function tryFolder(folder: string): Promise<void> {
  const path = join(folder, `.partial-${crypto.randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, "test", { flag: "wx", mode: 0o600 });
  } finally {
    await rm(path, { force: true });
  }
}

/** Of the target, and not of ours. */
function isTrouble(error: unknown): error is Error {
  if (error instanceof BucketError) return true;
  return error instanceof Error && "syscall" in error && codeOf(error) !== undefined;
}
