import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { onComponentPage } from "../support/browser/component-page";
import { waitFor } from "../support/wait-for";

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
    await page.getByRole("row", { name: "20 Nov 12:59, so far 159 5" }).waitFor();
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
    // Over the new window the old choice would mark something else.
    expect(await page.locator(".u-select").evaluate(({ clientWidth }) => clientWidth)).toBe(0);
    await page.getByRole("button", { name: "Deny" }).click();
    expect(await told(page)).toBe("pick deny");
  });
});

test("the pointer reads the time and the figures of the bar that it is over, and of none when it has left", async () => {
  await onChart(async (page) => {
    const plot = await page.locator(".u-over").boundingBox();
    if (plot === null) throw new Error("there is no plot");
    const readout = page.locator("figure [aria-live=polite]");
    expect(await readout.isVisible()).toBe(false);
    // Near the right end of the bar of minute 30: a bar begins at its time.
    await page.mouse.move(plot.x + (plot.width * 30.8) / 60, plot.y + 20);
    await page.getByText("20 Nov 12:30").waitFor();
    expect(await readout.textContent()).toBe("20 Nov 12:30Allow 130Deny 900");
    await page.mouse.move(plot.x + (plot.width * 59.5) / 60, plot.y + 20);
    expect(await readout.textContent()).toBe("20 Nov 12:59, so farAllow 159Deny 5");
    await page.mouse.move(plot.x, plot.y + 400);
    await readout.waitFor({ state: "hidden" });
  });
});

test("keys: arrows choose with Shift, Enter zooms, Backspace goes back", async () => {
  await onChart(async (page) => {
    await page.getByRole("img").focus();
    await page.keyboard.press("ArrowRight");
    for (let minute = 0; minute < 4; minute++) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Enter");
    expect(await told(page)).toBe("zoom 60 360");
    expect(await page.locator(".u-select").evaluate(({ clientWidth }) => clientWidth)).toBe(0);
    await page.keyboard.press("Backspace");
    expect(await told(page)).toBe("out");
  });
});

test("times on the axis do not run into one another where they have seconds", async () => {
  await onComponentPage("tests/browser/fixtures/fine-chart.tsx", async (page) => {
    await page.evaluate(recordTexts);
    await page.setViewportSize({ width: 1279, height: 800 });
    const times = await waitFor("the times to be drawn", async () => {
      const drawn = (await page.evaluate(recordedTexts)).filter(({ text }) => /^\d\d:\d\d/.test(text));
      return drawn.length > 1 && drawn;
    });
    times.sort((one, other) => one.left - other.left);
    const crowded = times.filter(({ left }, index) => left < (times[index - 1]?.right ?? -1) + 8);
    expect(crowded).toEqual([]);
  });
});

test("the last time on the axis is not cut off where it has seconds", async () => {
  await onComponentPage("tests/browser/fixtures/fine-chart.tsx", async (page) => {
    await page.evaluate(recordTexts);
    await page.setViewportSize({ width: 1900, height: 800 });
    const last = await waitFor("the last time to be drawn", async () =>
      (await page.evaluate(recordedTexts)).find(({ text }) => text === "12:11:30"),
    );
    expect(last.right).toBeLessThan(
      await page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => canvas.width),
    );
  });
});

test("figures on the axis have no tenths where all of them are whole", async () => {
  await onComponentPage("tests/browser/fixtures/fine-chart.tsx", async (page) => {
    await page.evaluate(recordTexts);
    await page.setViewportSize({ width: 1279, height: 800 });
    const figures = await waitFor("the figures to be drawn", async () => {
      const drawn = (await page.evaluate(recordedTexts)).filter(({ text }) => /^[\d.]+$/.test(text));
      return drawn.length > 1 && drawn;
    });
    expect(figures.filter(({ text }) => text.includes("."))).toEqual([]);
  });
});

test("the bar of the bucket that is not over is hatched, those before it are not", async () => {
  await onChart(async (page) => {
    const bars = await waitFor("the bars to be painted", async () => {
      const found = await page.locator("canvas").evaluate(coloursOfBars);
      return found.length === 60 && found;
    });
    expect(bars.at(-2)).toBe(1);
    expect(bars.at(-1)).toBeGreaterThan(1);
  });
});

/** Runs in the page: how many colours there are inside each bar, a little above the axis. */
function coloursOfBars(canvas: HTMLCanvasElement): number[] {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("there is no canvas");
  const ratio = devicePixelRatio;
  const above = canvas.height - (24 + 4) * ratio;
  const { data } = context.getImageData(49 * ratio, above, canvas.width - 49 * ratio, 1);
  const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 4).join());
  const bars = pixels.join(" ").split(/(?: ?\d+,\d+,\d+,0)+ ?/);
  // The edges of a bar are mixed with what is beside it.
  return bars.flatMap((bar) => {
    const colours = bar.split(" ").slice(2, -2);
    return colours.length < 4 ? [] : new Set(colours).size;
  });
}

type Drawn = { text: string; left: number; right: number };
declare global {
  var drawnTexts: Drawn[] | undefined;
}

/** Runs in the page: from now on it is kept what is written on a canvas, centred, and where. */
function recordTexts(): void {
  const drawn: Drawn[] = [];
  globalThis.drawnTexts = drawn;
  // oxlint-disable-next-line typescript/unbound-method -- it is called on its canvas below
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function keep(text: string, x: number, y: number) {
    const { width } = this.measureText(text);
    drawn.push({ text, left: x - width / 2, right: x + width / 2 });
    fillText.call(this, text, x, y);
  };
}

/** Runs in the page: each text where it was written last, however often the chart was drawn. */
function recordedTexts(): Drawn[] {
  return [...new Map(globalThis.drawnTexts?.map((drawn) => [drawn.text, drawn])).values()];
}
