import { afterAll, beforeEach, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService } from "../../support/app";
import { actionsOf, importer } from "./given";

/** Groups of Uptime Kuma, which become monitors that are made of others. */
const service = await createTestService();
afterAll(service.close);
const token = await service.tokenOf(await service.givenAdmin());
const { take, get } = importer(service, token);
beforeEach(async () => {
  await service.database.sql`TRUNCATE monitors, devices CASCADE`;
});

const base = { interval: 60, active: true, parent: null };
const fileOf = (...monitorList: object[]) => [
  {
    name: "backup.json",
    content: JSON.stringify({ monitorList: monitorList.map((one) => ({ ...base, ...one })) }),
  },
];

const SHOP = fileOf(
  { id: 1, name: "Shop", type: "group", interval: 5, description: "all of it" },
  { id: 2, name: "Pages", type: "http", url: "https://shop.example.com", parent: 1 },
  { id: 3, name: "Mail", type: "port", hostname: "192.0.2.7", port: 25, parent: 1 },
  { id: 4, name: "Router", type: "ping", hostname: "192.0.2.1", parent: 1 },
  { id: 5, name: "Broker", type: "mqtt", hostname: "192.0.2.9", port: 1883, parent: 1 },
  { id: 6, name: "Other", type: "http", url: "https://other.example.com" },
);

const Monitors = z.array(
  z.looseObject({ id: z.int(), name: z.string(), kind: z.string(), members: z.array(z.looseObject({})) }),
);
const monitors = async () => Monitors.parse(await get("monitors"));
const groupOf = async (wanted: string) => (await monitors()).find(({ name }) => name === wanted);

test("a group is made of what has become of those in it, wherever it stands in the file", async () => {
  const { verdicts } = await take("uptime-kuma", { files: SHOP });
  expect(verdicts.map(({ kind, name, action }) => `${action} ${kind} ${name}`)).toEqual([
    "created monitor_group Shop",
    "created monitor Pages",
    "created check Mail",
    "created device Router",
    "not_taken monitor Broker",
    "created monitor Other",
  ]);
  const idOf = (place: number) => Number(verdicts[place]?.target?.split(":")[1]);
  expect(verdicts[0]).toMatchObject({
    target: expect.stringMatching(/^monitor:/),
    errors: [{ field: "check_interval_seconds", msg: "20 is the least here, it was 5" }],
  });
  expect(await groupOf("Shop")).toMatchObject({
    kind: "group",
    group_mode: "all",
    description: "all of it",
    members: [
      { kind: "device", id: idOf(3), device_id: null },
      { kind: "service_check", id: idOf(2), device_id: null },
      { kind: "monitor", id: idOf(1), device_id: null },
    ],
  });
});

test("the same again changes nothing, and members that were added by hand stay", async () => {
  await take("uptime-kuma", { files: SHOP });
  const again = await take("uptime-kuma", { files: SHOP });
  expect(new Set(actionsOf(again.verdicts))).toEqual(new Set(["unchanged", "not_taken"]));
  const group = await groupOf("Shop");
  const other = await groupOf("Other");
  const added = { kind: "monitor", id: other?.id ?? 0, device_id: null };
  const body = { members: [...(group?.members.slice(1) ?? []), added] };
  expect((await service.call(`PATCH /api/v1/monitors/${group?.id}`, { token, body })).status).toBe(200);
  const { verdicts } = await take("uptime-kuma", { files: SHOP });
  expect(verdicts[0]).toMatchObject({ action: "updated", fields: ["members"] });
  expect((await groupOf("Shop"))?.members).toEqual([...body.members, group?.members[0] ?? {}]);
});

test("a group in another is taken by itself, and one of groups alone, or of nothing, is refused", async () => {
  const { verdicts } = await take("uptime-kuma", {
    files: fileOf(
      { id: 1, name: "All", type: "group" },
      { id: 2, name: "Web", type: "group", parent: 1 },
      { id: 3, name: "Pages", type: "http", url: "https://shop.example.com", parent: 2 },
      { id: 4, name: "Inverted", type: "group", upsideDown: true },
    ),
  });
  expect(verdicts).toMatchObject([
    { action: "refused", errors: [{ field: "members" }] },
    { action: "created", errors: [{ msg: expect.stringContaining("a group cannot be in one") }] },
    { action: "created" },
    { action: "not_taken" },
  ]);
});

test("an import with groups is taken back, and that as well, with the groups' members", async () => {
  const { id } = await take("uptime-kuma", { files: SHOP });
  const before = await groupOf("Shop");
  const undone = await service.call(`POST /api/v1/imports/${id}/undo`, { token });
  expect(undone.status).toBe(200);
  expect(await monitors()).toEqual([]);
  const { undo_audit_id: undoId } = z.looseObject({ undo_audit_id: z.int() }).parse(undone.body);
  expect(await service.call(`POST /api/v1/audit/${undoId}/undo`, { token })).toMatchObject({ status: 200 });
  const restored = await groupOf("Shop");
  expect(restored?.id).toBe(before?.id ?? 0);
  expect(restored?.members).toEqual(before?.members ?? []);
});

test("a group of which all are refused is refused, and a dry run says so", async () => {
  const { verdicts } = await take("uptime-kuma", {
    files: fileOf(
      { id: 1, name: "Mail", type: "group" },
      { id: 2, name: "SMTP", type: "port", hostname: "no host!", port: 25, parent: 1 },
    ),
    query: "&dry_run=true",
  });
  expect(actionsOf(verdicts)).toEqual(["refused", "refused"]);
});
