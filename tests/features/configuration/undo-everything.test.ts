import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService, type Answer, type TestService } from "../../support/app";
import { configurator, givenEverything } from "./given";

const [full, empty] = await Promise.all([createTestService(), createTestService()]);
afterAll(() => Promise.all([full.close(), empty.close()]));
const fullToken = await full.tokenOf(await full.givenAdmin());
const emptyToken = await empty.tokenOf(await empty.givenAdmin());
const source = configurator(full, fullToken);
const target = configurator(empty, emptyToken);
await givenEverything(source);
/** With its secrets, which an undo does not bring back. */
const everything = await source.exported();

const Apply = z.looseObject({ id: z.string(), audit_id: z.int() });

async function takeBack(service: TestService, token: string, { body }: Answer): Promise<void> {
  const { id } = Apply.parse(body);
  const undone = await service.call(`POST /api/v1/configuration/applies/${id}/undo`, { token });
  expect({ status: undone.status, text: undone.status === 200 ? "" : undone.text }).toEqual({
    status: 200,
    text: "",
  });
}

/** An export without what the log does not hold: secrets; and what had one is off until it is typed anew. */
function withoutSecrets(text: string): string {
  return text
    .replace(/^( *)secrets:\n(?:\1 +.*\n)+/gm, "")
    .replace(/^ +enabled: false\n/gm, "")
    .replace(/^notification_settings:(?: \{\})?\n/gm, "");
}

test("an apply that makes things of every kind is taken back whole, with the secrets that came with it", async () => {
  const before = await target.exported();
  const secrets = await target.secretsFor(everything, (name) =>
    name.endsWith("request_headers") ? '{"Accept":"text/plain"}' : "a-secret-of-some-length",
  );
  const applied = await target.sendWith("apply", everything, secrets);
  expect(await target.exported()).toBe(everything);
  await takeBack(empty, emptyToken, applied);
  expect(await target.exported()).toBe(before);
});

test("an apply that removes all that can be removed is taken back, but for secrets", async () => {
  const before = await source.exported();
  const kinds = [...before.matchAll(/^([a-z_]+):$/gm)].flatMap(([, kind]) => kind ?? []);
  const single = new Set(["settings", "notification_settings", "device_type_colors"]);
  const nothing = kinds.filter((kind) => !single.has(kind)).map((kind) => `${kind}: []\n`);
  const applied = await source.apply(`version: 1\n${nothing.join("")}`, "?prune=all");
  expect(await source.exported()).not.toBe(before);
  await takeBack(full, fullToken, applied);
  expect(withoutSecrets(await source.exported())).toBe(withoutSecrets(before));
});

test("an apply that resets every field to its default is taken back whole", async () => {
  const before = await source.exported();
  const applied = await source.apply(
    `version: 1
absent_fields: default
sites: [{name: hq}]
groups: [{name: office}]
devices: [{display_name: core 1}]
monitors: [{name: Portal, url: "https://www.example.com/"}]
alert_rules: [{name: Core is down, event_type: device_offline}]
roles: [{name: Helpdesk}]
log_formats:
  - {name: camera, kind: json, fields: [{field: src_ip, source: $.peer}]}
  - {name: gate, pattern: "%{ip:src_ip} go"}
`,
  );
  expect(await source.exported()).not.toBe(before);
  await takeBack(full, fullToken, applied);
  expect(await source.exported()).toBe(before);
});
