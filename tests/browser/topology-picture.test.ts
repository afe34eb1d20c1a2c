import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { signIn } from "../support/api-client";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

/** Opens the map of a person where two devices are so far apart (px). */
async function onMapOf(distance: number, run: (page: Page) => Promise<void>): Promise<void> {
  const person = await givenPerson({ service });
  const ids: number[] = [];
  for (const name of ["west", "east"]) {
    const { id } = await admin.send<{ id: number }>("POST", "/api/v1/topology/devices", {
      display_name: name,
    });
    ids.push(id);
  }
  await (
    await signIn(service.url, person)
  ).send("POST", "/api/v1/topology/layouts", {
    name: "__autosave__",
    positions: Object.fromEntries(ids.map((id, index) => [`device-${id}`, { x: index * distance, y: 0 }])),
    display_prefs: {},
  });
  await inBrowser(service, { as: person, path: "/topology" }, run);
}

const savePicture = (page: Page) =>
  page.getByRole("button", { name: "Save the map as a picture (PNG)" }).click();

/** Width and height as the file says them (PNG, section 11.2.1: the header comes first). */
async function savedSize(page: Page): Promise<{ width: number; height: number }> {
  const [download] = await Promise.all([page.waitForEvent("download"), savePicture(page)]);
  const file = readFileSync(await download.path());
  expect(file.toString("latin1", 1, 4)).toBe("PNG");
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

test("a map as wide as no canvas of a browser is saved as a picture all the same", async () => {
  await onMapOf(60_000, async (page) => {
    const { width, height } = await savedSize(page);
    expect(width).toBeGreaterThan(7900);
    expect(width).toBeLessThanOrEqual(8001);
    expect(height).toBeGreaterThan(0);
  });
});

test("a picture that the browser has no memory for is made smaller", async () => {
  await onMapOf(1000, async (page) => {
    await page.evaluate(refuseCanvasesFrom, 1500);
    const { width } = await savedSize(page);
    expect(width).toBeGreaterThan(750);
    expect(width).toBeLessThan(1500);
  });
});

test("why no picture could be made is said", async () => {
  await expect(
    onMapOf(1000, async (page) => {
      await page.evaluate(refuseCanvasesFrom, 0);
      await savePicture(page);
      await page
        .getByRole("alert")
        .getByText(/could not make a picture of this map: .*null/)
        .waitFor();
    }),
    // The console says so as well, which is a fault everywhere else.
  ).rejects.toThrow(/console error: Error: .*null/);
});

/** What a browser does that is out of memory: it gives nothing (HTML, `toBlob`). */
function refuseCanvasesFrom(width: number): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the canvas below
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = function (callback, ...rest) {
    if (this.width >= width) callback(null);
    else toBlob.call(this, callback, ...rest);
  };
}
