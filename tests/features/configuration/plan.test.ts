import { afterAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { devices } from "#tables/topology";
import { createTestService, uniqueName } from "../../support/app";
import { configurator, Plan } from "./given";

const service = await createTestService();
afterAll(service.close);
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);
const { apply, exported, make, plan, send, sendWith } = configurator(service, token);

const sentencesOf = ({ changes }: Plan) => changes.map(({ sentence }) => sentence);

test("a plan says in sentences what would be made and changed, and changes nothing", async () => {
  const [site, device] = [uniqueName("site"), uniqueName("device")];
  await make("topology/devices", { display_name: device, tags: ["old"], ip_address: "192.0.2.1" });
  const bundle = `
version: 1
sites:
  - name: ${site}
    color: "#aabbcc"
devices:
  - display_name: ${device}
    tags: [new]
    site: ${site}
`;
  const planned = await plan(bundle);
  expect(sentencesOf(planned)).toEqual([
    `Add site ${site} with color #aabbcc`,
    `Change device ${device}: tags +new and -old; site from none to ${site}`,
  ]);
  expect(planned).toMatchObject({ is_tried: true, refusals: [], missing_secrets: [] });
  expect(await exported("?only=sites")).not.toContain(site);
  await apply(bundle);
  expect(await plan(bundle)).toMatchObject({ has_changes: false, is_tried: false });
  // What it does not name has stayed.
  expect(await exported("?only=devices")).toContain('ip_address: "192.0.2.1"');
});

test("fields that a thing does not name get their default where the bundle says so", async () => {
  const device = uniqueName("device");
  await make("topology/devices", { display_name: device, notes: "gone", tags: ["gone"] });
  const bundle = `version: 1\nabsent_fields: default\ndevices:\n  - display_name: ${device}\n`;
  expect(sentencesOf(await plan(bundle))).toEqual([
    `Change device ${device}: tags -gone; notes from gone to none`,
  ]);
});

test("a thing that gets another name says its old one, and keeps its history", async () => {
  const [old, name] = [uniqueName("site"), uniqueName("site")];
  const id = await make("topology/sites", { name: old });
  const bundle = `version: 1\nsites:\n  - name: ${name}\n    was: ${old}\n`;
  expect(sentencesOf(await plan(bundle))).toEqual([`Rename site ${old} to ${name}`]);
  await apply(bundle);
  expect((await service.call(`GET /api/v1/topology/sites/${id}`, { token })).body).toMatchObject({ name });
  expect(await plan(bundle)).toMatchObject({ has_changes: false });
});

test("an old name does not count where a thing has the new one already", async () => {
  const [one, other] = [uniqueName("site"), uniqueName("site")];
  await make("topology/sites", { name: one });
  await make("topology/sites", { name: other });
  const bundle = `version: 1\nsites:\n  - {name: ${one}, was: ${other}}\n  - {name: ${other}, was: ${one}}\n`;
  expect(await plan(bundle)).toMatchObject({ has_changes: false });
});

test("sites are nested the other way round, whatever the order in the bundle", async () => {
  const [upper, lower] = [uniqueName("site"), uniqueName("site")];
  const upperId = await make("topology/sites", { name: upper });
  await make("topology/sites", { name: lower, parent_id: upperId });
  await apply(
    `version: 1\nsites:\n  - name: ${upper}\n    parent: ${lower}\n  - name: ${lower}\n    parent: null\n`,
  );
  const sites = await exported("?only=sites");
  expect(sites).toContain(`name: ${upper}\n    parent: ${lower}`);
});

test("sites that lie in each other are refused, with their place", async () => {
  const [one, other] = [uniqueName("site"), uniqueName("site")];
  const bundle = `version: 1\nsites:\n  - name: ${one}\n    parent: ${other}\n  - name: ${other}\n    parent: ${one}\n`;
  const { status, text } = await send("plan", bundle);
  expect(status).toBe(422);
  expect(text).toContain("sites[0] (line 3): stands in a circle with others of its kind");
});

test("nothing is removed but what `prune` asks for, and the plan says what goes with it", async () => {
  const [kept, gone] = [uniqueName("device"), uniqueName("device")];
  const keptId = await make("topology/devices", { display_name: kept });
  const goneId = await make("topology/devices", { display_name: gone });
  await make("topology/relationships", { source_device_id: keptId, target_device_id: goneId });
  await make("monitoring/port-targets", { label: "SSH", device_id: goneId, port: 22 });
  const all = await exported("?only=devices");
  const bundle = all.replace(`  - display_name: ${gone}\n`, "");
  expect(await plan(bundle)).toMatchObject({ has_changes: false });
  const pruned = await plan(bundle, "?prune=devices");
  expect(sentencesOf(pruned)).toEqual([
    `Remove device ${gone}, which takes along relationships (1) and service checks (1)`,
  ]);
  await apply(bundle, "?prune=all");
  expect(await exported("?only=devices")).toBe(bundle);
});

