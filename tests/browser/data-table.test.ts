import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { waitFor } from "../support/wait-for";
import { onComponentPage } from "../support/browser/component-page";

const onTable = (run: (page: Page) => Promise<void>) =>
  onComponentPage("tests/browser/fixtures/devices-table.tsx", async (page) => {
    await page.getByRole("grid", { name: "Devices" }).waitFor();
    await run(page);
  });
const firstName = (page: Page) => page.getByRole("rowheader").first().textContent();
const head = (page: Page, name: string) => page.getByRole("columnheader", { name });

test("10,000 rows are one tab stop, and only those in sight are drawn", async () => {
  await onTable(async (page) => {
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("10001");
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    await expectAccessible(page);
  });
});

test("a head sorts up, down and not at all: names as people count, addresses as numbers", async () => {
  await onTable(async (page) => {
    await head(page, "Name").click();
    expect(await head(page, "Name").getAttribute("aria-sort")).toBe("ascending");
    expect(await firstName(page)).toBe("sw-1");
    await head(page, "Name").click();
    expect(await firstName(page)).toBe("sw-10000");
    await head(page, "Name").click();
    expect(await head(page, "Name").getAttribute("aria-sort")).toBe("none");
    await head(page, "Address").click();
    const shown = await page.locator(".mono").allTextContents();
    const numbers = shown.map((text) => text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    // As texts these would have another order.
    expect(shown).not.toEqual(shown.toSorted());
  });
});

test("keys: arrows and End move, Space selects, Shift extends, Enter opens, Esc closes and gives the focus back", async () => {
  await onTable(async (page) => {
    const selected = page.getByLabel("selected");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    expect(await selected.textContent()).toBe("3");
    await page.keyboard.press("Control+End");
    await page.getByRole("rowheader", { name: "sw-1", exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Device 10000" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("complementary").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
  });
});

test("the row that the keys have come to is in sight, below the head and above the end", async () => {
  await onTable(async (page) => {
    await page.getByRole("grid").focus();
    for (let step = 0; step < 30; step++) await page.keyboard.press("ArrowDown");
    const isInSight = () =>
      page.getByRole("grid").evaluate((grid) => {
        const active = document.getElementById(grid.getAttribute("aria-activedescendant") ?? "");
        const [cell, room] = [active?.getBoundingClientRect(), grid.getBoundingClientRect()];
        const head = grid.firstElementChild?.getBoundingClientRect();
        if (cell === undefined || head === undefined) return false;
        return cell.top >= head.bottom - 1 && cell.bottom <= room.bottom;
      });
    await waitFor("the last row in sight", isInSight);
    for (let step = 0; step < 29; step++) await page.keyboard.press("ArrowUp");
    await waitFor("the first row in sight", isInSight);
  });
});

test("the box of the head selects what the filter shows, and a filter drops what it hides", async () => {
  await onTable(async (page) => {
    await page.getByRole("checkbox", { name: "Select all 10000 rows" }).click();
    expect(await page.getByLabel("selected").textContent()).toBe("10000");
    await page.getByRole("button", { name: "Site" }).click();
    await page.getByRole("option", { name: /Hamburg/ }).click();
    await page.getByText("3,333 of 10,000 devices").waitFor();
    expect(await page.getByLabel("selected").textContent()).toBe("3333");
    await expectAccessible(page);
  });
});

test("a row opens its details by a click, and is a link for the browser", async () => {
  await onTable(async (page) => {
    await page.getByRole("row", { name: /sw-9999/ }).click();
    await page.getByRole("complementary", { name: "Device 2" }).waitFor();
    expect(await page.getByRole("link", { name: "sw-9999" }).getAttribute("href")).toBe("/devices/2");
  });
});

test("columns are chosen and put back", async () => {
  await onTable(async (page) => {
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Number" }).click();
    await head(page, "Number").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Reset" }).click();
    expect(await head(page, "Number").count()).toBe(0);
  });
});

test("on a phone a row is a card: as wide as the screen, sorted, selected and walked through as ever", async () => {
  await onTable(async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const card = page.getByRole("row").filter({ has: page.getByRole("rowheader") });
    await page.locator("[data-cards]").waitFor();
    expect(await page.getByRole("grid").evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
    expect(await card.count()).toBeLessThan(60);
    await expectAccessible(page);
    await head(page, "Name").click();
    expect(await firstName(page)).toBe("sw-1");
    await page.getByRole("checkbox", { name: "Select sw-1", exact: true }).click();
    expect(await page.getByLabel("selected").textContent()).toBe("1");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+End");
    await page.getByRole("rowheader", { name: "sw-10000", exact: true }).waitFor();
    const overlaps = () =>
      card.evaluateAll((cards) => {
        const boxes = cards
          .map((one) => one.getBoundingClientRect())
          .sort((one, other) => one.top - other.top);
        return boxes.filter(({ top }, index) => top < (boxes[index - 1]?.bottom ?? top) - 1).length;
      });
    await waitFor("cards that are measured", async () => (await overlaps()) === 0);
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Device 1", exact: true }).waitFor();
    await expectAccessible(page);
  });
});
