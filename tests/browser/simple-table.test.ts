import { expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { onComponentPage } from "../support/browser/component-page";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(30_000));

test("a table in a section of its name is one region, and a stop of the Tab key only where it is wider than its place", async () => {
  await onComponentPage("tests/browser/fixtures/ports-table.tsx", async (page) => {
    const table = page.getByRole("table", { name: "Ports" });
    const box = page.getByRole("group", { name: "Ports, wider than its place" });
    await table.waitFor();
    expect(await page.getByRole("region").count()).toBe(1);
    expect(await box.count()).toBe(0);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await expectAccessible(page);

    await page.setViewportSize({ width: 800, height: 600 });
    await box.waitFor();
    expect(await page.getByRole("region").count()).toBe(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await waitFor("a scrolled table", () => box.evaluate(({ scrollLeft }) => scrollLeft > 0));
    await expectAccessible(page);

    await page.setViewportSize({ width: 1280, height: 800 });
    await box.waitFor({ state: "detached" });
  });
});
