import { expect } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { patient } from "../patience";
import { sharedBrowser } from "./chromium";
import { watchPage } from "./watch";
import type { Person, WebService } from "./web-service";

const PATIENCE_MS = patient(15_000);

type Options = BrowserContextOptions & {
  /** Where the test begins; absent: `/`. */
  path?: string;
  /** Signed in before the page is opened, without the sign-in page. */
  as?: Person;
};

/**
 * Opens the UI in a browser of its own (zone Europe/Berlin, no motion), runs the test in it, and fails it for all that
 * `watchPage` saw.
 */
export async function inBrowser(
  service: WebService,
  options: Options,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const { path = "/", as: person, ...context } = options;
  const browser = await (
    await sharedBrowser()
  ).newContext({
    baseURL: service.url,
    timezoneId: "Europe/Berlin",
    locale: "en-GB",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
    ...context,
  });
  browser.setDefaultTimeout(PATIENCE_MS);
  try {
    if (person !== undefined) {
      const { username, password } = person;
      const answer = await browser.request.post("/api/v1/auth/login", { data: { username, password } });
      if (!answer.ok()) throw new Error(`login answered ${answer.status()}: ${await answer.text()}`);
    }
    const page = await browser.newPage();
    const problems = watchPage(page, service.document);
    await page.goto(path);
    await run(page).catch(async (error: unknown) => {
      throw new Error(
        `${String(error)}\nthe page then:\n${await describePage(page)}\n${problems.join("\n")}`,
        { cause: error },
      );
    });
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
  }
}

/** Address and accessibility tree: what a failed test needs to be understood. */
async function describePage(page: Page): Promise<string> {
  const tree = await page
    .locator("body")
    .ariaSnapshot()
    .catch(() => "(gone)");
  return `${page.url()}\n${tree}`;
}
