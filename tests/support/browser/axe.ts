import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import type axe from "axe-core";
import type { Page } from "playwright-core";

/** Each document reads it anew: less than half as long as what the package gives itself. */
const SOURCE = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Those of them that the other scheme, which changes nothing but colours, can break: half as long as all. */
const RULES_OF_COLOURS = { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] };

/** Fails for every breach of WCAG 2.2 A and AA that axe finds on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

/** The same for a page that follows the scheme of the system and was opened in the light one. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  expect(await findViolationsInBothSchemes(page)).toEqual([]);
}

/** The breaches of a page that is in the light scheme, in that and in the dark one; it is light again then. */
export async function findViolationsInBothSchemes(page: Page): Promise<string[]> {
  const light = await findViolations(page);
  await switchScheme(page, "dark");
  const dark = await findViolations(page, RULES_OF_COLOURS);
  await switchScheme(page, "light");
  return [...light.map((what) => `light: ${what}`), ...dark.map((what) => `dark: ${what}`)];
}

async function switchScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

/** The breaches, one line for each element. */
export async function findViolations(
  page: Page,
  rules: string[] | typeof RULES_OF_COLOURS = RULES,
): Promise<string[]> {
  // Once for each document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(
    (runOnly) =>
      window.axe
        .run(document, { runOnly, resultTypes: ["violations"] })
        .then((results) => results.violations),
    rules,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}, ${help}: ${html}: ${failureSummary}`),
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
