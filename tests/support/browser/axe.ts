import { expect } from "bun:test";
import axe from "axe-core";
import type { Page } from "playwright-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Fails for every breach of WCAG 2.2 A and AA that axe finds on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

/** The breaches, one line for each element. */
export async function findViolations(page: Page): Promise<string[]> {
  // 0.5 MB: once for each document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    (rules) =>
      window.axe
        .run(document, { runOnly: rules, resultTypes: ["violations"] })
        .then((results) => results.violations),
    RULES,
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
