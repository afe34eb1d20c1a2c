import { expect, test } from "bun:test";
import type { SheetData, SheetDevice } from "../../../../src/features/exports/sheet/data";
import { renderSheet } from "../../../../src/features/exports/sheet/render";
import { compact, compactText, readPdf } from "../../../support/pdf-text";
import { LONG_MIXED_NAME, LONG_NAME, NAMES } from "../report/sample";

function givenDevice(name: string, change: Partial<SheetDevice> = {}): SheetDevice {
  const nothing = { addresses: [], mac: null, type: null, location: null, serial: null, notes: null };
  return { name, state: "up", ...nothing, ...change };
}

const DATA: SheetData = {
  product: "Netatlas",
  version: "0.3.0",
  author: "morgan",
  printedMs: Date.UTC(2026, 9, 26, 9, 30),
  timeZone: "Europe/Berlin",
  paper: "A4",
  site: null,
  parts: [
    {
      site: "Berlin",
      group: "office",
      devices: Array.from({ length: 80 }, (_, place) =>
        givenDevice(`sw-${place}`, {
          addresses: [`10.0.0.${place}`, `10.0.1.${place}`],
          serial: `SN-${place}`,
        }),
      ),
    },
    { site: null, group: null, devices: [...NAMES, LONG_NAME].map((name) => givenDevice(name)) },
  ],
};

const pages = readPdf(await renderSheet(DATA));

test("every device stands there with what it has, names of 120 characters whole, and nothing beyond the page", () => {
  const text = compactText(pages);
  for (const name of [LONG_NAME, LONG_MIXED_NAME, "sw-79", "10.0.1.79", "SN-79"])
    expect(text).toContain(compact(name));
  const inside = pages.flatMap(({ width, height, texts }) =>
    texts.map(({ x, y }) => x >= 0 && x < width && y > 0 && y < height),
  );
  expect(inside.every(Boolean)).toBe(true);
});

test("each page is in landscape, says its number, and has the site, the group and the names of the columns over its rows", () => {
  for (const [place, page] of pages.entries()) {
    const text = compactText([page]);
    expect(page.width).toBeGreaterThan(page.height);
    expect(text).toContain(`${place + 1}of${pages.length}`);
    expect(text).toContain("AddressesMACTypeLocationSerialStatusNotes");
  }
  expect(compactText(pages.slice(1, 2))).toContain(compact("Berlin · office: 80 devices"));
});

test("Letter is in landscape, too, and an inventory of nothing is a page that says so", async () => {
  const [page, ...rest] = readPdf(await renderSheet({ ...DATA, paper: "Letter", parts: [] }));
  expect(page).toMatchObject({ width: 792, height: 612 });
  expect(compactText(page === undefined ? [] : [page])).toContain("0devices");
  expect(rest).toEqual([]);
});
