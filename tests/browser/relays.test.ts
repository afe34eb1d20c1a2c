import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { encodeRelayBody, RELAY_MEDIA_TYPE, RELAY_PATH } from "../../src/features/syslog/relay/wire";
import { expectAccessibleInBothSchemes } from "../support/browser/axe";
import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { patient } from "../support/patience";
import { recordOf, reportOf } from "../support/relay-sender";

setDefaultTimeout(patient(30_000));

const { service, admin } = await startWebServiceWithAdmin();
afterAll(() => service.remove());

/** Sends as a relay does. */
async function givenRelay(
  id: string,
  changes: Partial<ReturnType<typeof reportOf>>,
  lines = 3,
  days: 30 | null = null,
): Promise<void> {
  const body = { name: `key of ${id}`, permission: "relay", expires_in_days: days };
  const { key } = await admin.send<{ key: string }>("POST", "/api/v1/api-keys", body);
  const records = recordOf(
    1,
    Array.from({ length: lines }, (_, line) => ({ line: `line ${line} of ${id}` })),
  );
  const plain = encodeRelayBody(reportOf(id, changes), records);
  const answer = await fetch(`${service.url}${RELAY_PATH}`, {
    method: "POST",
    body: new Uint8Array(await Bun.zstdCompress(plain)),
    headers: { "Content-Type": RELAY_MEDIA_TYPE, "X-API-Key": key },
  });
  expect(answer.status).toBe(200);
}

const WELL = { name: "branch-lyon", version: "0.8.0" };
const ILL = {
  name: "branch-porto",
  version: "0.8.0",
  backlog: { messages: 120_003, bytes: 30_000_000, oldest_at_micros: Date.now() * 1000 - 3_600_000_000 },
  lost: { journal_full: 4711 },
  journal: { bytes: 4_000_000, max_bytes: 4_294_967_296, free_bytes: 1, refusal: "disk_full" },
  problems: ["cannot listen on udp [::]:514: permission denied"],
};

test("relays are shown with what waits there, what is lost and what to look after, and can be forgotten", async () => {
  await givenRelay("00000000a001", WELL);
  await givenRelay("00000000a002", ILL, 3, 30);
  const person = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as: person, path: "/syslog/status" }, async (page) => {
    const table = page.getByRole("table", { name: "Relays" });
    const well = table.getByRole("row", { name: /branch-lyon/ });
    await well.getByText("Up to date").waitFor();
    const ill = table.getByRole("row", { name: /branch-porto/ });
    for (const text of ["Losing lines", /120,000/, "4,711"]) await ill.getByText(text).waitFor();
    await page.getByText("branch-porto takes nothing now: disk_full").waitFor();
    await page.getByText("The API key of branch-porto: expiry in 29 days").waitFor();
    await page.getByText("branch-porto: cannot listen on udp").waitFor();
    await expectAccessibleInBothSchemes(page);
    await ill.getByRole("button", { name: "Forget branch-porto" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
    await ill.waitFor({ state: "detached" });
    await well.waitFor();
  });
});

test("who reads events sees relays, also on a phone, and forgets none", async () => {
  await givenRelay("00000000a003", { name: "branch-oslo" });
  const person = await givenPerson({ service }, "SecurityAnalyst");
  await inBrowser(service, { as: person, path: "/syslog/status" }, async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText("branch-oslo").waitFor();
    expect(await page.getByRole("button", { name: /^Forget/ }).count()).toBe(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});

test("a key that may relay alone is made in the profile, and named so", async () => {
  const person = await givenPerson({ service }, "SuperAdmin");
  await inBrowser(service, { as: person, path: "/profile" }, async (page) => {
    await page.getByRole("button", { name: "Create API key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("lyon");
    const expires = dialog.getByLabel("Expires");
    expect(await expires.inputValue()).toBe("90");
    await dialog.getByLabel("May").selectOption("relay");
    expect(await expires.inputValue()).toBe("");
    await expires.selectOption("30");
    await dialog.getByText("Its lines wait at the branch from then on").waitFor();
    await dialog.getByRole("button", { name: "Create API key" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("lyon (relay only)").waitFor();
    const keys = await admin.get<{ name: string; expires_at: string | null }[]>("/api/v1/api-keys/admin/all");
    const expiry = keys.find(({ name }) => name === "lyon")?.expires_at ?? "";
    expect(Math.round((Date.parse(expiry) - Date.now()) / 86_400_000)).toBe(30);
  });
});
