import { createHash } from "node:crypto";
import { NONCE_PLACEHOLDER } from "./manifest";

type Page = {
  /** Addresses. */
  script: string;
  modules: readonly string[];
  styles: string;
  icon: string;
  preloadedFonts: readonly string[];
  /** The text of the script that chooses the colour scheme. */
  inlineScript: string;
};

/**
 * The one page of the UI. It may be enlarged, never shrunk: a phone would lay all of it out four times as wide while
 * anything is drawn beside the window for a moment.
 */
export function renderPage(page: Page): string {
  const lines = [
    `<link rel="icon" href="${page.icon}" type="image/svg+xml">`,
    ...page.preloadedFonts.map(
      (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    ),
    `<link rel="stylesheet" href="${page.styles}">`,
    ...page.modules.map((module) => `<link rel="modulepreload" href="${module}">`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, minimum-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="style-nonce" content="${NONCE_PLACEHOLDER}">
<title>Netatlas</title>
<script>${page.inlineScript}</script>
${lines.join("\n")}
<script type="module" src="${page.script}"></script>
</head>
<body>
<div id="root"></div>
<noscript>Netatlas needs JavaScript. The API works without: <a href="/api/docs">API documentation</a>.</noscript>
</body>
</html>
`;
}

/** A policy source that lets exactly this inline script run. */
export function policySource(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}
