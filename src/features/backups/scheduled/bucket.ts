import { S3Client } from "bun";
import { hostOfUrl, refusalOfCheck, resolveTarget } from "#platform/active-targets";
import { toStream } from "#platform/http/download";
import { withinTime } from "#platform/pause";
import type { BackupFile } from "../dump/encode";
import { BucketError, toBucketError } from "./bucket-errors";
import { NAME_START } from "./names";
import { byNewest, describeKept, type BackupStore, type KeptBackup } from "./store";

export type Bucket = {
  /** `https://host`, without the bucket. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
  /** The bucket is in the path, as MinIO and the like have it; else in front of the host. */
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Of a part, which is in memory as it goes or comes: S3 takes 10,000 of them. */
const PART_OCTETS = 8 * 1024 * 1024;
const RETRIES = 3;
/** For what is answered at once: a list, a removal. */
const ANSWER_MS = 30_000;
/** No piece of a file goes or comes for so long. */
const STALL_MS = 120_000;
/** Of 1,000 names each. */
const MAX_PAGES = 100;

/**
 * Backups below a prefix of an S3 bucket. Nothing else that lies there is shown or touched. Throws BucketError, with
 * words for people; hosts that are link-local or tell a cloud's keys are never asked.
 */
export function openBucket(bucket: Bucket): BackupStore {
  const { prefix } = bucket;
  const keyOf = (filename: string) => `${prefix}${filename}`;
  const ask = <Result>(work: (client: S3Client) => Promise<Result>) =>
    withClient(bucket, (client) => within(ANSWER_MS, work(client)));
  return {
    place: "s3",
    description: `${bucket.endpoint}/${bucket.bucket}/${prefix}`,
    list: () => ask((client) => listAll(client, prefix)),
    async find(filename) {
      if (describeKept(filename, { place: "s3", octets: 0 }) === undefined) return undefined;
      try {
        const { size } = await ask((client) => client.stat(keyOf(filename)));
        return describeKept(filename, { place: "s3", octets: size });
      } catch (error) {
        if (error instanceof BucketError && error.code === "NoSuchKey") return undefined;
        throw error;
      }
    },
    read: (filename) => readObject(bucket, keyOf(filename)),
    pathOf: () => undefined,
    keep: (file) => withClient(bucket, (client) => keep(client, { file, key: keyOf(file.name) })),
    remove: (filename) => ask((client) => client.delete(keyOf(filename))),
  };
}

/** Tries out what backups need: to write a file, find it in the list, read it, and remove it. Throws BucketError. */
export function tryBucket(bucket: Bucket): Promise<void> {
  const key = `${bucket.prefix}netatlas-test-${crypto.randomUUID()}`;
  return withClient(bucket, (client) =>
    within(
      ANSWER_MS,
      (async () => {
        await client.write(key, key, { type: "text/plain", retry: 0 });
        const { contents = [] } = await client.list({ prefix: key });
        if ((await client.file(key).text()) !== key)
          throw new BucketError("a file that was written there comes back with other content", {
            code: "OtherContent",
            cause: undefined,
          });
        await client.delete(key);
        if (!contents.some((found) => found.key === key))
          throw new BucketError("a file that was written there is not in its list", {
            code: "NotListed",
            cause: undefined,
          });
      })(),
    ),
  );
}

/**
 * The host is judged before each use, as a name may lead elsewhere by now. The client takes no address beside a name
 * and resolves that once more by itself: a name that changes in between gets a request that is signed for another host
 * and holds no secret.
 */
async function withClient<Result>(
  bucket: Bucket,
  work: (client: S3Client) => Promise<Result>,
): Promise<Result> {
  const named = { bucket: bucket.bucket, host: bucket.endpoint };
  try {
    const endpoint = endpointOf(bucket);
    await resolveTarget(hostOfUrl(endpoint), { refusal: refusalOfCheck });
    return await work(createClient(bucket, endpoint));
  } catch (error) {
    throw toBucketError(error, named);
  }
}

function createClient({ region, bucket, pathStyle, ...keys }: Bucket, endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region,
    bucket,
    virtualHostedStyle: !pathStyle,
    accessKeyId: keys.accessKeyId,
    secretAccessKey: keys.secretAccessKey,
  });
}

/** With the bucket in front of the host where it is not in the path. */
function endpointOf({ endpoint, bucket, pathStyle }: Bucket): string {
  if (pathStyle) return endpoint;
  const url = new URL(endpoint);
  return `${url.protocol}//${bucket}.${url.host}`;
}

async function listAll(client: S3Client, prefix: string): Promise<KeptBackup[]> {
  const found: KeptBackup[] = [];
  let continuationToken: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await client.list({
      prefix: `${prefix}${NAME_START}`,
      ...(continuationToken !== undefined && { continuationToken }),
    });
    for (const { key, size = 0 } of page.contents ?? []) {
      const kept = describeKept(key.slice(prefix.length), { place: "s3", octets: size });
      if (kept !== undefined && key.startsWith(prefix)) found.push(kept);
    }
    continuationToken = page.nextContinuationToken;
    if (page.isTruncated !== true || continuationToken === undefined) break;
  }
  return found.sort(byNewest);
}

/**
 * In parts, of which each is tried again. The file is there once all of them are, and is compared with what was sent.
 */
async function keep(client: S3Client, { file, key }: { file: BackupFile; key: string }): Promise<KeptBackup> {
  const watch = createWatch();
  try {
    const content = new Response(toStream(watch.watched(file.content)));
    const options = {
      partSize: PART_OCTETS,
      queueSize: 1,
      retry: RETRIES,
      type: "application/octet-stream",
    };
    await Promise.race([client.write(key, content, options), watch.stalled]);
    const { size } = await within(ANSWER_MS, client.stat(key));
    if (size !== file.octets) {
      await within(ANSWER_MS, client.delete(key));
      throw new BucketError(`of ${file.octets} octets ${size} arrived`, {
        code: "Incomplete",
        cause: undefined,
      });
    }
    const kept = describeKept(file.name, { place: "s3", octets: size });
    if (kept === undefined) throw new Error(`our bug: ${file.name} is no name of a backup`);
    return kept;
  } finally {
    watch.stop();
    await file.close();
  }
}

/**
 * In ranges, each asked for when the one before has been taken: the client's own stream fetches all that there is into
 * memory.
 */
async function* readObject(bucket: Bucket, key: string): AsyncGenerator<Uint8Array> {
  const ask = <Result>(work: (client: S3Client) => Promise<Result>) =>
    withClient(bucket, (client) => within(STALL_MS, work(client)));
  const { size } = await ask((client) => client.stat(key));
  for (let at = 0; at < size; at += PART_OCTETS) {
    const end = Math.min(at + PART_OCTETS, size);
    const piece = await ask((client) => client.file(key).slice(at, end).bytes());
    if (piece.length !== end - at)
      throw new BucketError("a file there ends too early", { code: "Incomplete", cause: undefined });
    yield piece;
  }
}

type Watch = {
  /** Rejects once nothing has been taken for long. */
  stalled: Promise<never>;
  watched(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array>;
  stop(): void;
};

function createWatch(): Watch {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const timer = setTimeout(() => reject(timedOut()), STALL_MS);
  return {
    stalled: promise,
    async *watched(pieces) {
      for await (const piece of pieces) {
        timer.refresh();
        yield piece;
      }
      timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return withinTime(ms, work, timedOut);
}

function timedOut(): Error {
  return Object.assign(new Error("it did not answer in time"), { code: "TimeoutError" });
}
