import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible, expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

setDefaultTimeout(patient(60_000));

const { service, admin } = await startWebServiceWithAdmin();
const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
afterAll(async () => {
  socket.close();
  await service.remove();
});

const LINE = "<134>Nov 21 10:49:58 gate7 gate: STOP tcp 192.0.2.7:51234 => 198.51.100.9:443 zone-7";
const found = (query: string) =>
  waitFor(query, async () => {
    const path = `/api/v1/syslog/events?q=${encodeURIComponent(query)}`;
    return (await admin.get<{ events: object[] }>(path)).events[0];
  });

test("from a line that nobody knows to events with its fields", async () => {
  socket.send(LINE);
  await found("parser:extracted zone-7");
  const person = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as: person, path: "/syslog?q=zone-7" }, async (page) => {
    await page.getByRole("grid").getByText("zone-7").first().click();
    await page.getByRole("link", { name: "Make a format of this line" }).click();
    const trial = page.getByRole("region", { name: "Line 1" });
    const pattern = page.getByRole("textbox", { name: "Pattern" });
    await page.getByRole("button", { name: "Suggest a pattern" }).click();
    await trial.getByText("read by this format").waitFor();
    expect(await pattern.inputValue()).toContain("%{ip:src_ip}:%{port:src_port} => %{ip:dst_ip}");
    await pattern.fill("STOP (?<oops>.)");
    await page.getByText(/the group "oops" is called as no field is/).waitFor();
    await pattern.fill("");
    for (const block of ["word", "space", "word", "space", "ip"])
      await page.getByRole("button", { name: `Insert ${block}`, exact: true }).click();
    expect(await pattern.inputValue()).toBe("%{word:action}%{space}%{word:protocol}%{space}%{ip:src_ip}");
    await trial.getByText("read by this format").waitFor();
    await trial.getByText("192.0.2.7", { exact: true }).waitFor();
    await pattern.fill(
      "%{word:action} %{word:protocol} %{ip:src_ip}:%{port:src_port} => %{ip:dst_ip}:%{port:dst_port}",
    );
    await trial.getByText("198.51.100.9", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Add field" }).click();
    await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("action");
    await page.getByRole("textbox", { name: "Group" }).fill("action");
    await page.getByRole("textbox", { name: "Words" }).fill("stop=drop");
    await trial.getByText("drop", { exact: true }).first().waitFor();
    await page
      .getByRole("textbox", { name: "Lines" })
      .fill(
        `${LINE.replace(":443", ":99999")}\n<38>Jun  1 12:00:00 web1 sshd[7]: Failed password for root from 203.0.113.9 port 22 ssh2`,
      );
    await page.getByText("Destination port stays empty: “99999” is no value of it").waitFor();
    await page
      .getByRole("region", { name: "Line 2" })
      .getByText("not of this format: it is read as sshd")
      .waitFor();
    await expectAccessibleInBothSchemes(page);

    await page.getByRole("button", { name: "Save format" }).click();
    await page.getByText("Small letters, digits, dots").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("acme-gate");
    await page.getByRole("button", { name: "Save format" }).click();
    await page.getByText("Saved: acme-gate").waitFor();
    await page.waitForURL("**/syslog?q=zone-7*");
    await page.goto("/syslog/formats");
    await page
      .getByRole("row", { name: /acme-gate/ })
      .getByText("on", { exact: true })
      .waitFor();
    await expectAccessibleInBothSchemes(page);
  });
  socket.send(LINE.replace("zone-7", "zone-8"));
  expect(await found("parser:own:acme-gate verdict:drop dst_port:443 zone-8")).toMatchObject({
    src_ip: "192.0.2.7",
  });
});

test("formats are ordered by keyboard, switched off, deleted and brought back", async () => {
  for (const name of ["second", "third"])
    await admin.send("POST", "/api/v1/syslog/formats", { name, pattern: "from %{ip:src_ip}" });
  const person = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as: person, path: "/syslog/formats" }, async (page) => {
    const first = page.getByRole("row").nth(1);
    await page.getByRole("button", { name: "Move third up" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Move third up");
    await page.keyboard.press("Enter");
    await first.getByText("third").waitFor();
    const order = () => admin.get<{ name: string }[]>("/api/v1/syslog/formats");
    await waitFor("the order", async () => (await order())[0]?.name === "third");

    await page.getByRole("button", { name: "Switch off third" }).click();
    await first.getByText("off", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Delete third" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("third deleted").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await first.getByText("third").waitFor();
    await expectAccessible(page);
  });
});

test("who may only see events sees the formats, and no button that would be refused", async () => {
  const pattern = "unlike any line %{ip:src_ip}";
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/syslog/formats", {
    name: "shown",
    pattern,
  });
  const person = await givenPerson({ service }, "SecurityAnalyst");
  const viewport = { width: 390, height: 844 };
  await inBrowser(service, { as: person, path: "/syslog/formats", viewport }, async (page) => {
    await page.getByText("shown").first().waitFor();
    expect(await page.getByRole("button", { name: /Move|Delete|Switch|New|Import/ }).count()).toBe(0);
    await expectAccessible(page);
  });
  await admin.send("DELETE", `/api/v1/syslog/formats/${id}`);
});

test("without formats the page shows an example that can be tried", async () => {
  const formats = await admin.get<{ id: number }[]>("/api/v1/syslog/formats");
  for (const { id } of formats) await admin.send("DELETE", `/api/v1/syslog/formats/${id}`);
  const person = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as: person, path: "/syslog/formats" }, async (page) => {
    await page.getByText("No format of your own yet").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Try the example" }).click();
    await page.getByRole("region", { name: "Line 1" }).getByText("read by this format").waitFor();
  });
});
