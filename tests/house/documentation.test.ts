import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** What the pages of the documentation name is there, and every page is found. */
const ROOT = join(import.meta.dir, "../..");

const filesIn = (pattern: string) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT, dot: false })].sort();
const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

const pages = ["*.md", "docs/**/*.md", "src/**/*.md", "patches/*.md"]
  .flatMap(filesIn)
  // Files come and go; what a release brought stays written.
  .filter((page) => page !== "CHANGELOG.md");

const sources = ["src/**/*.{ts,tsx}", "workers/*.ts", "tests/**/*.{ts,tsx}"].flatMap(filesIn);
const files = new Set([...sources, ...pages, ...["drizzle/*.sql", "*.{ts,json}"].flatMap(filesIn)]);

/** A heading's anchor, as those who show Markdown make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(" ", "-");
}

function hasAnchor(page: string, anchor: string): boolean {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].some(([, heading = ""]) => anchorOf(heading) === anchor);
}

/** Links of a page that lead nowhere. */
function brokenLinks(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && target.endsWith(".md") && !hasAnchor(target, anchor);
    });
}

/** Of examples: no file is called so. */
const MADE_UP = /\bthings\b/;

/** What stands as code and is the path, or the end of the path, of a file that is not there. */
function missingFiles(text: string): string[] {
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|md|sql))`/g)].map(
    ([, path = ""]) => path,
  );
  return named.filter(
    (path) =>
      !MADE_UP.test(path) && !files.has(path) && ![...files].some((file) => file.endsWith(`/${path}`)),
  );
}

describe("a page of the documentation", () => {
  test.each(pages)("%s leads to what is there", (page) => {
    expect(brokenLinks(page, textOf(page))).toEqual([]);
    expect(missingFiles(textOf(page))).toEqual([]);
  });

  test("that names what is not there would be seen", () => {
    expect(brokenLinks("docs/README.md", "[a](gone.md) [b](#gone) [c](settings.md)")).toEqual([
      "gone.md",
      "#gone",
    ]);
    expect(missingFiles("`src/gone.ts`, `gone/main.ts`, `src/main.ts`, `http/guard.ts`")).toEqual([
      "src/gone.ts",
      "gone/main.ts",
    ]);
  });

  test.each(["docs", "docs/decisions"])("of %s stands in its index", (folder) => {
    const index = textOf(`${folder}/README.md`);
    const unlisted = filesIn(`${folder}/*.md`).filter(
      (page) => !page.endsWith("/README.md") && !index.includes(`](${page.slice(folder.length + 1)})`),
    );
    expect(unlisted).toEqual([]);
  });
});

test("pages that comments name are there", () => {
  const missing = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
      .filter(([page]) => !files.has(page))
      .map(([page]) => `${file}: ${page}`),
  );
  expect(missing).toEqual([]);
});
