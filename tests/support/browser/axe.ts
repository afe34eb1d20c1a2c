import { expect } from "bun:test";
import axe, { type RunOnly } from "axe-core";
import type { Page } from "playwright-core";

const LEVELS: RunOnly = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };

/** What depends on colours. */
const COLOURS: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** Fails for every breach of WCAG 2.2 A and AA that axe finds on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

/** The same for a page that follows the scheme of the system and was opened in the light one. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  expect(await findViolationsInBothSchemes(page)).toEqual([]);
}

/** The breaches, one line for each element. */
export function findViolations(page: Page): Promise<string[]> {
  return run(page, LEVELS);
}

/** The breaches of a page in the light scheme, and those that only the colours of the dark one make; it is light again then. */
export async function findViolationsInBothSchemes(page: Page): Promise<string[]> {
  const light = await run(page, LEVELS);
  await switchScheme(page, "dark");
  const dark = await run(page, COLOURS);
  await switchScheme(page, "light");
  return [...light.map((what) => `light: ${what}`), ...dark.map((what) => `dark: ${what}`)];
}

async function switchScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

async function run(page: Page, runOnly: RunOnly): Promise<string[]> {
  // 0.5 MB: once for each document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    (only) =>
      window.axe
        .run(document, { runOnly: only, resultTypes: ["violations"] })
        .then((results) => results.violations),
    runOnly,
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
