import { join } from "node:path";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { openApiDocument } from "./openapi";
import { mountMethodRefusals, type Env } from "./server-app";

const ASSETS = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
} as const;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Netatlas API</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/** A file of its own: the policy allows no inline script (decisions 26). */
const START = `window.ui = SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  persistAuthorization: false,
  requestInterceptor(request) {
    const token = document.cookie.match(/(?:^|; )svc_csrf=([^;]+)/);
    if (token) request.headers["X-CSRF-Token"] = decodeURIComponent(token[1]);
    return request;
  },
});
`;

/** Serves the OpenAPI document and Swagger UI from files of the package: no CDN, no inline script. */
export function mountDocs(app: OpenAPIHono<Env>): void {
  let document: string | undefined;
  app.get("/api/openapi.json", (context) => {
    document ??= JSON.stringify(openApiDocument(app));
    return context.body(document, 200, { "Content-Type": "application/json" });
  });
  app.get("/api/docs", (context) => context.html(PAGE));
  app.get("/api/docs/start.js", (context) =>
    context.body(START, 200, { "Content-Type": ASSETS["swagger-ui-bundle.js"] }),
  );
  for (const [name, type] of Object.entries(ASSETS)) {
    app.get(
      `/api/docs/${name}`,
      () => new Response(Bun.file(assetPath(name)), { headers: { "Content-Type": type } }),
    );
  }
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
