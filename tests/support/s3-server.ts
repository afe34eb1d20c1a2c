import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { atRunEnd } from "./run-end";

export const S3_KEYS = { accessKeyId: "TESTKEY", secretAccessKey: "a secret/of+tests" };
export const S3_REGION = "eu-test-1";
export const S3_BUCKET = "backups";

type Refusal = { status: number; code: string };

export type S3Server = {
  endpoint: string;
  /** What lies in the bucket, by key. */
  objects: Map<string, Uint8Array>;
  /** Of the requests that came: method, path and query. */
  requests: string[];
  /** Uploads in parts that were begun and neither ended nor given up. */
  uploads: Map<string, Map<number, Uint8Array>>;
  /** Called for each request; a refusal is its answer. */
  refuse:
    ((request: { method: string; path: string; query: URLSearchParams }) => Refusal | undefined) | undefined;
};

/** Names of a page of a list: few, so that tests see more than one. */
const PAGE = 3;

/**
 * What Netatlas needs of S3, with one bucket in memory, on a free port of loopback, by the API reference of Amazon S3.
 * Signatures (version 4) are checked, which the S3 servers of npm do not.
 */
export function startS3Server(): S3Server {
  const state: S3Server = {
    endpoint: "",
    objects: new Map(),
    requests: [],
    uploads: new Map(),
    refuse: undefined,
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    maxRequestBodySize: 2 ** 30,
    fetch: (request) => answer(state, request),
  });
  atRunEnd(async () => server.stop(true));
  state.endpoint = `http://127.0.0.1:${server.port}`;
  return state;
}

async function answer(state: S3Server, request: Request): Promise<Response> {
  const { pathname, search, searchParams: query } = new URL(request.url);
  state.requests.push(`${request.method} ${pathname}${search}`);
  const problem =
    problemOfSignature(request) ?? state.refuse?.({ method: request.method, path: pathname, query });
  if (problem !== undefined) return refusal(problem);
  const [, bucket = "", ...rest] = decodeURIComponent(pathname).split("/");
  if (bucket !== S3_BUCKET) return refusal({ status: 404, code: "NoSuchBucket" });
  const key = rest.join("/");
  if (key === "") return list(state, query);
  if (query.has("uploads")) return begin(state);
  const upload = query.get("uploadId");
  if (upload !== null) return answerPart(state, { request, query, upload, key });
  return answerObject(state, { request, key });
}

async function answerObject(
  { objects }: S3Server,
  { request, key }: { request: Request; key: string },
): Promise<Response> {
  const found = objects.get(key);
  switch (request.method) {
    case "PUT": {
      const content = await request.bytes();
      objects.set(key, content);
      return new Response(null, { headers: { ETag: etagOf(content) } });
    }
    case "DELETE":
      objects.delete(key);
      return new Response(null, { status: 204 });
    case "HEAD":
      if (found === undefined) return new Response(null, { status: 404 });
      return new Response(null, { headers: { "Content-Length": String(found.length), ETag: etagOf(found) } });
    default:
      if (found === undefined) return refusal({ status: 404, code: "NoSuchKey" });
      return range(found, request.headers.get("range"));
  }
}

function range(content: Uint8Array, asked: string | null): Response {
  const [, first = "0", last = ""] = /^bytes=(\d+)-(\d*)$/.exec(asked ?? "") ?? [];
  const piece = content.slice(Number(first), last === "" ? undefined : Number(last) + 1);
  return new Response(Buffer.from(piece), { status: asked === null ? 200 : 206 });
}

function begin({ uploads }: S3Server): Response {
  const id = crypto.randomUUID();
  uploads.set(id, new Map());
  return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
}

async function answerPart(
  { objects, uploads }: S3Server,
  { request, query, upload, key }: { request: Request; query: URLSearchParams; upload: string; key: string },
): Promise<Response> {
  const parts = uploads.get(upload);
  if (parts === undefined) return refusal({ status: 404, code: "NoSuchUpload" });
  if (request.method === "DELETE") {
    uploads.delete(upload);
    return new Response(null, { status: 204 });
  }
  if (request.method === "PUT") {
    const content = await request.bytes();
    parts.set(Number(query.get("partNumber")), content);
    return new Response(null, { headers: { ETag: etagOf(content) } });
  }
  const named = [...(await request.text()).matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, at]) =>
    Number(at),
  );
  objects.set(key, Buffer.concat(named.map((at) => parts.get(at) ?? new Uint8Array())));
  uploads.delete(upload);
  return xml(
    `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"whole"</ETag></CompleteMultipartUploadResult>`,
  );
}

function list({ objects }: S3Server, query: URLSearchParams): Response {
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE);
  const isTruncated = keys.length > page.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2026-11-25T00:00:00.000Z</LastModified><Size>${objects.get(key)?.length}</Size></Contents>`,
  );
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return xml(
    `<ListBucketResult><Name>${S3_BUCKET}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount>` +
      `<MaxKeys>${PAGE}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
  );
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function problemOfSignature(request: Request): Refusal | undefined {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      request.headers.get("authorization") ?? "",
    );
  if (given === null) return { status: 403, code: "AccessDenied" };
  const [, keyId = "", day = "", region = "", signed = "", signature = ""] = given;
  if (keyId !== S3_KEYS.accessKeyId) return { status: 403, code: "InvalidAccessKeyId" };
  if (region !== S3_REGION) return { status: 400, code: "AuthorizationHeaderMalformed" };
  const url = new URL(request.url);
  const query = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "")
    .sort()
    .join("&");
  const headers = signed.split(";").map((name) => `${name}:${request.headers.get(name)?.trim() ?? ""}\n`);
  const payload = request.headers.get("x-amz-content-sha256") ?? "";
  const canonical = [request.method, url.pathname, query, headers.join(""), signed, payload].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", request.headers.get("x-amz-date") ?? "", scope, digest].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce(
    (secret: Buffer, part) => createHmac("sha256", secret).update(part).digest(),
    Buffer.from(`AWS4${S3_KEYS.secretAccessKey}`),
  );
  const wanted = createHmac("sha256", key).update(text).digest();
  if (timingSafeEqual(wanted, Buffer.from(signature, "hex"))) return undefined;
  return { status: 403, code: "SignatureDoesNotMatch" };
}

function refusal({ status, code }: Refusal): Response {
  return xml(`<Error><Code>${code}</Code><Message>${code} it is</Message></Error>`, status);
}

function xml(text: string, status = 200): Response {
  const headers = { "Content-Type": "application/xml" };
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`, { status, headers });
}

function etagOf(content: Uint8Array): string {
  return `"${createHash("md5").update(content).digest("hex")}"`;
}
