import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";
import { waitFor } from "../support/wait-for";

/** A service that stands still, with its connections open: nothing tells a browser but that nothing comes. */
setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());
const freeze = () => process.kill(service.pid, "SIGSTOP");
const goOn = () => process.kill(service.pid, "SIGCONT");
afterEach(goOn);

beforeAll(async () => {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
  socket.send("<38>Nov 21 16:05:00 web-1 sshd[4242]: session opened");
  await waitFor("the line to be found", async () => {
    const { total } = await admin.get<{ total: number }>("/api/v1/syslog/events");
    return total === 1;
  });
  socket.close();
});

const SAID_MS = 5000;

/** Freezes the service, and gives after how long a page says so. */
async function frozenUntil(page: Page, words: RegExp): Promise<number> {
  freeze();
  const begun = performance.now();
  await page.getByText(words).first().waitFor();
  return performance.now() - begun;
}

test("a page says within five seconds that nothing is heard, keeps what it shows, and gives questions up in words", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog?from=-1h" }, async (page) => {
    await page.getByText("1 event ·").waitFor();
    // It holds the stream on which the service says that it is there.
    await page
      .getByRole("button", { name: /incident|alert/i })
      .first()
      .waitFor();
    expect(await frozenUntil(page, /^Nothing heard from the service since \d\d:\d\d:\d\d\.$/)).toBeLessThan(
      patient(SAID_MS),
    );
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText(/The service does not answer\. Check the connection/).waitFor();
    expect(await page.getByRole("gridcell", { name: /session opened/ }).count()).toBe(1);
    goOn();
    await page.getByText(/^Nothing heard/).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The service does not answer").waitFor({ state: "hidden" });
  });
});

test("a live tail says so too, claims nothing of what it missed, and goes on with it", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/syslog/live" }, async (page) => {
    await page
      .getByText(/^live · /)
      .first()
      .waitFor();
    const took = await frozenUntil(page, /^nothing heard from the service since \d\d:\d\d:\d\d$/);
    expect(took).toBeLessThan(patient(SAID_MS));
    expect(await page.getByText(/lost/).count()).toBe(0);
    goOn();
    await page
      .getByText(/^live · /)
      .first()
      .waitFor();
  });
});