test("roles that are built in, and the caller's own, are never removed", async () => {
  const { kept, changes } = await plan("version: 1\nroles: []\n", "?prune=roles");
  expect(kept).toEqual([
    "role NetworkAdmin: it is built in",
    "role SecurityAnalyst: it is built in",
    "role Viewer: it is built in",
  ]);
  expect(changes).toEqual([]);
});

test("a device of two is told by its addresses, and else the bundle has to say more", async () => {
  const name = uniqueName("device");
  await make("topology/devices", { display_name: name, ip_address: "192.0.2.11" });
  await make("topology/devices", { display_name: name, ip_address: "192.0.2.12" });
  const told = `version: 1\ndevices:\n  - display_name: ${name}\n    ip_address: 192.0.2.12\n    notes: this\n`;
  expect(sentencesOf(await plan(told))).toEqual([
    `Change device ${name} (192.0.2.12): notes from none to this`,
  ]);
  const untold = `version: 1\ndevices:\n  - display_name: ${name}\n    notes: this\n`;
  expect((await send("plan", untold)).text).toContain("devices[0] (line 3): fits several devices");
});

test("a device that nobody has by its name is known by its hardware address", async () => {
  const [old, name] = [uniqueName("device"), uniqueName("device")];
  await make("topology/devices", { display_name: old, mac_address: "00:00:5e:00:53:77" });
  const bundle = `version: 1\ndevices:\n  - display_name: ${name}\n    mac_address: 0000.5e00.5377\n`;
  expect(sentencesOf(await plan(bundle))).toEqual([`Rename device ${old} to ${name}`]);
});

test("what the rules refuse is in the plan, with its place, and the apply is refused as a whole", async () => {
  const [site, type] = [uniqueName("site"), uniqueName("rule")];
  const bundle = `
version: 1
sites:
  - name: ${site}
alert_rules:
  - name: ${type}
    event_type: ping_loss_above
`;
  const { refusals, is_tried: isTried } = await plan(bundle);
  expect(refusals).toEqual([
    {
      place: "alert_rules[0]",
      line: 6,
      message: expect.stringContaining("loss_pct_threshold is required for ping_loss_above rules"),
    },
  ]);
  expect(isTried).toBe(true);
  const { status, text } = await send("apply", bundle);
  expect([status, text]).toEqual([422, expect.stringContaining("alert_rules[0] (line 6)")]);
  expect(await exported("?only=sites")).not.toContain(site);
});

test("a plan that is old is answered with the one of now", async () => {
  const site = uniqueName("site");
  const bundle = `version: 1\nsites:\n  - name: ${site}\n    color: "#000000"\n`;
  const { fingerprint } = await plan(bundle);
  await make("topology/sites", { name: site });
  const answer = await send("apply", bundle, `?fingerprint=${fingerprint}`);
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({
    plan: { changes: [{ sentence: `Change site ${site}: color from none to #000000` }] },
  });
});

test("what is observed of a thing that would go makes no plan stale", async () => {
  const id = await make("topology/devices", { display_name: uniqueName("watched") });
  const bundle = "version: 1\ndevices: []\n";
  const before = await plan(bundle, "?prune=devices");
  const observed = { monitorStatus: "offline", lastMonitoredAt: new Date() };
  await service.database.db.update(devices).set(observed).where(eq(devices.id, id));
  expect((await plan(bundle, "?prune=devices")).fingerprint).toBe(before.fingerprint);
});

test("of two applies at once one wins, and the other plans anew", async () => {
  const bundle = `version: 1\nsites:\n  - name: ${uniqueName("site")}\n`;
  const { fingerprint } = await plan(bundle);
  const answers = await Promise.all([1, 2].map(() => send("apply", bundle, `?fingerprint=${fingerprint}`)));
  expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
  const stale = answers.find(({ status }) => status === 409);
  expect(stale?.body).toMatchObject({ plan: { has_changes: false } });
});

