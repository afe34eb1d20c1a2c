import { afterAll, describe, expect, test } from "bun:test";
import type { Route } from "playwright-core";
import { createApiClient } from "../support/api-client";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
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

describe.each([
  ["a desk", { width: 1280, height: 800 }],
  ["a phone", { width: 390, height: 844 }],
] as const)("another mail address, on %s", (_, viewport) => {
  test("is asked to be proven in words, refused with a wrong password, and saved with the right one", async () => {
    const person = await givenPerson({ service }, "Viewer");
    await inBrowser(service, { as: person, path: "/profile", viewport }, async (page) => {
      const proof = page.getByLabel("Your password, or a code");
      const mail = page.getByRole("textbox", { name: "Mail address" });
      await mail.waitFor();
      expect(await proof.count()).toBe(0);
      await mail.fill("person@example.com");
      await page.getByText("because password links go there").waitFor();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      const save = page.getByRole("button", { name: "Save profile" });
      await save.click();
      await page.getByText("your password or a code is needed to change this").waitFor();
      await proof.fill("not the password");
      await save.click();
      await page.getByRole("alert").getByText("Invalid credentials").waitFor();
      await proof.fill(person.password);
      await save.click();
      await page.getByText("Profile saved").waitFor();
      await proof.waitFor({ state: "detached" });
      expect(await mail.inputValue()).toBe("person@example.com");
    });
  });
});

test("a new password that is easy to guess is refused at its field, with what would help", async () => {
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    const wanted = page.getByRole("textbox", { name: "New password", exact: true });
    await page.getByRole("textbox", { name: "Current password" }).fill(person.password);
    await wanted.fill("passwordpassword");
    await page.getByRole("textbox", { name: "New password again" }).fill("passwordpassword");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("it repeats a short piece. Take four or more unrelated words").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("autocomplete"))).toBe(
      "new-password",
    );
    expect(await wanted.inputValue()).toBe("passwordpassword");
    await expectAccessible(page);
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

test.each([
  ["a desk", { width: 1280, height: 800 }, false],
  ["a tablet", { width: 1024, height: 768 }, true],
] as const)(
  "the page is accessible on %s in the light and the dark scheme, and never wider than the screen",
  async (_, viewport, hasTouch) => {
    const person = await givenPerson({ service }, "Viewer");
    await inBrowser(service, { as: person, path: "/profile", viewport, hasTouch }, async (page) => {
      await page.getByText("No API keys yet").waitFor();
      await page.getByRole("row", { name: /this one/ }).waitFor();
      await expectAccessibleInBothSchemes(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });
  },
);

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
