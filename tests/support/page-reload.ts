import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BuildManifest, MANIFEST_FILE, NONCE_PLACEHOLDER } from "../../src/web/build/manifest";
import { policySource } from "../../src/web/build/page";

/** Asks for the page twice a second, and shows it when it became another one. The nonce is another one each time. */
const RELOAD_SCRIPT = `{
  const read = async () => {
    const answer = await fetch("/", { headers: { Accept: "text/html" } }).catch(() => undefined);
    return answer?.ok ? (await answer.text()).replace(/name="style-nonce" content="[^"]*"/, "") : undefined;
  };
  const shown = read();
  setInterval(async () => {
    const [before, now] = await Promise.all([shown, read()]);
    if (before !== undefined && now !== undefined && before !== now) location.reload();
  }, 500);
}`;

const MARK = "<!-- for bun run dev -->";

/**
 * A build whose page loads itself anew when it is served by a service with another `stamp`, or of other sources. Done to
 * its own result it changes the stamp alone.
 */
export function withReload(build: BuildManifest, stamp: string): BuildManifest {
  const [page = ""] = build.page.split(MARK);
  const isNew = page === build.page;
  const reload = `<script>${RELOAD_SCRIPT}</script>\n`;
  return {
    ...build,
    page: `${isNew ? page.replace("</head>", () => `${reload}</head>`) : page}${MARK}<!-- ${stamp} -->\n`,
    inlineScript: isNew ? `${build.inlineScript} ${policySource(RELOAD_SCRIPT)}` : build.inlineScript,
  };
}

/** Gives the finished build in a folder a new stamp. */
export function stampBuild(folder: string, stamp: string): void {
  const file = join(folder, MANIFEST_FILE);
  const build = BuildManifest.parse(JSON.parse(readFileSync(file, "utf8")));
  if (!build.page.includes(NONCE_PLACEHOLDER)) throw new Error(`${file} is no build of this version`);
  writeFileSync(file, JSON.stringify(withReload(build, stamp)));
}
