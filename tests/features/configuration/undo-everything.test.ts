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

const Kinds = z.record(z.string(), z.unknown());
const Thing = z.looseObject({ secrets: z.record(z.string(), z.unknown()).optional() });

/** Kinds that tell of trouble, or send, where they lack a secret: they come back switched off. */
const SWITCHED_OFF = new Set(["monitors", "notification_profiles"]);

/** What an undo makes of an export: what had a secret comes without, and off where it would be of harm so. */
function withoutSecrets(text: string): unknown {
  return Object.fromEntries(
    Object.entries(Kinds.parse(Bun.YAML.parse(text))).map(([kind, things]) => [
      kind,
      Array.isArray(things) ? things.map((thing) => withoutSecret(kind, thing)) : things,
    ]),
  );
}

function withoutSecret(kind: string, given: unknown): unknown {
  const { secrets, ...thing } = Thing.parse(given);
  const isOff = secrets !== undefined && SWITCHED_OFF.has(kind);
  return { ...thing, ...(isOff && { enabled: false }) };
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
  expect(Bun.YAML.parse(await source.exported())).toEqual(withoutSecrets(before));
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
