import { expect, test } from "bun:test";
import { openBucket, tryBucket, type Bucket } from "../../../src/features/backups/scheduled/bucket";
import type { BackupFile } from "../../../src/features/backups/dump/encode";
import { refusalOf } from "../../support/backups";
import { S3_BUCKET, S3_KEYS, S3_REGION, startS3Server } from "../../support/s3-server";

const MIB = 1024 * 1024;

function givenBucket(change: Partial<Bucket> = {}) {
  const server = startS3Server();
  const bucket: Bucket = {
    endpoint: server.endpoint,
    region: S3_REGION,
    bucket: S3_BUCKET,
    prefix: "home/netatlas/",
    pathStyle: true,
    ...S3_KEYS,
    ...change,
  };
  return { server, bucket, store: openBucket(bucket) };
}

/** A backup of so many octets; after `breaksAt` of them its source fails. */
function givenFile(octets: number, { breaksAt = Infinity, second = 0 } = {}): BackupFile {
  async function* content() {
    for (let at = 0; at < octets; at += 64 * 1024) {
      if (at >= breaksAt) throw new Error("the disk is broken");
      yield new Uint8Array(Math.min(64 * 1024, octets - at)).fill(at >> 16);
    }
  }
  const name = `netatlas-backup-20261125-2200${String(second).padStart(2, "0")}.tar.zst`;
  return { name, octets, content: content(), close: async () => undefined };
}

test("a backup of several parts arrives as it was, and comes back so", async () => {
  const { server, store } = givenBucket();
  const kept = await store.keep(givenFile(21 * MIB));
  expect(kept).toMatchObject({ place: "s3", size_bytes: 21 * MIB, created_at: "2026-11-25T22:00:00.000Z" });
  expect(server.requests.filter((line) => line.includes("partNumber=")).length).toBe(3);
  const read = Buffer.concat(await Array.fromAsync(store.read(kept.filename)));
  const sent = Buffer.concat(await Array.fromAsync(givenFile(21 * MIB).content));
  expect(read.equals(sent)).toBe(true);
  expect([...server.objects.keys()]).toEqual([`home/netatlas/${kept.filename}`]);
});

test("a part that is refused for a moment is sent again", async () => {
  const { server, store } = givenBucket();
  let refusals = 2;
  server.refuse = ({ query }) =>
    query.get("partNumber") === "2" && refusals-- > 0 ? { status: 503, code: "SlowDown" } : undefined;
  expect(await store.keep(givenFile(17 * MIB))).toMatchObject({ size_bytes: 17 * MIB });
});

test.each([
  ["its source", { breaksAt: 12 * MIB }, "the disk is broken"],
  ["the other side", {}, "come again later"],
])("a backup that breaks off by %s leaves nothing in the bucket", async (_, breaks, message) => {
  const { server, store } = givenBucket();
  const isEnd = (query: URLSearchParams) => query.get("partNumber") === "2";
  if (message.includes("later"))
    server.refuse = ({ query }) => (isEnd(query) ? { status: 503, code: "SlowDown" } : undefined);
  const refused = await refusalOf(store.keep(givenFile(20 * MIB, breaks)));
  expect(refused).toMatchObject({ message: expect.stringContaining(message) });
  expect([...server.objects.keys()]).toEqual([]);
  expect(await store.list()).toEqual([]);
});

test("a list of several pages has the backups below the prefix, the newest first, and nothing else", async () => {
  const { server, store } = givenBucket();
  for (const second of [3, 1, 5, 2, 4]) await store.keep(givenFile(10, { second }));
  for (const key of [
    "netatlas-backup-20261125-220000.tar.zst",
    "home/netatlas/notes.txt",
    "home/netatlas/netatlas-backup-20261125-220009.tar.zst.part",
    "home/netatlas/netatlas-backup-of-mine/netatlas-backup-20261125-220000.tar.zst",
  ])
    server.objects.set(key, new Uint8Array(1));
  const found = (await store.list()).map(({ created_at: at }) => at.slice(17, 19));
  expect(found).toEqual(["05", "04", "03", "02", "01"]);
});

test("what is not there is not found, whatever it is called, and can be removed", async () => {
  const { server, store } = givenBucket();
  expect(await store.find("netatlas-backup-20261125-220000.tar.zst")).toBeUndefined();
  server.objects.set("home/secret", new Uint8Array(1));
  expect(await store.find("../secret")).toBeUndefined();
  await store.remove("netatlas-backup-20261125-220000.tar.zst");
});

test("the test of a target leaves nothing behind", async () => {
  const { server, bucket } = givenBucket();
  await tryBucket(bucket);
  expect([...server.objects.keys()]).toEqual([]);
});

test.each<[string, Partial<Bucket>, string]>([
  ["no bucket", { bucket: "others" }, "there is no bucket others"],
  ["wrong key ID", { accessKeyId: "OTHER" }, "the access key ID is not known there"],
  ["wrong secret", { secretAccessKey: "other" }, "does not belong to the access key ID"],
  ["wrong region", { region: "us-east-1" }, "the region is another one"],
  ["nobody there", { endpoint: "http://127.0.0.1:1" }, "the connection was refused"],
  ["metadata of a cloud", { endpoint: "http://169.254.169.254" }, "metadata"],
  ["the same in another spelling", { endpoint: "http://0xa9fea9fe" }, "An address must be written as"],
  ["a name that is none", { endpoint: "http://nothing.invalid:9000" }, "cannot be resolved"],
])("what stands in the way is said in words: %s", async (_, change, message) => {
  const { bucket } = givenBucket(change);
  expect(await refusalOf(tryBucket(bucket))).toMatchObject({
    name: "BucketError",
    message: expect.stringContaining(message),
  });
  expect(await refusalOf(openBucket(bucket).list())).toMatchObject({
    message: expect.stringContaining(message),
  });
});
