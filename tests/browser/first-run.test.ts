import { afterAll, expect, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { startWebService } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import type { Page } from "playwright-core";

const service = await startWebService();
await waitFor("the database", async () => (await fetch(`${service.url}/api/v1/health/ready`)).ok);
afterAll(() => service.remove());

test("from an empty service to the first line in three clicks, and out again", async () => {
  await inBrowser(service, {}, async (page) => {
    await page.getByRole("heading", { name: "Create the first administrator" }).waitFor();
    await expectAccessible(page);

    await page.getByRole("textbox", { name: "User name" }).fill("root");
    await page.getByRole("textbox", { name: "Password", exact: true }).fill("too short");
    await page.getByRole("button", { name: "Create administrator" }).click();
    await page.getByText("At least 12 characters: 3 more").waitFor();

    await page.getByRole("textbox", { name: "Password", exact: true }).fill("a long enough password");
    await page.getByRole("textbox", { name: "Password again" }).fill("a long enough password");
    // From here on three clicks to the first line.
    await page.getByRole("button", { name: "Create administrator" }).click();

    await page.getByRole("heading", { name: "First steps" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    for (const vendor of ["MikroTik", "Juniper", "UniFi", "Sophos"])
      await page.getByRole("button", { name: `Copy the lines for ${vendor}` }).waitFor();
    await page.getByText("Waiting for the first line").waitFor();
    await page.getByRole("button", { name: "Send a test line" }).click();
    await page.getByText("First line received").waitFor();
    await page.getByRole("link", { name: "open the test line" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "open it" }).click();
    await page.getByRole("heading", { name: /test-line-\w{8} of the way to the event store/ }).waitFor();
    await page.getByText("1 event ·").waitFor();
    await page.goto("/");
    await page.getByRole("button", { name: "Account of root" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
    await page.goto("/profile");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(new URL(page.url()).searchParams.get("to")).toBe("/profile");
  });
});

test("the printed link brings the token along, which leaves the address at once; without it the page asks in words", async () => {
  const closed = await startWebService({ environment: { SETUP_WINDOW_MINUTES: "0" } });
  try {
    await waitFor("the link", () => Promise.resolve(LINK.test(closed.output())));
    const [link = "", token = ""] = LINK.exec(closed.output()) ?? [];
    // As seen from another machine: a proxy on this one says so.
    const extraHTTPHeaders = { "X-Forwarded-For": "192.168.1.50" };
    await inBrowser(closed, { extraHTTPHeaders }, async (page) => {
      await page.getByLabel("Setup token").waitFor();
      await page.getByText("its start printed a link with the token").waitFor();
      await expectAccessible(page);
      await fillAdmin(page);
      await page.getByRole("button", { name: "Create administrator" }).click();
      await page.getByText("The setup token is missing").waitFor();
    });
    await inBrowser(closed, { path: link, extraHTTPHeaders }, async (page) => {
      await page.waitForURL((url) => url.pathname === "/first-run" && url.hash === "");
      expect(await page.getByLabel("Setup token").inputValue()).toBe(token);
      await fillAdmin(page);
      await page.getByRole("button", { name: "Create administrator" }).click();
      await page.getByRole("button", { name: "Account of root" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
    });
  } finally {
    await closed.remove();
  }
});

const LINK = /http:\S+\/first-run#setup-token=(\S+)/;

async function fillAdmin(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "User name" }).fill("root");
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("a long enough password");
  await page.getByRole("textbox", { name: "Password again" }).fill("a long enough password");
}
