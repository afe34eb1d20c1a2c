import { join } from "node:path";
import type { Page } from "playwright-core";
import { sharedBrowser } from "./chromium";

const ROOT = join(import.meta.dir, "../../..");
const PATIENCE_MS = 15_000;

/**
 * Draws a component by itself: the fixture is a module that renders into `#root`. The test fails for whatever the
 * console says. For components that no page shows with so many rows, or in so many states.
 */
export async function onComponentPage(fixture: string, run: (page: Page) => Promise<void>): Promise<void> {
  const bundle = await Bun.build({ entrypoints: [join(ROOT, fixture)], target: "browser", root: ROOT });
  const files = new Map(
    bundle.outputs.map((output) => [output.path.endsWith(".css") ? "/own.css" : "/main.js", output]),
  );
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/mantine.css")
        return new Response(Bun.file(join(ROOT, "node_modules/@mantine/core/styles.layer.css")));
      const file = files.get(pathname);
      return file === undefined
        ? new Response(PAGE, { headers: { "Content-Type": "text/html" } })
        : new Response(file);
    },
  });
  const context = await (
    await sharedBrowser()
  ).newContext({
    timezoneId: "Europe/Berlin",
    locale: "en-GB",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(server.url.href);
    await run(page).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${problems.join("\n")}`, { cause: error });
    });
    if (problems.length > 0) throw new Error(problems.join("\n"));
  } finally {
    await context.close();
  }
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<title>A component</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/mantine.css">
<link rel="stylesheet" href="/own.css">
<script type="module" src="/main.js"></script>
</head>
<body><main id="root" style="height: 700px; display: flex; flex-direction: column"></main></body>
</html>`;