test("a secret comes beside the bundle, is compared with what is there, and leaves in no answer", async () => {
  const name = uniqueName("monitor");
  const bundle = `
version: 1
monitors:
  - name: ${name}
    url: https://www.example.com/
    auth_type: basic
    auth_username: me
    secrets:
      auth_password: {from_env: PORTAL_PASSWORD}
`;
  expect(await plan(bundle)).toMatchObject({
    missing_secrets: [
      { place: "monitors[0].secrets.auth_password", source: "from_env", name: "PORTAL_PASSWORD" },
    ],
    is_tried: false,
  });
  expect((await send("apply", bundle)).status).toBe(422);
  const secrets = (value: string) => ({ from_env: { PORTAL_PASSWORD: value } });
  expect((await sendWith("apply", bundle, secrets("hidden-value"))).status).toBe(200);
  expect(Plan.parse((await sendWith("plan", bundle, secrets("hidden-value"))).body).has_changes).toBe(false);
  const another = await sendWith("plan", bundle, secrets("another-value"));
  expect(sentencesOf(Plan.parse(another.body))).toEqual([
    `Change monitor ${name}: auth password is set anew`,
  ]);
  // It is there: without its value it is taken to be right.
  expect(await plan(bundle)).toMatchObject({ has_changes: false, missing_secrets: [] });
  expect(another.text + (await exported())).not.toContain("-value");
});

test("a secret itself in a bundle is refused, and not repeated", async () => {
  const bundle = `version: 1\nmonitors:\n  - name: x\n    url: https://www.example.com/\n    secrets:\n      auth_password: hunter2-in-clear\n`;
  const { status, text } = await send("plan", bundle);
  expect(status).toBe(422);
  expect(text).toContain("monitors[0].secrets.auth_password (line 6): must say where the secret comes from");
  expect(text).not.toContain("hunter2");
});

test("the server reads no file that a bundle names", async () => {
  const bundle = `version: 1\nmonitors:\n  - name: ${uniqueName("m")}\n    url: https://www.example.com/\n    secrets:\n      auth_password: {from_file: /etc/hostname}\n`;
  expect(await plan(bundle)).toMatchObject({
    missing_secrets: [{ source: "from_file", name: "/etc/hostname" }],
  });
});

test("`only` leaves the rest of a bundle alone, and an unknown kind is refused with a hint", async () => {
  const bundle = `version: 1\nsites:\n  - name: ${uniqueName("site")}\ngroups:\n  - name: ${uniqueName("group")}\n`;
  expect((await plan(bundle, "?only=groups")).changes.map(({ kind }) => kind)).toEqual(["groups"]);
  expect((await send("plan", bundle, "?only=group")).text).toContain("do you mean 'groups'?");
});

test.each([
  ["sites:\n  - name: a\n", "version (line 1): is missing"],
  ["version: 2\n", "version (line 1): the bundle is of version 2, of a later release"],
  ["version: 1\ndevice: []\n", "device (line 2): is no kind of this version; do you mean 'devices'?"],
  [
    "version: 1\ndevices:\n  - hostnam: x\n",
    "devices[0].hostnam (line 3): devices have no such field; do you mean 'hostname'?",
  ],
  ["version: 1\ndevices:\n  - mac_address: zz\n", "devices[0].mac_address (line 3): Invalid MAC address"],
  [
    "version: 1\nlinks:\n  - source: nobody\n    target: no one\n",
    "links[0].source (line 3): there is no 'nobody' among the devices",
  ],
  ["version: 1\nsites:\n  - name: a\n    name: b\n", "line 4: has the key 'name' twice"],
  ["version: 1\nsites: &a\n  - *a\n", "anchors and aliases"],
  ["version: 1\nsites:\n  - name: a\n  - name: a\n", "sites[1] (line 4): is in it twice: see sites[0]"],
  ["version: 1\nsites: [1\n", "line "],
  [`{"version": 1, "sites": [{"name": "a", "name": "b"}]}`, "has the key 'name' twice"],
  ["[]", "a bundle is a mapping"],
  ["# nothing", "a bundle is a mapping"],
  ["version: 1\nsettings:\n  app_name: 5\n", "settings.app_name (line 3)"],
])("%j is refused, and says where", async (bundle, message) => {
  const { status, text } = await send("plan", bundle);
  expect(status).toBe(422);
  expect(text).toContain(message);
});

test("groups that lie in one another twenty thousand deep are compared like any others", async () => {
  const groups = Array.from({ length: 20_000 }, (_, depth) => ({
    name: `deep ${depth}`,
    ...(depth < 19_999 && { parent: `deep ${depth + 1}` }),
  }));
  // What is missing keeps it from being tried.
  const monitors = [
    { name: "m", url: "https://www.example.com/", secrets: { auth_password: { secret: "none" } } },
  ];
  const { change_count: count, is_tried: isTried } = await plan(
    JSON.stringify({ version: 1, groups, monitors }),
  );
  expect([count, isTried]).toEqual([20_001, false]);
});
