import { join } from "node:path";
import { swaggerUI } from "@hono/swagger-ui";
import { answerKept, keepContent, type KeptContent } from "./kept-content";
import { openApiDocument } from "./openapi";
import type { Route } from "./route";
import { mountMethodRefusals, type ServerApp } from "./server-app";

const ASSETS = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
} as const;

const ICON = "/api/docs/favicon-32x32.png";
const STYLES = "/api/docs/swagger-ui.css";
const SCRIPTS = ["/api/docs/swagger-ui-bundle.js", "/api/docs/start.js"];

/** The package's own markup would load a CDN's files and start by an inline script, which the policy forbids. */
const page = swaggerUI({
  url: "/api/openapi.json",
  title: "Netatlas API",
  manuallySwaggerUIHtml: () => `
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="${STYLES}">
    <div id="swagger-ui"></div>
    ${SCRIPTS.map((path) => `<script src="${path}"></script>`).join("\n    ")}`,
});

/**
 * A file of its own: the policy allows no inline script. Hundreds of operations are laid out when their group is
 * opened.
 */
const START = `window.ui = SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  filter: true,
  persistAuthorization: false,
  requestInterceptor(request) {
    const token = document.cookie.match(/(?:^|; )svc_csrf=([^;]+)/);
    if (token) request.headers["X-CSRF-Token"] = decodeURIComponent(token[1]);
    return request;
  },
});
`;

/**
 * Serves the OpenAPI document of the routes, and Swagger UI from files of the package: no CDN, no inline script. Each
 * is made, read and compressed when somebody asks for it first.
 */
export function mountDocs(app: ServerApp, routes: readonly Route[]): void {
  const serve = (path: string, read: () => Promise<KeptContent>) => {
    let kept: Promise<KeptContent> | undefined;
    app.get(path, async (context) => {
      kept ??= read().catch((error: unknown) => {
        // It may be there the next time.
        kept = undefined;
        throw error;
      });
      return answerKept(context, await kept);
    });
  };
  serve("/api/openapi.json", async () =>
    keepContent(new TextEncoder().encode(JSON.stringify(await openApiDocument(routes))), "application/json"),
  );
  app.get("/api/docs", page);
  serve("/api/docs/start.js", () =>
    keepContent(new TextEncoder().encode(START), ASSETS["swagger-ui-bundle.js"]),
  );
  for (const [name, type] of Object.entries(ASSETS))
    serve(`/api/docs/${name}`, async () => keepContent(await Bun.file(assetPath(name)).bytes(), type));
  const files = ["start.js", ...Object.keys(ASSETS)].map((name) => `/api/docs/${name}`);
  const paths = ["/api/openapi.json", "/api/docs", ...files];
  mountMethodRefusals(
    app,
    paths.map((path) => ({ path, method: "get" })),
  );
}

function assetPath(name: string): string {
  return join(import.meta.dirname, "../../../node_modules/swagger-ui-dist", name);
}
