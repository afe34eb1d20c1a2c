import { afterAll, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

test("signing in by the keyboard alone leads to the page that was asked for", async () => {
  const { username, password } = await givenPerson({ service });
  await inBrowser(service, { path: "/profile?from=link" }, async (page) => {
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.keyboard.type(username);
    await page.keyboard.press("Tab");
    await page.keyboard.type("a wrong password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Invalid credentials").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/profile");
    expect(new URL(page.url()).searchParams.get("from")).toBe("link");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Search/ }).fill("prof");
    await page.getByRole("option", { name: /Profile/ }).waitFor();
    await expectAccessible(page);
  });
});

test("an access token that has run out is renewed without a word", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByText("No API keys yet").waitFor();
    await page.context().clearCookies({ name: "svc_access" });
    const renewal = page.waitForResponse((response) => response.url().endsWith("/auth/refresh"));
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("after renewal");
    await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click();
    expect((await renewal).status()).toBe(200);
    await page.getByRole("dialog", { name: "Copy the new API key" }).waitFor();
  });
});

test("a session that has ended is asked for over the page, and what was typed goes on", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByRole("textbox", { name: "Display name" }).fill("Typed before");
    await endSessions(person.username);
    await page.getByRole("button", { name: "Save profile" }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.waitFor();
    await expectAccessible(page);
    expect(await dialog.getByRole("textbox", { name: "User name" }).inputValue()).toBe(person.username);
    await dialog.getByRole("textbox", { name: "Password" }).fill(person.password);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("status").getByText("Profile saved").waitFor();
    expect(await page.getByRole("textbox", { name: "Display name" }).inputValue()).toBe("Typed before");
  });
});

test("nothing done for the idle time signs out, and the sign-in leads back", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    // As if nothing had been done in any tab for a quarter of an hour.
    await page.evaluate(() => localStorage.setItem("netatlas-active-at", String(Date.now() - 960_000)));
    await page.getByText("You were signed out because nothing happened for a while.").waitFor();
    expect(new URL(page.url()).searchParams.get("to")).toBe("/profile");
  });
});

test("a second factor is set up, and asked for at the next sign-in", async () => {
  const person = await givenPerson({ service });
  let secret = "";
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByRole("button", { name: "Add an authenticator app" }).click();
    await page.getByRole("textbox", { name: "Your password" }).fill(person.password);
    await page.getByRole("button", { name: "Continue" }).click();
    secret = (await page.getByLabel("key of the app", { exact: true }).textContent()) ?? "";
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Code that the app shows" }).fill(codeOf(secret, 0));
    await page.getByRole("button", { name: "Turn it on" }).click();
    await page.getByRole("dialog", { name: "Keep your recovery codes" }).waitFor();
    await page.getByRole("button", { name: "I have kept them" }).click();
    await page.getByText("10 recovery codes left").waitFor();
  });
  await inBrowser(service, { path: "/sign-in?to=/profile" }, async (page) => {
    await page.getByRole("textbox", { name: "User name" }).fill(person.username);
    await page.getByRole("textbox", { name: "Password" }).fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("textbox", { name: "Code of your authenticator app" }).waitFor();
    await expectAccessible(page);
    // The code of now was used up by the set-up; the next one is accepted early.
    await page.getByRole("textbox", { name: "Code of your authenticator app" }).fill(codeOf(secret, 30_000));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Profile" }).waitFor();
  });
});

test("the link of a mail opens the form for a new password, and leaves no token in the address", async () => {
  await inBrowser(service, { path: "/?reset_token=made-up" }, async (page) => {
    await page.getByRole("heading", { name: "Set a new password" }).waitFor();
    expect(page.url()).not.toContain("made-up");
    await page.getByRole("textbox", { name: "New password", exact: true }).fill("a long enough password");
    await page.getByRole("textbox", { name: "New password again" }).fill("a long enough password");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("alert").waitFor();
    await expectAccessible(page);
  });
});

test("a field that is wrong does not make the click miss that leaves it", async () => {
  await inBrowser(service, { path: "/?reset_token=made-up" }, async (page) => {
    await page.getByRole("textbox", { name: "New password", exact: true }).fill("short");
    await page.getByRole("link", { name: "Ask for another link" }).click();
    await page.getByRole("heading", { name: "Forgot the password" }).waitFor();
  });
});

test("a field that was only passed through is not called wrong", async () => {
  await inBrowser(service, { path: "/sign-in" }, async (page) => {
    await page.getByRole("textbox", { name: "User name" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.getByText("The user name is missing").count()).toBe(0);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("The user name is missing").waitFor();
    const name = page.getByRole("textbox", { name: "User name" });
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});

function codeOf(secret: string, aheadMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + aheadMs });
}

async function endSessions(username: string): Promise<void> {
  const users = await admin.get<{ id: number; username: string }[]>("/api/v1/auth/users");
  const user = users.find((one) => one.username === username);
  await admin.send("DELETE", `/api/v1/auth/users/${user?.id}/sessions`);
}

test("the service is called by its name before and after the sign-in, and says whom one can ask", async () => {
  await admin.send("PUT", "/api/v1/admin/settings", {
    app_name: "Lab network",
    support_email: "help@example.com",
    support_url: "https://example.com/help",
  });
  const { username, password } = await givenPerson({ service });
  await inBrowser(service, { path: "/sign-in?to=/profile" }, async (page) => {
    await page.getByText("Lab network", { exact: true }).waitFor();
    expect(await page.title()).toBe("Sign in · Lab network");
    expect(await page.getByRole("link", { name: "help@example.com" }).getAttribute("href")).toBe(
      "mailto:help@example.com",
    );
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "User name" }).fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    expect(await page.title()).toBe("Profile · Lab network");
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Support page" }).waitFor();
  });
});
