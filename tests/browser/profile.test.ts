import { afterAll, describe, expect, test } from "bun:test";
import type { Route } from "playwright-core";
import { createApiClient } from "../support/api-client";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const statusOf = async (key: string) =>
  (await createApiClient(service.url, { "X-API-Key": key }).fetch("/api/v1/auth/me")).status;

test("an API key is made, shown once, works, and is revoked", async () => {
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click();
    await page.getByText("The name is missing").waitFor();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("inventory sync");
    await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click();

    const key = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
    expect(await statusOf(key)).toBe(200);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Copy the new API key" }).waitFor();
    await page.getByRole("button", { name: "I have copied it" }).click();

    const row = page.getByRole("row", { name: /inventory sync/ });
    await row.getByText("Active").waitFor();
    expect(await page.content()).not.toContain(key);
    await row.getByRole("button", { name: "Revoke inventory sync" }).click();
    await page.getByRole("dialog", { name: "Revoke inventory sync?" }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await row.getByText("Revoked").waitFor();
    expect(await statusOf(key)).toBe(401);
  });
});

test("a wrong current password marks nothing as changed and says so", async () => {
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByRole("textbox", { name: "Current password" }).fill("not the password");
    await page.getByRole("textbox", { name: "New password", exact: true }).fill("another long password");
    await page.getByRole("textbox", { name: "New password again" }).fill("another long password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("alert").getByText("Current password is invalid").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("alert");
  });
});

test("the service's refusal of one field stands at that field", async () => {
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    const mail = page.getByRole("textbox", { name: "Mail address" });
    await mail.fill("no address");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("Invalid email address").waitFor();
    expect(await mail.getAttribute("aria-invalid")).toBe("true");
  });
});

test("a service that cannot be reached leaves what was there, and offers another try", async () => {
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByText("No API keys yet").waitFor();
    await page.route("**/api/v1/auth/me/sessions", (route) =>
      route.fulfill({
        status: 429,
        headers: { "Retry-After": "1", "X-Request-Id": "request-1" },
        json: { detail: "Too many calls" },
      }),
    );
    await page.reload();
    await page.getByText("Cannot load sessions").waitFor();
    await page.getByText("request-1").waitFor();
    await expectAccessible(page);
    await page.unroute("**/api/v1/auth/me/sessions");
    await page.getByRole("button", { name: "Try again", exact: true }).click();
    await page.getByRole("row", { name: /this one/ }).waitFor();
  });
});

describe.each(["light", "dark"] as const)("in the %s scheme", (colorScheme) => {
  test.each([
    ["a desk", { width: 1280, height: 800 }, false],
    ["a tablet", { width: 1024, height: 768 }, true],
  ] as const)(
    "the page is accessible on %s and never wider than the screen",
    async (_, viewport, hasTouch) => {
      const person = await givenPerson({ service }, "Viewer");
      await inBrowser(
        service,
        { as: person, path: "/profile", colorScheme, viewport, hasTouch },
        async (page) => {
          await page.getByText("No API keys yet").waitFor();
          await page.getByRole("row", { name: /this one/ }).waitFor();
          await expectAccessible(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        },
      );
    },
  );
});

test("a key whose answer was lost is not made twice, and the person is told", async () => {
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("sent twice");
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.fulfill({ status: 429, json: { detail: "Too many calls" } });
    };
    await page.route("**/api/v1/api-keys", loseAnswer, { times: 1 });
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create API key" }).click();
    await dialog.getByText("Too many calls").waitFor();
    await dialog.getByRole("button", { name: "Create API key" }).click();
    await dialog.getByText("The key “sent twice” was made, but the answer with it was lost").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("row", { name: /sent twice/ }).waitFor();
    expect(await page.getByRole("row", { name: /sent twice/ }).count()).toBe(1);
  });
});
