import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { onComponentPage } from "../support/browser/component-page";

const onChart = (run: (page: Page) => Promise<void>) =>
  onComponentPage("tests/browser/fixtures/events-chart.tsx", async (page) => {
    await page.locator("canvas").waitFor();
    await run(page);
  });
const told = (page: Page) => page.getByLabel("told").textContent();

test("the chart is described in words, and shows its figures as a table", async () => {
  await onChart(async (page) => {
    const description = await page.getByRole("img").getAttribute("aria-label");
    expect(description).toBe("Events per minute. Allow 7,770, Deny 1,195. Most at 20 Nov 12:30: 1,030.");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByRole("row", { name: "20 Nov 12:30 130 900" }).waitFor();
    await expectAccessible(page);
  });
});

test("dragging over it zooms, a name of the legend picks its series", async () => {
  await onChart(async (page) => {
    const plot = await page.locator(".u-over").boundingBox();
    if (plot === null) throw new Error("there is no plot");
    await page.mouse.move(plot.x + plot.width / 4, plot.y + 20);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width / 2, plot.y + 20, { steps: 4 });
    await page.mouse.up();
    const [what, from, to] = (await told(page))?.split(" ") ?? [];
    expect(what).toBe("zoom");
    expect(Number(from)).toBeWithin(800, 1000);
    expect(Number(to)).toBeWithin(1650, 1950);
    await page.getByRole("button", { name: "Deny" }).click();
    expect(await told(page)).toBe("pick deny");
  });
});

test("keys: arrows choose with Shift, Enter zooms, Backspace goes back", async () => {
  await onChart(async (page) => {
    await page.getByRole("img").focus();
    await page.keyboard.press("ArrowRight");
    for (let minute = 0; minute < 4; minute++) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Enter");
    expect(await told(page)).toBe("zoom 60 360");
    await page.keyboard.press("Backspace");
    expect(await told(page)).toBe("out");
  });
});
