import type { Page } from "playwright-core";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, type Person, type WebService } from "../support/browser/web-service";
import { loadLines, type LineSource } from "./event-lines";
import { startFilledService } from "./filled-service";
import { percentile, printFigure, setting } from "./report";

/** Of the browser, where the functions given to `evaluate` run: as much as they need. */
declare const document: {
  body: object;
  querySelector(selector: string): object | null;
  querySelectorAll(selector: string): Iterable<{ textContent: string | null }>;
};
declare const requestAnimationFrame: (run: () => void) => number;
declare class MutationObserver {
  constructor(tell: () => void);
  observe(target: object, options: object): void;
  disconnect(): void;
}

const DEVICES = 10_000;
const EVENTS = setting("BENCH_EVENTS", 10_000_000);
const OPENINGS = 5;
const RARE_ADDRESS = "198.18.77.1";
const RARE_EVENTS = 50;
const RARE_WORD = "zebrafinch";

/** Typed one after the other over the last day; each finds other rows than the one before. */
const QUERIES = [
  ["an address of 50 events", RARE_ADDRESS],
  ["a word in every tenth line", "sshd"],
  ["fields", "action:block src_ip:10.1.0.0/16"],
  ["a rare word", RARE_WORD],
  ["a network and a port", "src_ip:10.2.0.0/16 dst_port:443"],
  ["an address by field", `src_ip:${RARE_ADDRESS}`],
] as const;

/**
 * The dashboard of a network of 10,000 devices with a day of 10 M events, and queries that a person types over that
 * day.
 */
export async function benchWebDashboard(): Promise<void> {
  const service = await startFilledService({ devices: DEVICES, events: EVENTS, lineOf: linesWithRare() });
  try {
    await benchPages(service, await givenPerson({ service }));
  } finally {
    await service.remove();
  }
}

function linesWithRare(): LineSource {
  const usual = loadLines();
  const rare = Math.floor(EVENTS / RARE_EVENTS);
  return (sequence, at) =>
    sequence % rare === 7
      ? `<134>1 ${at.toISOString()} fw-1 filterlog 1 - - 5,,,100,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,${RARE_ADDRESS},203.0.113.1,1234,443,0,S,1,,64240,,mss${sequence > EVENTS / 2 && sequence < EVENTS / 2 + rare ? ` ${RARE_WORD}` : ""}`
      : usual(sequence, at);
}

async function benchPages(service: WebService, person: Person): Promise<void> {
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    page.setDefaultTimeout(60_000);
    await page.addInitScript(watchDashboard);
    await benchDashboard(page);
    await benchQueries(page);
  });
}

/** When the figures of the tiles, and then everything, was on the screen: ms since the navigation began. */
type Marks = { tiles?: number; all?: number };
declare global {
  var dashboardMarks: Marks | undefined;
  var answered: Promise<number> | undefined;
}

/** Runs in the page, before its own scripts. */
function watchDashboard(): void {
  const marks: Marks = {};
  globalThis.dashboardMarks = marks;
  const isFilled = ({ textContent }: { textContent: string | null }) => (textContent ?? "").trim() !== "";
  const look = () => {
    const figures = [...document.querySelectorAll("ul[aria-label=Figures] li span:nth-child(2)")];
    if (figures.length === 4 && figures.every(isFilled)) {
      marks.tiles ??= performance.now();
      const lists = [...document.querySelectorAll("main section:has(li a)")].length;
      if (document.querySelector(".uplot canvas") !== null && lists >= 3) marks.all ??= performance.now();
    }
    if (marks.all === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function benchDashboard(page: Page): Promise<void> {
  const openings: Required<Marks>[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    await page.goto("/");
    const marks = await page.waitForFunction(() => {
      const { tiles, all } = globalThis.dashboardMarks ?? {};
      return tiles === undefined || all === undefined ? null : { tiles, all };
    });
    const seen = await marks.jsonValue();
    if (seen === null) throw new Error("the dashboard was not watched");
    openings.push(seen);
  }
  const [first] = openings;
  const tiles = openings.map((marks) => marks.tiles / 1000);
  const all = openings.map((marks) => marks.all / 1000);
  const count = EVENTS.toLocaleString("en");
  const name = `dashboard, ${DEVICES} devices, ${count} events: every figure`;
  const median = percentile(tiles, 0.5);
  printFigure({ name, value: median, unit: "s", target: "<= 1.0", holds: median <= 1 });
  printFigure({ name: "  chart and lists, too", value: percentile(all, 0.5), unit: "s" });
  printFigure({
    name: "  every figure, right after the start",
    value: (first?.tiles ?? 0) / 1000,
    unit: "s",
  });
  printFigure({
    name: "  chart and lists, right after the start",
    value: (first?.all ?? 0) / 1000,
    unit: "s",
  });
}

async function benchQueries(page: Page): Promise<void> {
  await page.goto("/syslog?from=-24h");
  await page.locator("[data-stale=false]:has([role=grid])").waitFor();
  for (const [name, query] of QUERIES) {
    const milliseconds = await typeQuery(page, query);
    printFigure({
      name: `typed query, ${name}`,
      value: Math.round(milliseconds),
      unit: "ms",
      target: "<= 500",
      holds: milliseconds <= 500,
    });
  }
}

/** From the Enter key until the rows have been drawn (ms). */
async function typeQuery(page: Page, query: string): Promise<number> {
  const field = page.getByRole("combobox", { name: "Query" });
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(query, { delay: 30 });
  await page.evaluate(watchAnswer);
  await page.keyboard.press("Enter");
  const milliseconds = await page.evaluate(() => globalThis.answered);
  if (milliseconds === undefined) throw new Error("the query was not watched");
  return milliseconds;
}

/** Runs in the page: the rows go stale at the question and are fresh again with the answer. */
function watchAnswer(): void {
  globalThis.answered = new Promise((resolve) => {
    let pressedAt = Number.NaN;
    const options = { capture: true, once: true };
    addEventListener("submit", ({ timeStamp }) => void (pressedAt = timeStamp), options);
    let wasStale = false;
    const watcher = new MutationObserver(() => {
      const isStale = document.querySelector("[data-stale=true]:has([role=grid])") !== null;
      if (isStale || !wasStale) {
        wasStale = isStale;
        return;
      }
      watcher.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedAt)));
    });
    watcher.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-stale"] });
  });
}
