import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { setUpAdmin } from "../support/api-client";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebService } from "../support/browser/web-service";
import { freePort } from "../support/free-port";
import { startTestProvider } from "../support/oidc-provider";

const port = freePort();
const APP_URL = `http://127.0.0.1:${port}`;
const provider = await startTestProvider({
  client: { redirect_uris: [`${APP_URL}/api/v1/auth/oidc/callback`] },
});
const service = await startWebService({
  environment: {
    APP_PORT: String(port),
    APP_URL,
    OIDC_ENABLED: "true",
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.client.client_id,
    OIDC_CLIENT_SECRET: provider.client.client_secret,
    OIDC_PROVIDER_NAME: "Example ID",
    OIDC_AUTO_PROVISION: "true",
    OIDC_DEFAULT_ROLE: "Viewer",
  },
});
const admin = await setUpAdmin(service.url);
afterAll(() => service.remove());

function givenProviderPerson(login: string): void {
  provider.people.set(login, { email: `${login}@example.com`, email_verified: true });
}

/** The provider's pages ask strangers for fonts. */
async function withoutStrangers(page: Page): Promise<void> {
  await page.context().route(
    ({ hostname }) => hostname !== "127.0.0.1",
    (route) => route.fulfill({ body: "" }),
  );
}

/** Types the login name at the provider, and agrees to what it asks. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("the provider's sign-in leads to the page that was asked for", async () => {
  givenProviderPerson("ada");
  await inBrowser(service, { path: "/profile?from=link" }, async (page) => {
    await page.getByRole("link", { name: "Sign in with Example ID" }).waitFor();
    await expectAccessible(page);
    await withoutStrangers(page);
    await page.getByRole("link", { name: "Sign in with Example ID" }).click();
    await passProvider(page, "ada");
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    expect(new URL(page.url()).search).toBe("?from=link");
    await page.getByRole("button", { name: "Account of ada" }).waitFor();
  });
});

test("whoever cancels at the provider is told so, and still gets to the page by a password", async () => {
  const { username, password } = await givenPerson({ service });
  await inBrowser(service, { path: "/profile?from=link" }, async (page) => {
    await withoutStrangers(page);
    await page.getByRole("link", { name: "Sign in with Example ID" }).click();
    await page.getByRole("link", { name: "[ Cancel ]" }).click();
    await page.getByRole("alert").getByText("you cancelled there").waitFor();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "User name" }).fill(username);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    expect(new URL(page.url()).search).toBe("?from=link");
  });
});

test("a session that has ended goes on after the provider's sign-in in another tab", async () => {
  givenProviderPerson("grace");
  await inBrowser(service, { path: "/profile" }, async (page) => {
    await withoutStrangers(page);
    await page.getByRole("link", { name: "Sign in with Example ID" }).click();
    await passProvider(page, "grace");
    await page.getByRole("textbox", { name: "Display name" }).fill("Typed before");
    const users = await admin.get<{ id: number; username: string }[]>("/api/v1/auth/users");
    const user = users.find(({ username }) => username === "grace");
    await admin.send("DELETE", `/api/v1/auth/users/${user?.id}/sessions`);
    await page.getByRole("button", { name: "Save profile" }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    const opened = page.context().waitForEvent("page");
    await dialog.getByRole("link", { name: "Sign in with Example ID in a new tab" }).click();
    const other = await opened;
    await other.getByRole("button", { name: "Account of grace" }).waitFor();
    await other.close();
    await page.bringToFront();
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.getByRole("status").getByText("Profile saved").waitFor();
    expect(await page.getByRole("textbox", { name: "Display name" }).inputValue()).toBe("Typed before");
  });
});

test("where single sign-on is required the password is for administrators, and others are told", async () => {
  const { username, password } = await givenPerson({ service }, "Viewer");
  const set = (required: boolean) =>
    admin.fetch("/api/v1/admin/oidc-settings", {
      method: "PUT",
      body: JSON.stringify({ require_sso: required }),
    });
  expect((await set(true)).status).toBe(200);
  try {
    await inBrowser(service, { path: "/sign-in" }, async (page) => {
      await page.getByRole("link", { name: "Sign in with Example ID" }).waitFor();
      expect(await page.getByRole("textbox").count()).toBe(0);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Sign in without it, as an administrator" }).click();
      await page.getByRole("textbox", { name: "User name" }).fill(username);
      await page.getByRole("textbox", { name: "Password" }).fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("Local sign-in is disabled. Use single sign-on.").waitFor();
    });
  } finally {
    await set(false);
  }
});
