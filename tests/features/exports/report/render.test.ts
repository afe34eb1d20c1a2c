import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pdfmake from "pdfmake";
import type { ReportData } from "../../../../src/features/exports/report/data";
import { renderReport } from "../../../../src/features/exports/report/render";
import { compact, compactText, inflateAll, readPdf } from "../../../support/pdf-text";
import { temporaryPath } from "../../../support/temporary-path";
import { emptyReport, LONG_MIXED_NAME, LONG_NAME, NAMES, sampleReport } from "./sample";

const file = await renderReport(sampleReport());
const pages = readPdf(file);
const text = compactText(pages);

/** Every text of the report that a user may have written is one of `texts`, in turns. */
function withTexts(data: ReportData, texts: readonly string[]): ReportData {
  const kept = new Set(["timeZone", "paper", "state", "cidr"]);
  let turn = 0;
  return JSON.parse(
    JSON.stringify(data, (key, value: unknown) =>
      typeof value === "string" && !kept.has(key) ? texts[turn++ % texts.length] : value,
    ),
  );
}

test("the contents name each section with the page that it begins on", () => {
  const [, second] = pages;
  const listed = compactText(second === undefined ? [] : [second]);
  const sections = [
    "Summary",
    "Availability",
    "Incidents",
    "Events",
    "Inventory",
    "Addresses",
    "Certificates",
    "Map",
  ];
  for (const name of sections) {
    const number = Number(new RegExp(`${name}(\\d)`).exec(listed)?.[1]);
    const onPage = pages[number - 1];
    expect(`${name} ${onPage?.texts.some(({ text: one, size }) => one === name && size === 15)}`).toBe(
      `${name} true`,
    );
  }
});

test("every page but the cover has its number", () => {
  expect(pages.map((page, place) => compactText([page]).includes(`${place + 1}of${pages.length}`))).toEqual(
    pages.map((_, place) => place > 0),
  );
});

test("names of every script stand there whole", () => {
  const whole = NAMES.filter((name) => !/[\u0590-\u08ff\u0e00-\u0e7f\u200d]/.test(name));
  expect(whole.length).toBeGreaterThan(5);
  for (const name of whole) expect(text).toContain(compact(name));
  expect(text).toContain(LONG_NAME);
  expect(text).toContain(LONG_MIXED_NAME);
});

test("words from right to left are in the order in which they are seen", () => {
  const seen = Array.from("מתג משרד תל אביב").reverse().join("");
  expect(text).toContain(compact(seen));
});

test("texts of all characters, whatever their fonts turn out to have, are printed within the page", async () => {
  const blocks = [
    0xa0, 0x300, 0x590, 0x600, 0x900, 0x1100, 0x2000, 0x2600, 0x3000, 0x4e00, 0xac00, 0xd800, 0xe000, 0x1f300,
    0x20000,
  ];
  const texts = blocks.map((start) =>
    Array.from({ length: 200 }, (_, place) => String.fromCodePoint(start + place)).join(""),
  );
  const mixed = Array.from({ length: 120 }, (_, place) =>
    String.fromCodePoint((blocks[place % 15] ?? 0) + place),
  );
  const printed = readPdf(await renderReport(withTexts(sampleReport(), [...texts, mixed.join("")])));
  expect(printed.flatMap(({ width, texts: all }) => all.filter(({ x }) => x < 30 || x > width - 42))).toEqual(
    [],
  );
  expect(compactText(printed)).toContain("àáâãäå");
});

test("what no font has is seen to be missing", () => {
  expect(text).toContain(`printer-${"\ufffd".repeat(8)}`);
});

test("no text begins outside of the margins", () => {
  const outside = pages.flatMap(({ width, height, texts }) =>
    texts.filter(({ x, y }) => x < 30 || x > width - 42 || y < 20 || y > height - 42),
  );
  expect(outside).toEqual([]);
});

test("a page is of the paper that was asked for", async () => {
  const [page] = readPdf(await renderReport(emptyReport({ paper: "Letter" })));
  expect(page).toMatchObject({ width: 612, height: 792 });
  expect(pages[0]).toMatchObject({ width: 595.28, height: 841.89 });
});

test("an empty system is said to be empty, section by section", async () => {
  const empty = compactText(readPdf(await renderReport(emptyReport())));
  for (const sentence of [
    "The inventory is empty.",
    "Nothing was watched for a whole hour of this period.",
    "No subnets are planned.",
  ])
    expect(empty).toContain(compact(sentence));
  expect(empty).not.toContain("Map");
});

test("who may not see events gets no word of them", async () => {
  const without = compactText(readPdf(await renderReport(sampleReport({ events: null }))));
  expect(text).toContain("203.0.113.7");
  expect(without).not.toContain("203.0.113.7");
  expect(without).not.toContain("EventsEvents");
});

const CANARY = "a-canary-that-nobody-reads";
const canary = temporaryPath("canary");
await Bun.write(canary, CANARY);
const visits: string[] = [];
const listener = createServer((socket) => {
  visits.push(String(socket.remotePort));
  socket.end();
}).listen(0, "127.0.0.1");
await new Promise((resolve) => listener.once("listening", resolve));
const address = listener.address();
const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/canary.png`;
afterAll(() => {
  listener.close();
  rmSync(canary);
});

test("fault 50: names that look like files, addresses and markup are printed, and nothing is read or asked for", async () => {
  const names = [canary, `file://${canary}`, url, `<image href="${url}"/>`, `![x](${url})`, `[[${canary}]]`];
  const printed = await renderReport(withTexts(sampleReport(), names));
  const shown = compactText(readPdf(printed));
  for (const name of names) expect(shown).toContain(compact(name));
  expect(inflateAll(printed)).not.toContain(CANARY);
  expect(visits).toEqual([]);
});

test("fault 50: the printer itself refuses files and servers, whatever a page may ask for", async () => {
  const print = (definition: object) =>
    pdfmake
      .createPdf({ ...definition, defaultStyle: { font: "noto-sans-latin" } })
      .getBuffer()
      .then(() => "printed", String);
  const images = [canary, url, `file://${canary}`].map((image) => ({ content: { image } }));
  const resources = { content: { image: "one" }, images: { one: { url } } };
  const files = { content: "", files: { one: { src: canary } } };
  for (const definition of [...images, resources, files]) expect(await print(definition)).toContain("denied");
  expect(visits).toEqual([]);
});

test.if(Bun.which("pdftoppm") !== null)("another program draws all pages without a complaint", async () => {
  const folder = temporaryPath("report");
  const source = join(folder, "report.pdf");
  await Bun.write(source, file);
  const drawing = Bun.spawn(["pdftoppm", "-r", "20", "-png", source, join(folder, "page")], {
    stderr: "pipe",
  });
  expect(await new Response(drawing.stderr).text()).toBe("");
  expect(await drawing.exited).toBe(0);
});
