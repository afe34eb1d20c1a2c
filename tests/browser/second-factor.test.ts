import { afterAll, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { encode } from "uqr";
import { setUpAdmin } from "../support/api-client";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebService } from "../support/browser/web-service";
import { freePort } from "../support/free-port";

// Passkeys belong to a name: an address has none.
const port = freePort();
const started = await startWebService({ environment: { APP_PORT: String(port) } });
const service = { ...started, url: `http://localhost:${port}` };
const admin = await setUpAdmin(started.url);
afterAll(() => started.remove());

/** A device with a fingerprint reader, to which the person says yes every time. */
async function givenAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("laptop");
  await dialog.getByRole("textbox", { name: "Your password" }).fill(password);
  await dialog.getByRole("button", { name: "Add passkey" }).click();
}

async function typeNameAndPassword(
  page: Page,
  person: { username: string; password: string },
): Promise<void> {
  await page.getByRole("textbox", { name: "User name" }).fill(person.username);
  await page.getByRole("textbox", { name: "Password" }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
}

test("a passkey is added, signs in alone, answers as second factor, and is removed", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await givenAuthenticator(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("dialog", { name: "Add a passkey" }).waitFor();
    await expectAccessible(page);
    await addPasskey(page, person.password);
    await page.getByRole("dialog", { name: "Keep your recovery codes" }).waitFor();
    await expectAccessible(page);
    const [recoveryCode = ""] =
      (await page.getByLabel("recovery codes", { exact: true }).textContent())?.split("\n") ?? [];
    await page.getByRole("button", { name: "I have kept them" }).click();
    await page.getByRole("row", { name: /laptop/ }).waitFor();

    await page.getByRole("button", { name: "Add a passkey" }).click();
    await addPasskey(page, person.password);
    await page.getByText("This device has a passkey of yours already.").waitFor();
    await page.keyboard.press("Escape");

    await signOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("button", { name: `Account of ${person.username}` }).waitFor();

    await signOut(page);
    await typeNameAndPassword(page, person);
    await page.getByRole("button", { name: "Use your passkey" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use your passkey" }).click();
    await page.getByRole("button", { name: `Account of ${person.username}` }).waitFor();

    await page.goto("/profile");
    await page.getByRole("button", { name: "Remove the passkey laptop" }).click();
    await page.getByRole("textbox", { name: "Your password, or a code" }).fill(recoveryCode);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("row", { name: /laptop/ }).waitFor({ state: "detached" });
  });
});

test("without a passkey on the device the sign-in says so in words of ours", async () => {
  await inBrowser(service, { path: "/sign-in" }, async (page) => {
    await givenAuthenticator(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").getByText("No passkey was used").waitFor();
    await expectAccessible(page);
  });
});

/** Column and row of each, with four light ones around the code. */
function darkModules(text: string): string[] {
  return encode(text, { ecc: "L", border: 4 }).data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])),
  );
}

test("the QR code of an authenticator app holds the key that is written below it", async () => {
  const person = await givenPerson({ service });
  await inBrowser(service, { as: person, path: "/profile", colorScheme: "dark" }, async (page) => {
    await page.getByRole("button", { name: "Add an authenticator app" }).click();
    await page.getByRole("textbox", { name: "Your password" }).fill(person.password);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("img", { name: "QR code of the key" }).waitFor();
    await expectAccessible(page);
    const link = await page.getByRole("link", { name: "open it in the app" }).getAttribute("href");
    const key = (await page.getByLabel("key of the app", { exact: true }).textContent()) ?? "";
    expect(new URL(link ?? "").searchParams.get("secret")).toBe(key);
    const drawn = (await page.locator("svg[role=img] path").getAttribute("d")) ?? "";
    expect([...drawn.matchAll(/M(\d+ \d+)h/g)].map(([, module]) => module)).toEqual(darkModules(link ?? ""));
  });
});

test("whose role requires a second factor sees nothing else until there is one", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  const require = (required: boolean) =>
    admin.fetch("/api/v1/admin/roles/NetworkAdmin/second-factor", {
      method: "PUT",
      body: JSON.stringify({ required }),
    });
  expect((await require(true)).ok).toBe(true);
  try {
    await inBrowser(service, { as: person, path: "/profile?from=link" }, async (page) => {
      await page.getByRole("heading", { name: "Add a second factor" }).waitFor();
      expect(await page.getByRole("navigation").count()).toBe(0);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Add an authenticator app" }).click();
      await page.getByRole("textbox", { name: "Your password" }).fill(person.password);
      await page.getByRole("button", { name: "Continue" }).click();
      const secret = (await page.getByLabel("key of the app", { exact: true }).textContent()) ?? "";
      const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
      const field = page.getByRole("textbox", { name: "Code that the app shows" });
      await field.fill(code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)));
      await page.getByRole("button", { name: "Turn it on" }).click();
      await page.getByText("This is not the code that the app shows now.").waitFor();
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      await expectAccessible(page);
      await field.fill(code);
      await page.getByRole("button", { name: "Turn it on" }).click();
      await page.getByRole("button", { name: "I have kept them" }).click();
      await page.getByRole("heading", { name: "Profile" }).waitFor();
      await page.getByText("No API keys yet").waitFor();
      expect(new URL(page.url()).search).toBe("?from=link");
    });
  } finally {
    await require(false);
  }
});
