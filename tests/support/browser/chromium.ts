import { setDefaultTimeout } from "bun:test";
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";
import { patient } from "../patience";
import { atRunEnd } from "../run-end";
import { unpackBrowser } from "./executable";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A page under axe on a busy machine is slower than what else is tested here. */
const TEST_MS = patient(30_000);
setDefaultTimeout(TEST_MS);

let running: Promise<Browser> | undefined;

/** The one browser of this run: the packaged one where it runs, else one that is installed. */
export async function sharedBrowser(): Promise<Browser> {
  const present = await running;
  if (present?.isConnected()) return present;
  // Of a test that timed out the runner ends the processes, the browser among them.
  running = (async () => {
    const browser = await launch();
    atRunEnd(() => browser.close());
    return browser;
  })();
  return running;
}

async function launch(): Promise<Browser> {
  const failures: unknown[] = [];
  for (const executablePath of [await unpackBrowser(), ...INSTALLED.filter((path) => existsSync(path))]) {
    try {
      return await chromium.launch({
        executablePath,
        args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
      });
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, "no browser could be started");
}
