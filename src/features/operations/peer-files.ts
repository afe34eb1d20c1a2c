import type { OpenAPIHono } from "@hono/zod-openapi";
import { notFound, unauthorized } from "#platform/errors";
import type { Env } from "#platform/http/server-app";
import type { Logger } from "#platform/log";
import { acceptsRequest, signRequest, type PeerKey } from "#platform/peer-key";
import type { ResultFiles } from "./result-files";

/** Other processes of this database that run operations, and so may have files of them. */
export type OtherProcesses = { key: PeerKey; readAddresses: () => Promise<readonly string[]>; log: Logger };

/** A file as another process sends it. */
export type RemoteFile = { content: ReadableStream<Uint8Array>; sizeBytes: string | null };

const PATH = "/api/v1/operations/peer-files";
/** In which a process must begin to answer. */
const PATIENCE_MS = 5000;
const UUID = /^[0-9a-f-]{36}$/;

/** Gives other processes the files that this one has; who may read them is asked where the person asks. */
export function mountPeerFiles(
  app: OpenAPIHono<Env>,
  { files, key }: { files: Pick<ResultFiles, "pathOf">; key: PeerKey },
): void {
  app.get(`${PATH}/:id`, async ({ req }) => {
    const id = req.param("id");
    if (!acceptsRequest(key, `${PATH}/${id}`, req.header("Authorization")))
      throw unauthorized("Not a process of ours");
    const file = UUID.test(id) ? Bun.file(files.pathOf(id)) : undefined;
    if (file === undefined || !(await file.exists())) throw notFound("Not Found");
    return new Response(file);
  });
}

/** Asks the others one after the other. Undefined: none of them has it, or answers. */
export async function fetchFromOthers(
  { key, readAddresses, log }: OtherProcesses,
  id: string,
): Promise<RemoteFile | undefined> {
  const path = `${PATH}/${id}`;
  for (const address of await readAddresses()) {
    try {
      const answer = await askFor(`${address}${path}`, signRequest(key, path));
      if (answer.status === 200 && answer.body !== null)
        return { content: answer.body, sizeBytes: answer.headers.get("Content-Length") };
      await answer.body?.cancel();
    } catch (error) {
      log.debug({ err: error, address }, "cannot ask another process for a file");
    }
  }
  return undefined;
}

/** The time is for the beginning of the answer alone: its end comes as fast as the person takes it. */
async function askFor(url: string, authorization: string): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    const headers = { Authorization: authorization };
    return await fetch(url, { redirect: "manual", headers, signal: late.signal });
  } finally {
    clearTimeout(timer);
  }
}
