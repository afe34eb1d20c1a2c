import { afterAll, expect, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const FILE = ["cidr,name,remark,site", "192.0.2.0/24,Desks,by the door,Barn", "192.0.2.300/24,Typo,,"].join(
  "\r\n",
);
const subnets = () => admin.get<{ name: string; notes: string | null }[]>("/api/v1/ipam/subnets");

test("files are checked, mapped otherwise, imported and taken back", async () => {
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: "/moving-in" }, async (page) => {
    await page.getByRole("heading", { name: "What you bring" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("combobox", { name: "Product" }).selectOption("Spreadsheet (CSV)");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Files", exact: true }).click();
    await (await chooser).setFiles({ name: "plan.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
    await page.getByRole("button", { name: "Check the files" }).click();
    await page.getByText("1 to add, 1 refused").first().waitFor();
    await page.getByRole("row", { name: /remark subnets 1/ }).waitFor();
    await page.getByText("Made because rows name them: site Barn.").waitFor();
    await expectAccessible(page);
    expect(await subnets()).toEqual([]);

    await page.getByText("subnets: Subnet").click();
    await page.getByRole("button", { name: "Import", exact: true }).waitFor();
    await page.getByRole("combobox", { name: "What notes comes from" }).selectOption("remark");
    // What was checked is not what would be written.
    await page.getByRole("button", { name: "Import", exact: true }).waitFor({ state: "detached" });
    await page.getByText("The mapping was changed").waitFor();
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByRole("row", { name: /remark subnets 1/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Refused 1" }).click();
    await page.getByRole("row", { name: /192\.0\.2\.300\/24 Subnet Refused cidr: Invalid CIDR/ }).waitFor();

    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Imported: 1 added, 1 refused.").waitFor();
    expect(await subnets()).toMatchObject([{ name: "Desks", notes: "by the door" }]);

    await page.getByRole("button", { name: "Check the files" }).click();
    await page.getByText("1 unchanged, 1 refused").waitFor();
    await page.getByRole("button", { name: "Verdicts of plan.csv" }).click();
    await page.getByText("1 added, 1 refused").first().waitFor();
    expect(await page.getByRole("button", { name: "Import", exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Back to the check" }).click();
    await page.getByText("1 unchanged, 1 refused").waitFor();

    const [barn] = await admin.get<{ id: number }[]>("/api/v1/topology/sites");
    await admin.send("POST", "/api/v1/topology/devices", { display_name: "tractor", site_id: barn?.id });
    await page.getByRole("button", { name: "Undo plan.csv" }).click();
    await page.getByText("2 removed.").waitFor();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "This stays, without it" }).waitFor();
    expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual(["1 device of site Barn: tractor"]);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Take it back" }).click();
    await page.getByText("Taken back: 2 removed").waitFor();
    expect(await subnets()).toEqual([]);
  });
});

test("what Uptime Kuma asks of a port is a service check, and its host is named that is made, on a phone", async () => {
  const as = await givenPerson({ service });
  const monitor = { id: 1, type: "port", name: "Mail", hostname: "mail.example.com", port: 25, interval: 60 };
  const content = JSON.stringify({ monitorList: [monitor, { ...monitor, name: "Queue", type: "mqtt" }] });
  const viewport = { width: 390, height: 800 };
  await inBrowser(service, { as, path: "/moving-in", viewport }, async (page) => {
    await page.getByRole("combobox", { name: "Product" }).selectOption("Uptime Kuma");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Files", exact: true }).click();
    const file = { name: "backup.json", mimeType: "application/json", buffer: Buffer.from(content) };
    await (await chooser).setFiles(file);
    await page.getByRole("button", { name: "Check the files" }).click();
    await page.getByText("Made because rows name them: device mail.example.com.").waitFor();
    await page.getByText("Service check").first().waitFor();
    await expectAccessible(page);
  });
});

test("a file that is none is refused in words", async () => {
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: "/moving-in" }, async (page) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Files", exact: true }).click();
    const buffer = Buffer.from("PK\u0003\u0004");
    await (await chooser).setFiles({ name: "all.zip.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Check the files" }).click();
    await page.getByText(/the file is an archive or a picture/).waitFor();
  });
});

test("who may write nothing that an import makes is told so before choosing files, and one right is enough", async () => {
  const viewer = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: viewer, path: "/moving-in" }, async (page) => {
    await page.getByText("You may not see this page").waitFor();
    await page
      .getByText(
        "one of the permissions “Change the topology” (topology_write), “Change address management” (ipam_write) or",
      )
      .waitFor();
    expect(await page.getByRole("button", { name: "Check the files" }).count()).toBe(0);
  });

  await admin.send("POST", "/api/v1/admin/roles", { name: "Planner" });
  await admin.send("PUT", "/api/v1/admin/role-permissions", { roles: { Planner: ["ipam_write"] } });
  const planner = await givenPerson({ service }, "Planner");
  await inBrowser(service, { as: planner, path: "/" }, async (page) => {
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("move in");
    await page.getByRole("option", { name: "Move in from another product" }).click();
    await page.getByRole("button", { name: "Check the files" }).waitFor();
  });
});

test("IPAM leads to the import of a spreadsheet, for whoever may write subnets", async () => {
  const as = await givenPerson({ service });
  await inBrowser(service, { as, path: "/ipam" }, async (page) => {
    await page.getByRole("link", { name: "Import CSV" }).first().click();
    const product = page.getByRole("combobox", { name: "Product" });
    await product.waitFor();
    expect(await product.inputValue()).toBe("csv");
    await page.getByText("A CSV file of subnets").waitFor();
  });
  const viewer = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: viewer, path: "/ipam" }, async (page) => {
    await page.getByRole("heading", { level: 1, name: "IPAM" }).waitFor();
    expect(await page.getByRole("link", { name: "Import CSV" }).count()).toBe(0);
  });
});
