import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { mountMethodRefusals, type Env, type ServerApp } from "./server-app";
import { takesGzip } from "./takes-gzip";

export type WebAsset = {
  /** Path of the file. */
  file: string;
  /** Path of the same, compressed; absent where that saves nothing. */
  gzipFile?: string;
  type: string;
};

export type WebBuild = {
  /** The page, whose styles are let through under this nonce. */
  renderPage(nonce: string): string;
  /** Policy source of the page's one inline script. */
  inlineScript: string;
  findAsset(name: string): WebAsset | undefined;
  /** Whether the files that the page begins with are there: somebody may have removed or replaced them since. */
  isWhole(): boolean;
};

export type WebUi = {
  /** What there is to serve now: a first start builds the UI while the API answers already. */
  state(): { name: "ready"; build: WebBuild } | { name: "building" } | { name: "failed" };
};

const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  Vary: "Accept",
};
/** Names change with their content, so what has been fetched once is good for ever. */
const ASSET_CACHE = "public, max-age=31536000, immutable";
/** A worker takes its policy from its own answer. */
const ASSET_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";
const NOT_FOUND = { detail: "Not Found" };

/**
 * Serves the UI for what the API does not: assets under `/assets/`, and its one page at `/` and, to callers that name
 * HTML among what they accept, as browsers do for what a person opens, under every other path. What looks like a file,
 * or lies below a name of the API, stays a 404.
 */
export function mountWebUi(app: ServerApp, ui: WebUi): void {
  app.get("/assets/:name", async (context) => {
    context.set("routePath", "/assets/{name}");
    const state = ui.state();
    const asset = state.name === "ready" ? state.build.findAsset(context.req.param("name")) : undefined;
    const answer = asset === undefined ? undefined : await answerAsset(context, asset);
    // It may be there again after a restart, and its name would be the same.
    return answer ?? context.json(NOT_FOUND, 404, { "Cache-Control": "no-store" });
  });
  mountMethodRefusals(app, [{ path: "/assets/{name}", method: "get" }]);
  app.get("*", (context, next) => {
    if (!isPage(context.req.path) || !takesPage(context)) return next();
    context.set("routePath", "/{page}");
    const state = ui.state();
    if (state.name !== "ready") return answerWithoutBuild(context, state.name);
    if (!state.build.isWhole()) return answerWithoutBuild(context, "gone");
    const nonce = randomBytes(18).toString("base64url");
    const page = state.build.renderPage(nonce);
    return context.body(page, 200, {
      ...PAGE_HEADERS,
      // HEAD tells it too.
      "Content-Length": String(Buffer.byteLength(page)),
      "Content-Security-Policy": pagePolicy({ nonce, inlineScript: state.build.inlineScript }),
    });
  });
}

function isPage(path: string): boolean {
  return !/^\/+(?:api|assets|metrics)(?:\/|$)/i.test(path) && !/^\/[^/]*\.[^/]*$/.test(path);
}

/** A script with a wrong path must get its 404, not a page. */
function takesPage(context: Context<Env>): boolean {
  return context.req.path === "/" || (context.req.header("Accept") ?? "").toLowerCase().includes("text/html");
}

/** Undefined: its file is not there any more. */
async function answerAsset(
  context: Context<Env>,
  { file, gzipFile, type }: WebAsset,
): Promise<Response | undefined> {
  const compressed = gzipFile !== undefined && takesGzip(context) ? Bun.file(gzipFile) : undefined;
  const isCompressed = compressed !== undefined && (await compressed.exists());
  const content = isCompressed ? compressed : Bun.file(file);
  if (!isCompressed && !(await content.exists())) return undefined;
  return new Response(content, {
    headers: {
      "Content-Length": String(content.size),
      "Content-Type": type,
      "Cache-Control": ASSET_CACHE,
      "Content-Security-Policy": ASSET_POLICY,
      ...(gzipFile === undefined ? {} : { Vary: "Accept-Encoding" }),
      ...(isCompressed ? { "Content-Encoding": "gzip" } : {}),
    },
  });
}

function pagePolicy({ nonce, inlineScript }: { nonce: string; inlineScript: string }): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${inlineScript}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const WITHOUT_BUILD = {
  building: {
    reload: '<meta http-equiv="refresh" content="1">',
    text: "The pages are being built. This takes some seconds, once after an upgrade.",
  },
  failed: {
    reload: "",
    text: "The pages could not be built. The log of the service says why.",
  },
  gone: {
    reload: "",
    text: "The files of the pages have been removed or replaced since the service was started. Start it again, and they are made anew.",
  },
};

function answerWithoutBuild(context: Context<Env>, state: keyof typeof WITHOUT_BUILD): Response {
  const { reload, text } = WITHOUT_BUILD[state];
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark">${reload}<title>Netatlas</title></head>
<body><h1>Netatlas</h1><p>${text}</p><p><a href="/api/docs">API documentation</a></p></body>
</html>
`;
  return context.body(page, 503, { ...PAGE_HEADERS, "Retry-After": "1" });
}
