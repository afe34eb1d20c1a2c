import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { roles } from "#tables/users";
import { createTestService, uniqueName } from "../../support/app";
import { configurator, givenEverything } from "./given";

const service = await createTestService();
afterAll(service.close);
const token = await service.tokenOf(await service.givenAdmin());
const admin = configurator(service, token);
await givenEverything(admin);

/** Somebody whose role has these permissions. */
async function givenSomebody(...permissions: string[]) {
  const name = uniqueName("Role");
  await service.database.db.insert(roles).values({ name, permissions });
  return configurator(service, await service.tokenOf(await service.givenUser({ role: name })));
}

test("an export has what its reader may read, and says what it leaves out", async () => {
  const viewer = await givenSomebody();
  const bundle = await viewer.exported();
  expect(bundle).toContain(`left_out:
  - alert_rules
  - log_formats
  - names of snmp_profiles in devices
  - notification_profiles
  - notification_settings
  - roles
  - settings
  - snmp_profiles
`);
  expect(bundle).not.toMatch(/snmp_profile: |profile:|Helpdesk|ntfy|smtp/);
  // What its reader may not know is not taken for what has its default.
  expect(bundle).toContain("absent_fields: keep\n");
  expect(await viewer.plan(bundle)).toMatchObject({ has_changes: false });
  expect(await admin.plan(bundle, "?prune=all")).toMatchObject({ has_changes: false });
});

test("who may not write a kind is told so by the plan, and refused by the apply", async () => {
  const viewer = await givenSomebody("ipam_write");
  const bundle = `version: 1\nsites:\n  - name: ${uniqueName("site")}\n`;
  const { refusals, is_tried: isTried } = await viewer.plan(bundle);
  expect(refusals.map(({ message }) => message)).toEqual([
    "sites need the permission topology_write: Topology write access is not permitted for your role",
  ]);
  expect(isTried).toBe(false);
  const { status, text } = await viewer.send("apply", bundle);
  expect([status, text]).toEqual([403, expect.stringContaining("sites need the permission topology_write")]);
});

test("who has one right needs no other for a bundle that changes nothing else", async () => {
  const planner = await givenSomebody("ipam_write");
  const bundle = await admin.exported("?only=sites,subnets");
  await planner.apply(bundle.replace("name: lab", "name: laboratory"));
  expect(await admin.exported("?only=subnets")).toContain("name: laboratory");
});

test("who may edit rules gets an export that changes nothing, though the names of profiles are not in it", async () => {
  const operator = await givenSomebody("alert_write");
  const bundle = await operator.exported();
  expect(bundle).toContain("- names of notification_profiles in alert_rules\n");
  expect(await operator.plan(bundle)).toMatchObject({ has_changes: false, refusals: [] });
  const { status, text } = await operator.send(
    "plan",
    bundle.replace(/"profile:\d+"/, '"profile:Operators: night"'),
  );
  expect([status, text]).toEqual([422, expect.stringContaining("you may not read notification_profiles")]);
});

test("who may write nothing of a bundle leaves no apply of it, though it changes nothing", async () => {
  const viewer = await givenSomebody();
  const applied = () => service.call("GET /api/v1/configuration/applies", { token });
  const before = (await applied()).text;
  const { status, text } = await viewer.send("apply", "version: 1\nsites: []\n");
  expect([status, text]).toEqual([403, expect.stringContaining("nothing that you may write")]);
  expect((await applied()).text).toBe(before);
});

test("who has applied a bundle may read what it did, and nobody else but SuperAdmins", async () => {
  const [planner, other] = [await givenSomebody("topology_write"), await givenSomebody("topology_write")];
  const { body } = await planner.apply(`version: 1\nsites:\n  - name: ${uniqueName("site")}\n`);
  const { id } = z.looseObject({ id: z.string() }).parse(body);
  const statuses = await Promise.all(
    [planner, other, admin].map((reader) => reader.statusOf(`applies/${id}`)),
  );
  expect(statuses).toEqual([200, 404, 200]);
});

test("drift tells nobody but SuperAdmins what an apply did, and what was said of it", async () => {
  const bundle = `version: 1\ndevices:\n  - display_name: core 1\n    snmp_profile: null\n`;
  await admin.apply(bundle, "?note=ticket%2042");
  const viewer = await givenSomebody();
  const drift = await viewer.drift();
  expect(drift).toContain('"has_changes":false');
  expect(drift).not.toMatch(/ticket 42|Core/);
  expect(await admin.drift()).toContain("snmp profile from Core to none");
});

test("a bundle with a kind that its sender may not read is refused", async () => {
  const viewer = await givenSomebody("topology_write");
  const { status, text } = await viewer.send("plan", "version: 1\nroles: []\n");
  expect([status, text]).toEqual([403, expect.stringContaining("roles, which need the role SuperAdmin")]);
});

test("who may not set a secret does not learn whether a guess of it is right, nor what a removal takes along", async () => {
  const viewer = await givenSomebody();
  const bundle = `version: 1\nmonitors:\n  - name: Portal\n    secrets: {auth_password: {secret: guess}}\n`;
  const planWith = async (who: typeof viewer, guess: string) =>
    (await who.sendWith("plan", bundle, { secret: { guess } })).body;
  expect(await planWith(viewer, "wrong")).toEqual(await planWith(viewer, "very secret"));
  expect(await planWith(admin, "wrong")).toMatchObject({ changes: [{ secrets: ["auth_password"] }] });
  const removal = "version: 1\ndevices: []\n";
  expect(await viewer.plan(removal, "?prune=devices")).toMatchObject({ removed_with: {} });
  expect(await admin.plan(removal, "?prune=devices")).toMatchObject({ removed_with: { relationships: 2 } });
});

test("a rule on log lines asks for the right to read them", async () => {
  const operator = await givenSomebody("alert_write");
  const bundle = `version: 1\nalert_rules:\n  - name: x\n    event_type: log_pattern\n    log_query: error\n`;
  const { refusals } = await operator.plan(bundle);
  expect(refusals).toMatchObject([
    { place: "alert_rules[0]", message: expect.stringContaining("security_view") },
  ]);
});

test("what would go is listed, however much would come", async () => {
  const names = Array.from({ length: 20 }, (_, place) => `  - name: site-${place}\n`);
  const { changes, change_count: count } = await admin.plan(
    `version: 1\nsites:\n${names.join("")}roles: []\n`,
    "?prune=roles&limit=10",
  );
  expect(changes.filter(({ action }) => action === "remove").length).toBeGreaterThan(0);
  expect([changes.length, count > 20]).toEqual([10, true]);
});

test("a role that its users are to lose is named before", async () => {
  const { changes, kept } = await admin.plan("version: 1\nroles: []\n", "?prune=roles");
  expect(changes.map(({ sentence }) => sentence)).toContain("Remove role Helpdesk");
  expect(kept).toContain("role Viewer: it is built in");
});
