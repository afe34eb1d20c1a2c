import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { expectAccessible } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

// That of the browser's own module holds for the first file of a run only.
setDefaultTimeout(patient(30_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

const MAC = "00:1b:21:3a:4c:5d";
const now = new Date().toISOString();
const LINES = [
  `<30>1 ${now} dhcp1 dhcpd 1 - - DHCPACK on 10.0.0.7 to ${MAC} (anna-laptop) via eth1`,
  `<30>1 ${now} dhcp1 kea-dhcp4 1 - - DHCP4_LEASE_ALLOC [hwtype=1 02:00:00:00:00:09], cid=[], tid=0x1: lease 10.0.0.9 has been allocated for 3600 seconds`,
  `<134>1 ${now} fw filterlog 1 - - 5,,,1000000103,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,10.0.0.7,10.0.0.9,50000,443,0,S,1234567890,,64240,,mss`,
];
let subnet = 0;
let device = 0;

beforeAll(async () => {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: service.syslogPort } });
  for (const line of LINES) socket.send(line);
  await waitFor("the lines to be found", async () => {
    const { total } = await admin.get<{ total: number }>("/api/v1/syslog/events");
    return total === LINES.length;
  });
  socket.close();
  const made = await admin.send<{ id: number }>("POST", "/api/v1/ipam/subnets", {
    name: "office",
    cidr: "10.0.0.0/24",
  });
  subnet = made.id;
  const laptop = { display_name: "Anna’s laptop", mac_address: MAC };
  device = (await admin.send<{ id: number }>("POST", "/api/v1/topology/devices", laptop)).id;
});

test("an event says who its source and its destination were at that time", async () => {
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog?q=app:filterlog" }, async (page) => {
    await page.getByRole("grid", { name: "Events" }).getByRole("rowheader").first().click();
    const holders = page.getByRole("list", { name: "Who had the addresses" });
    await holders.waitFor();
    expect(await holders.getByRole("listitem").allInnerTexts()).toEqual([
      `10.0.0.7 was anna-laptop (${MAC}) at that time`,
      "10.0.0.9 was 02:00:00:00:00:09 at that time",
    ]);
    await expectAccessible(page);
  });
});

test("a device and an address have their history; without the right to see events neither has", async () => {
  const analyst = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: analyst, path: `/inventory/${device}?tab=history` }, async (page) => {
    const table = page.getByRole("table", { name: "Address history" });
    await table.getByRole("rowheader", { name: "10.0.0.7" }).waitFor();
    await table.getByText("DHCP log, 127.0.0.1").waitFor();
    await expectAccessible(page);
    await page.goto(`/ipam/${subnet}?ip=10.0.0.7`);
    const dialog = page.getByRole("dialog", { name: "Address 10.0.0.7" });
    await dialog.getByRole("region", { name: "Who had it" }).getByText("anna-laptop").waitFor();
  });
  const viewer = await givenPerson({ service }, "Viewer");
  await inBrowser(service, { as: viewer, path: `/inventory/${device}?tab=history` }, async (page) => {
    await page.getByRole("tab", { name: "Overview", selected: true }).waitFor();
    expect(await page.getByRole("tab", { name: "History" }).count()).toBe(0);
  });
});
