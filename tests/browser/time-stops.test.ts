import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { onComponentPage } from "../support/browser/component-page";
import { patient } from "../support/patience";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(patient(30_000));

/** The moment, or else the text, of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute("datetime")?.slice(11, 13) ?? activeElement?.textContent;
  });

async function after(page: Page, ...keys: string[]): Promise<unknown> {
  for (const key of keys) await page.keyboard.press(key);
  return focused(page);
}

const onTimes = (run: (page: Page) => Promise<void>) =>
  onComponentPage("tests/browser/fixtures/times-table.tsx", async (page) => {
    await page.getByRole("table", { name: "Times" }).waitFor();
    await run(page);
  });

test("of a table's times one is a stop of the Tab key, and one that stands alone is one", async () => {
  await onTimes(async (page) => {
    expect(await after(page, "Tab")).toBe("00");
    expect(await after(page, "Tab")).toBe("01");
    expect(await after(page, "Tab")).toBe("Remove the first");
    await expectAccessible(page);
  });
});

test("a list within a list has a stop of its own, and neither leads into the other", async () => {
  await onTimes(async (page) => {
    await page.getByRole("button", { name: "Remove the first" }).focus();
    expect(await after(page, "Tab")).toBe("07");
    expect(await after(page, "ArrowDown")).toBe("07");
    expect(await after(page, "Tab")).toBe("08");
    expect(await after(page, "ArrowDown", "ArrowDown")).toBe("09");
    expect(await after(page, "Shift+Tab")).toBe("07");
  });
});

test("the arrow keys lead to a table's other times, which say UTC then, and Tab comes back to the last one", async () => {
  await onTimes(async (page) => {
    expect(await after(page, "Tab", "Tab", "ArrowDown", "ArrowDown")).toBe("05");
    expect(await after(page, "ArrowDown")).toBe("05");
    expect(await after(page, "ArrowRight")).toBe("06");
    await page.getByRole("tooltip").getByText("2026-11-20 06:00:00.000 UTC").waitFor();
    expect(await after(page, "ArrowUp", "ArrowLeft")).toBe("03");
    expect(await after(page, "Tab", "Shift+Tab")).toBe("03");
  });
});

test("a time that goes hands its stop to the next", async () => {
  await onTimes(async (page) => {
    const remove = page.getByRole("button", { name: "Remove the first" });
    await remove.click();
    await waitFor("a stop in the table", async () => (await after(page, "Shift+Tab")) === "03");
    expect(await after(page, "Shift+Tab")).toBe("00");
  });
});

test("screen readers are told UTC of a time without its having the focus", async () => {
  await onTimes(async (page) => {
    const described = await page.locator("time").first().getAttribute("aria-description");
    expect(described).toBe("2026-11-20 00:00:00.000 UTC");
  });
});
