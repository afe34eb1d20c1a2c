import { afterAll, expect, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const post = (path: string, body: unknown) => admin.send<{ id: number }>("POST", `/api/v1${path}`, body);

const inAnHour = Math.floor(Date.now() / 1000) + 3600;

test("a lease file is imported, its bad line is named, and what it contradicts is a conflict", async () => {
  const subnet = await post("/ipam/subnets", {
    name: "Leased",
    cidr: "10.6.0.0/28",
  });
  await post("/ipam/reservations", {
    ip_address: "10.6.0.5",
    label: "printer",
    mac_address: "00:00:5e:00:53:01",
  });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: `/ipam/${subnet.id}?tab=leases` }, async (page) => {
    await page.getByText("No leases in 10.6.0.0/28").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import leases" }).click();
    await page.getByRole("textbox", { name: "Or paste what is in it" }).waitFor();
    await expectAccessible(page);
    await page
      .getByLabel("Choose a file")
      .or(page.locator("input[type=file]"))
      .first()
      .setInputFiles({
        name: "dnsmasq.leases",
        mimeType: "text/plain",
        buffer: Buffer.from(
          [
            `${inAnHour} 00:00:5e:00:53:05 10.6.0.5 intruder *`,
            `${inAnHour} 00:00:5e:00:53:06 10.6.0.6 laptop *`,
            `${inAnHour} 00:00:5e:00:53:07 not-an-address phone *`,
          ].join("\n"),
        ),
      });
    const source = page.getByRole("textbox", { name: "Source" });
    await waitFor("its name to be the source", async () => (await source.inputValue()) === "dnsmasq.leases");
    await page.getByRole("dialog").getByRole("button", { name: "Import leases" }).click();
    const result = page.getByRole("dialog", { name: "Leases imported" });
    await result.getByText("2 leases read as dnsmasq, from “dnsmasq.leases”.").waitFor();
    await result.getByRole("row", { name: /^3 / }).waitFor();
    await expectAccessible(page);
    await result.getByRole("button", { name: "Done" }).click();

    await page.getByRole("row", { name: /10\.6\.0\.6 laptop/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Addresses" }).click();
    await page.getByRole("gridcell", { name: /^10\.6\.0\.6, lease, laptop/ }).waitFor();
    await page.getByRole("gridcell", { name: /^10\.6\.0\.5, conflict/ }).waitFor();
  });
});

test("who had an address before is shown from its row, and a wrong offset is told at its field", async () => {
  const lease = (mac: string, name: string) => ({ content: `${inAnHour} ${mac} 10.8.0.4 ${name} *` });
  await admin.send(
    "POST",
    "/api/v1/ipam/dhcp-leases/import?source=past",
    lease("00:00:5e:00:53:21", "before"),
  );
  await admin.send(
    "POST",
    "/api/v1/ipam/dhcp-leases/import?source=past",
    lease("00:00:5e:00:53:22", "after"),
  );
  const person = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: person, path: "/ipam?tab=leases" }, async (page) => {
    await page.getByRole("row", { name: /10\.8\.0\.4 after/ }).click();
    const dialog = page.getByRole("dialog", { name: "History of leases" });
    await dialog.getByRole("row", { name: /10\.8\.0\.4 after .* now past/ }).waitFor();
    await dialog.getByRole("row", { name: /10\.8\.0\.4 before/ }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Address" }).fill("10.8.0.200");
    await dialog.getByText("No lease of 10.8.0.200 is known").waitFor();
  });
  const writer = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: writer, path: "/ipam?tab=leases" }, async (page) => {
    await page.getByRole("button", { name: "Import leases" }).click();
    await page.getByRole("textbox", { name: "Or paste what is in it" }).fill("IP Address\n");
    const offset = page.getByRole("textbox", { name: "UTC offset of its times" });
    await offset.fill("one hour");
    await page.getByRole("dialog").getByRole("button", { name: "Import leases" }).click();
    await page.getByText("Hours and minutes, such as +01:00 or -03:30").waitFor();
    await offset.fill("+01:00");
    const request = page.waitForRequest(/dhcp-leases\/import/);
    await page.getByRole("dialog").getByRole("button", { name: "Import leases" }).click();
    expect(new URL((await request).url()).searchParams.get("utc_offset")).toBe("+01:00");
  });
});

test("a file that is none says so at its field, and removing all leases says how many go", async () => {
  await admin.send("POST", "/api/v1/ipam/dhcp-leases/import?source=removed", {
    content: `${inAnHour} 00:00:5e:00:53:09 10.7.0.9 gone *`,
  });
  const person = await givenPerson({ service }, "NetworkAdmin");
  await inBrowser(service, { as: person, path: "/ipam?tab=leases" }, async (page) => {
    await page.getByRole("button", { name: "Import leases" }).click();
    const content = page.getByRole("textbox", {
      name: "Or paste what is in it",
    });
    await content.fill("no lease file");
    await page.getByRole("dialog").getByRole("button", { name: "Import leases" }).click();
    await page.getByText(/Could not parse lease file/).waitFor();
    expect(await content.getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove all leases" }).click();
    await page
      .getByRole("listitem")
      .filter({ hasText: /\d leases?$/ })
      .waitFor();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("No leases yet").waitFor();
  });
});
