import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";

setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
afterAll(async () => {
  listener.stop(true);
  await service.remove();
});

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test.each([
  ["on a desktop, light", { viewport: { width: 1280, height: 800 }, colorScheme: "light" }],
  ["on a phone, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
] as const)("%s: several tools answer about a host beside each other", async (_, look) => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/tools", ...look }, async (page) => {
    await page.getByText("Nothing asked yet").waitFor();
    await page.getByRole("textbox", { name: "Hosts, addresses or networks" }).fill("127.0.0.1");
    await page.getByRole("checkbox", { name: "DNS" }).uncheck();
    for (const name of ["Traceroute", "Ports", "TLS certificate"])
      await page.getByRole("checkbox", { name }).check();
    await page.getByRole("textbox", { name: "Ports" }).fill(`${listener.port}, 1`);
    await page.getByRole("button", { name: "Run" }).click();
    await card(page, "Ping").getByText("4 of 4").waitFor();
    await card(page, "Traceroute").getByText("The host is reached").waitFor();
    const ports = card(page, "Ports").getByRole("table", { name: "Ports" });
    // The cells of a card are named by their columns.
    await ports.getByRole("row", { name: new RegExp(`^${listener.port} (?:State )?Open`) }).waitFor();
    await ports.getByRole("row", { name: /^1 (?:State )?Closed/ }).waitFor();
    await card(page, "TLS certificate")
      .getByText(/refused/)
      .waitFor();
    expect(new URL(page.url()).search).toBe(
      `?target=127.0.0.1&tools=ping,traceroute,ports,tls&ports=${listener.port},1`,
    );
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  });
});

test("a link fills in the form and sends nothing until somebody runs it; a network is calculated", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  const path = "/tools?target=10.0.0.5/22&tools=ping&split=24";
  await inBrowser(service, { as: person, path }, async (page) => {
    await page.getByText("Nothing asked yet").waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    const subnet = card(page, "Subnet calculator");
    await subnet.getByText("255.255.252.0").waitFor();
    await subnet.getByText("1,022").waitFor();
    await subnet.getByRole("row", { name: /10\.0\.3\.0\/24/ }).waitFor();
    expect(await card(page, "Ping").count()).toBe(0);
    await expectAccessible(page);
  });
});

test("what is refused says why, in its own card, beside the answers of the others", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  const path = "/tools?target=127.0.0.1,169.254.169.254&tools=ping";
  await inBrowser(service, { as: person, path }, async (page) => {
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("4 of 4").waitFor();
    await page
      .getByRole("alert")
      .getByText(/metadata .* cannot be targets/)
      .waitFor();
    await expectAccessible(page);
  });
});

test("without a target, or with five, the field says what is wanted", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/tools" }, async (page) => {
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("Name a host, an address or a network").waitFor();
    await page.getByRole("textbox", { name: "Hosts, addresses or networks" }).fill("a b c d e");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("At most 4 at once").waitFor();
    await expectAccessible(page);
  });
});

test("who may use passive tools alone sees no others", async () => {
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/tools?target=host.example" }, async (page) => {
    await page.getByRole("checkbox", { name: "DNS" }).waitFor();
    expect(await page.getByRole("checkbox", { name: "Ping" }).count()).toBe(0);
    expect(await page.getByRole("textbox", { name: "Name server" }).count()).toBe(0);
    await page.getByRole("checkbox", { name: "MX" }).waitFor();
  });
});

test("answers are kept on the device whose address was asked, and stand beside each other on its page", async () => {
  const person = await givenPerson({ service }, "NetworkAdmin");
  const body = { name: "core-sw1", ip_address: "127.0.0.9" };
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/topology/devices", body);
  const path = "/tools?target=127.0.0.9&tools=ping,ports&ports=1";
  await inBrowser(service, { as: person, path }, async (page) => {
    await page.getByRole("button", { name: "Run" }).click();
    for (const name of ["Ping", "Ports"]) {
      await page.getByRole("button", { name: `Keep on device: ${name} 127.0.0.9` }).click();
      const dialog = page.getByRole("dialog", { name: `Keep ${name} of 127.0.0.9` });
      await dialog.getByText("It goes to the page of core-sw1.").waitFor();
      if (name === "Ping") await expectAccessible(page);
      await dialog.getByRole("button", { name: "Keep", exact: true }).click();
      await card(page, name).getByRole("link", { name: "core-sw1" }).waitFor();
    }
    await page.goto(`/inventory/${id}`);
    const kept = page.getByRole("region", { name: "Kept tool results" }).first();
    await kept.getByRole("button", { name: "Show: Ping 127.0.0.9" }).click();
    await kept.getByRole("button", { name: "Show: Ports 127.0.0.9" }).click();
    await kept.getByText("4 of 4", { exact: true }).waitFor();
    await kept.getByRole("table", { name: "Ports", exact: true }).waitFor();
    await expectAccessible(page);
    const again = kept.getByRole("link", { name: "Ask again: Ports 127.0.0.9" });
    expect(await again.getAttribute("href")).toBe("/tools?target=127.0.0.9&tools=ports&ports=1");
    await kept.getByRole("button", { name: "Delete: Ports 127.0.0.9" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await kept.getByRole("button", { name: "Hide: Ping 127.0.0.9" }).click();
    expect(await kept.getByRole("button", { name: /Ports/ }).count()).toBe(0);
  });
});
