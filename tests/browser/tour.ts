import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { sharedBrowser } from "../support/browser/chromium";
import { endRun } from "../support/run-end";

/**
 * `bun run tour <url> <password>`: goes through a running demo (`bun run demo`, with some minutes of history) as a
 * person would, and makes a moving picture of it, about a minute long: docs/tour.webp.
 */
const [url = "http://localhost:8080", password = ""] = process.argv.slice(2);
const FILE = join(import.meta.dir, "../../docs/tour.webp");
const MAX_BYTES = 3 * 1024 * 1024;
const WIDTH = 1280;
/** How long a picture stays: to see what is clicked, and to read a caption. */
const LOOK_MS = 900;
const READ_MS = 3000;

type Frame = { picture: Buffer; delayMs: number };

const frames: Frame[] = [];

async function take(page: Page, delayMs: number): Promise<void> {
  frames.push({ picture: await page.screenshot(), delayMs });
}

async function untilQuiet(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page
    .locator("[aria-busy=true]")
    .first()
    .waitFor({ state: "hidden" })
    .catch(() => undefined);
  // What a worker or a socket brings has nothing to wait for by name.
  await page.waitForTimeout(1500);
}

/** Says below what is seen; stays until the next one. */
async function say(page: Page, caption: string): Promise<void> {
  await untilQuiet(page);
  await page.evaluate((text) => {
    const id = "tour-caption";
    const line = document.getElementById(id) ?? document.createElement("div");
    line.id = id;
    line.textContent = text;
    Object.assign(line.style, {
      position: "fixed",
      left: "50%",
      bottom: "20px",
      transform: "translateX(-50%)",
      padding: "10px 18px",
      borderRadius: "10px",
      background: "#101828ee",
      color: "#fff",
      font: "600 17px/1.35 Inter, sans-serif",
      zIndex: "100000",
      pointerEvents: "none",
      whiteSpace: "nowrap",
    });
    document.documentElement.append(line);
  }, caption);
  await take(page, READ_MS);
}

/** Shows where the next click is, and clicks. */
async function click(page: Page, target: Locator): Promise<void> {
  await target.first().scrollIntoViewIfNeeded();
  await target.first().hover();
  const box = await target.first().boundingBox();
  if (box === null) throw new Error("nothing to click on");
  await page.evaluate(
    ({ x, y }) => {
      const dot = document.createElement("div");
      dot.id = "tour-pointer";
      Object.assign(dot.style, {
        position: "fixed",
        left: `${x - 13}px`,
        top: `${y - 13}px`,
        width: "26px",
        height: "26px",
        borderRadius: "50%",
        background: "#f7900955",
        border: "2px solid #f79009",
        zIndex: "100001",
        pointerEvents: "none",
      });
      document.documentElement.append(dot);
    },
    { x: box.x + Math.min(box.width / 2, 200), y: box.y + box.height / 2 },
  );
  await take(page, LOOK_MS);
  await page.evaluate(() => document.getElementById("tour-pointer")?.remove());
  await target.first().click();
  // Away from what tells by hovering.
  await page.mouse.move(WIDTH - 5, 5);
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: 30 });
  await page.waitForTimeout(600);
  await take(page, LOOK_MS);
}

async function tour(page: Page): Promise<void> {
  await page.goto("/");
  await say(page, "The dashboard says what needs attention, and nothing else is loud");
  await click(page, page.getByRole("link", { name: /services? down/ }));
  await click(page, page.getByRole("grid").getByRole("link"));
  await say(page, "What is down, since when, and what it answered");
  await click(page, page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Alerts" }));
  await say(page, "Incidents, not noise: what follows from one outage is told once");
  await click(page, page.getByRole("button", { name: /^1 alert: / }));
  await say(page, "Each with its alerts and what the log said then");

  await page.keyboard.press("Control+k");
  await type(page, "fra-core-1");
  await page.keyboard.press("Enter");
  await say(page, "Ctrl+K finds devices, addresses, subnets and pages");

  await page.goto("/topology");
  await say(page, "The network as it is cabled, with what is up and what is not");
  await page.getByRole("combobox", { name: "Find devices" }).or(page.getByRole("searchbox")).first().click();
  await type(page, "ber-core-1");
  await page.keyboard.press("Enter");
  await say(page, "A device is found on the map by its name");

  await click(page, page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "IPAM" }));
  await say(page, "Address space as a tree: what is taken, what is free");
  await click(page, page.getByRole("link", { name: "10.10.20.0/23" }));
  await say(page, "Every address of a subnet: devices, leases, reservations, conflicts");

  await click(page, page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Syslog" }));
  await say(page, "Forty formats of firewalls, one search");
  await page.getByRole("combobox", { name: "Query" }).click();
  await type(page, "verdict:deny,drop dst_port:22,3389");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await say(page, "Fields, lists, networks and words; months of lines in little disk");
  await click(page, page.getByRole("grid", { name: "Events" }).getByRole("link"));
  await say(page, "One event with all that was read from it; every value filters");
  await page.goto("/syslog/live");
  await say(page, "And live, as the lines come in");

  await page.goto("/monitoring/monitors/6");
  await say(page, "Monitors with history, percentiles and certificates");
  await click(page, page.getByRole("button", { name: "Use the dark colours" }));
  await page.goto("/");
  await say(page, "Netatlas: npx -y bun@1.4.5 start");
}

/** The smallest quality loss that keeps the picture below its bound. */
async function encode(): Promise<Buffer> {
  const pictures = await Promise.all(
    frames.map(({ picture }) => sharp(picture).resize({ width: WIDTH }).png().toBuffer()),
  );
  const delay = frames.map(({ delayMs }) => delayMs);
  for (const quality of [80, 65, 50]) {
    const moving = await sharp(pictures, { join: { animated: true } })
      .webp({ quality, delay, loop: 0, effort: 6, minSize: true })
      .toBuffer();
    if (moving.length <= MAX_BYTES) return moving;
  }
  throw new Error(`the tour does not fit into ${MAX_BYTES} bytes`);
}

const browser = await sharedBrowser();
const context = await browser.newContext({
  viewport: { width: 1280, height: 800 },
  baseURL: url,
  colorScheme: "light",
  timezoneId: "Europe/Berlin",
  locale: "en-GB",
  reducedMotion: "reduce",
});
const answer = await context.request.post("/api/v1/auth/login", { data: { username: "admin", password } });
if (!answer.ok()) throw new Error(`login answered ${answer.status()}`);
await tour(await context.newPage());
const moving = await encode();
await Bun.write(FILE, moving);
const seconds = frames.reduce((sum, { delayMs }) => sum + delayMs, 0) / 1000;
process.stdout.write(`${FILE}: ${frames.length} pictures, ${seconds} s, ${moving.length} bytes\n`);
await endRun();
