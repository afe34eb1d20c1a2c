import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";
import { compactText, readPdf } from "../support/pdf-text";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(90_000));

const { service: empty } = await startWebServiceWithAdmin();
const { service: filled, admin } = await startWebServiceWithAdmin();
await admin.send("POST", "/api/v1/topology/devices", { name: "sw-1", device_type: "switch" });
const host = await admin.send<{ id: number }>("POST", "/api/v1/topology/devices", {
  name: "mail-1",
  ip_address: "127.0.0.1",
});
// Nobody listens there.
const smtp = { device_id: host.id, port: 1, label: "SMTP", check_type: "tcp", failures_to_down: 1 };
await admin.send("POST", "/api/v1/monitoring/service-checks", smtp);
afterAll(() => Promise.all([empty.remove(), filled.remove()]));

const BLOCKED =
  "<134>Nov 21 16:05:00 fw-berlin filterlog[45231]: 5,,,1000000103,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,198.51.100.7,203.0.113.5,50000,3389,0,S,1234567890,,64240,,mss";

async function sendLine(line: string): Promise<void> {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: empty.syslogPort } });
  socket.send(line);
  socket.close();
}

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("an empty service says what to paste, hears the first line, and shows it", async () => {
  const person = await givenPerson({ service: empty });
  await inBrowser(empty, { as: person }, async (page) => {
    await page.getByText("Waiting for the first line").waitFor();
    await page.getByText(`logging host 127.0.0.1 transport udp port ${empty.syslogPort}`).waitFor();
    await page.getByText("Other machines do not reach").waitFor();
    await expectAccessible(page);

    await sendLine(BLOCKED);
    await page.getByText("First line received").waitFor();
    // What is being read stays until it is left.
    await page.getByText("Add your devices").waitFor();
    await page.getByRole("button", { name: "Show the dashboard" }).click();

    await page.getByText("Nothing needs attention").waitFor();
    await page.getByRole("link", { name: /^Senders 1 nothing lost/ }).waitFor();
    await part(page, "Top talkers")
      .getByRole("link", { name: /198\.51\.100\.7/ })
      .waitFor();
    await page.getByRole("img", { name: /^Events per minute by verdict, last \d+ (?:s|min)/ }).waitFor();
    await expectAccessible(page);

    // What is left of the first steps is at hand until nobody wants it.
    await page.getByRole("button", { name: "First steps (4 to do)" }).click();
    await page.getByText("Be told when something is down").waitFor();
    await page.getByRole("link", { name: "Set up notifications" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Do not offer them again" }).click();
    await page.getByText("Nothing needs attention").waitFor();
    await page.reload();
    await page.getByText("Nothing needs attention").waitFor();
    expect(await page.getByRole("button", { name: /^First steps/ }).count()).toBe(0);

    await part(page, "Last denials")
      .getByRole("link", { name: /198\.51\.100\.7 → 203\.0\.113\.5:3389/ })
      .waitFor();

    await part(page, "Blocked ports").getByRole("link", { name: /3389/ }).click();
    await page.getByRole("heading", { name: "Syslog" }).waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("dst_port:3389 verdict:deny,drop,reject");
    await page.getByText("1 event ·").waitFor();
  });
});

test("figures that cannot be had are said to be unknown, beside those that can", async () => {
  const person = await givenPerson({ service: filled });
  await inBrowser(filled, { as: person, path: "/profile", colorScheme: "dark" }, async (page) => {
    for (const path of ["top**", "status"]) {
      await page.route(`**/api/v1/syslog/${path}`, (route) =>
        route.fulfill({
          status: 429,
          headers: { "X-Request-Id": "request-1" },
          json: { detail: "Too many calls" },
        }),
      );
    }
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByText("Cannot load top talkers").waitFor();
    await page.getByText("Not all figures could be renewed").waitFor();
    await page.getByRole("link", { name: /^Senders unknown/ }).waitFor();
    await page.getByRole("link", { name: /^Devices \d/ }).waitFor();
    await part(page, "Top talkers").getByText("request-1").waitFor();
    await expectAccessible(page);
  });
});

test("who may not see events sees the inventory, and asks for nothing else", async () => {
  const person = await givenPerson({ service: filled }, "Viewer");
  await inBrowser(
    filled,
    { as: person, path: "/profile", viewport: { width: 1024, height: 768 }, hasTouch: true },
    async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.getByRole("link", { name: "Dashboard" }).click();
      await page.getByRole("link", { name: /^Devices \d/ }).waitFor();
      await part(page, "Fullest subnets").getByText("No subnets yet").waitFor();
      await part(page, "Newest devices")
        .getByRole("link", { name: /^mail-1 127\.0\.0\.1/ })
        .waitFor();
      expect(await page.getByText("Top talkers").count()).toBe(0);
      expect(await page.getByRole("button", { name: "Report (PDF)" }).count()).toBe(0);
      expect(asked.filter((path) => path.startsWith("/api/v1/syslog"))).toEqual([]);
      // Its first check may be under way yet, and what is known of it is asked for every ten seconds.
      const attention = page.getByRole("status").getByRole("link", { name: "1 service down" });
      await attention.waitFor({ timeout: 60_000 });
      const watched = part(page, "Monitoring");
      await watched
        .getByRole("listitem")
        .filter({ hasText: /^Up 1$/ })
        .waitFor();
      const worst = watched.getByRole("link", { name: /^Down SMTP on mail-1/ });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
      await worst.click();
      await page.getByRole("heading", { level: 1, name: "SMTP" }).waitFor();
    },
  );
});

/** Keeps a page from an answer until it is let go. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await isLetGo;
    await route.continue();
  });
  return letGo;
}

test("on a phone nothing moves when it becomes known which first steps are left", async () => {
  const person = await givenPerson({ service: filled });
  const phone = { as: person, path: "/profile", viewport: { width: 390, height: 800 } };
  await inBrowser(filled, phone, async (page) => {
    const tellSubnets = await holdBack(page, "**/api/v1/ipam/summary");
    const tellRules = await holdBack(page, "**/api/v1/alerts/rules*");
    await page.getByRole("link", { name: "Dashboard" }).click();
    const waiting = await page.locator("[aria-busy=true]").first().boundingBox();
    tellSubnets();
    const devices = page.getByRole("link", { name: /^Devices \d/ });
    await devices.waitFor();
    const attention = await page.getByRole("main").getByRole("status").first().boundingBox();
    expect(attention?.y).toBe(waiting?.y ?? 0);
    const shown = [
      page.getByRole("heading", { level: 1 }),
      page.getByRole("button", { name: "More actions" }),
    ];
    const places = () => Promise.all([...shown, devices].map((one) => one.boundingBox()));
    const before = await places();
    expect(await page.getByRole("button", { name: "Report (PDF)" }).count()).toBe(0);
    tellRules();
    await page.locator("button", { hasText: "First steps" }).waitFor({ state: "attached" });
    expect(await places()).toEqual(before);
    expect(before).not.toContain(null);
    await shown[1]?.click();
    await page.getByRole("button", { name: /^First steps/ }).waitFor();
    await page.getByRole("button", { name: "Report (PDF)" }).waitFor();
  });
});

test("a report is made on the paper and of the time that were chosen, and saved", async () => {
  const person = await givenPerson({ service: filled }, "NetworkAdmin");
  await inBrowser(filled, { as: person, viewport: { width: 390, height: 800 } }, async (page) => {
    // Beside the first steps that may be left it is folded away on a phone.
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Report (PDF)" }).click();
    const dialog = page.getByRole("dialog", { name: "Network report" });
    await dialog.getByLabel("Period").selectOption("The last 7 days");
    await dialog.getByLabel("Paper").selectOption("Letter");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Make report" }).click();
    await dialog.getByText("The report is ready.").waitFor();
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: "Save report" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("netatlas-network-report.pdf");
    const pages = readPdf(await Bun.file(await file.path()).bytes());
    expect(pages[0]).toMatchObject({ width: 612, height: 792 });
    expect(compactText(pages)).toContain("Europe/Berlin");
    await page.goto("/activity");
    await page.getByRole("link", { name: "Report (PDF)" }).waitFor();
  });
});
