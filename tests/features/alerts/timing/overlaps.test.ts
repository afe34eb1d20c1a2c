import { afterAll, expect, test } from "bun:test";
import { and, arrayOverlaps, inArray, isNull } from "drizzle-orm";
import { alertIncidents, alertRules, alertSilences } from "../../../../src/features/alerts/tables";
import { checkTargets, stateChanges } from "#tables/monitoring";
import { givenDevices } from "../../topology/given";
import { createAlertService } from "../alert-service";

/** What stands before a notice, each with each, in every order: all cases go through the same turns side by side. */
const service = await createAlertService();
const { db, sql } = service;
afterAll(service.close);

const COVERS = ["maintenance", "parent", "pause", "silence", "quiet", "schedule", "acknowledged"] as const;
type Cover = (typeof COVERS)[number];

/** What happens, as seen from the two covers: it begins under both; it goes on under both; it ends under both. */
const COURSES = ["fails", "lasts", "recovers"] as const;
type Course = (typeof COURSES)[number];

/** `begins`: in this order; `ends`: likewise. One cover alone is an order of one. */
type Case = { course: Course; begins: readonly Cover[]; ends: readonly Cover[] };

const CASES: readonly Case[] = COURSES.flatMap(
  (course) =>
    COVERS.flatMap((one) => [
      { course, begins: [one], ends: [one] },
      ...COVERS.filter((other) => other !== one).flatMap((other) => [
        { course, begins: [one, other], ends: [one, other] },
        { course, begins: [one, other], ends: [other, one] },
      ]),
    ]),
  // Nobody can acknowledge what has not been found.
).filter(({ course, begins }) => course !== "fails" || !begins.includes("acknowledged"));

/** The turn in which the last of these covers goes; the first goes in the fifth. 0: none of them is there. */
function goneAt({ ends }: Case, covers: readonly Cover[]): number {
  return Math.max(0, ...ends.flatMap((cover, index) => (covers.includes(cover) ? [5 + index] : [])));
}

const BEFORE_A_BEGINNING: readonly Cover[] = [
  "maintenance",
  "parent",
  "pause",
  "silence",
  "quiet",
  "schedule",
];
/** A schedule keeps no end back, and what is paused has none. */
const BEFORE_AN_END: readonly Cover[] = ["maintenance", "parent", "silence", "quiet"];

/** The notices of a case, each with its turn, and where it goes if that is the second step. */
function expectedOf(own: Case): string[] {
  const { course, begins } = own;
  const told = goneAt(own, BEFORE_A_BEGINNING);
  if (course === "fails") return [`down ${told}`, "up 7"];
  // After a pause nobody knows of before: what is down then is found anew, and what is up is no news.
  if (begins.includes("pause")) return course === "lasts" ? ["down 1", `down ${told}`, "up 7"] : ["down 1"];
  if (course === "recovers") return ["down 1", `up ${Math.max(4, goneAt(own, BEFORE_AN_END))}`];
  return begins.includes("acknowledged")
    ? ["down 1", "up 7"]
    : ["down 1", `still ${told} smtp`, "up 7", "up 7 smtp"];
}

type Running = Case & {
  name: string;
  device: number;
  target: number;
  isDown: boolean;
  on: Set<Cover>;
  state: string;
};

const MONDAYS = { time_zone: "UTC", windows: [{ days: ["mon" as const], begins: "00:00", ends: "24:00" }] };
const TUESDAYS = { time_zone: "UTC", windows: [{ days: ["tue" as const], begins: "00:00", ends: "24:00" }] };
/** A Monday. */
service.setHours("2026-06-01T12:00:00Z");

async function start(cases: readonly Case[]): Promise<Running[]> {
  const devices = await givenDevices(service, ...cases.map(() => ({})));
  const targets = await db
    .insert(checkTargets)
    .values(
      devices.map((deviceId) => ({
        kind: "device",
        deviceId,
        subject: "",
        intervalSeconds: 60,
        retrySeconds: 20,
        failuresToDown: 2,
        successesToUp: 1,
        state: "unknown" as const,
      })),
    )
    .returning({ id: checkTargets.id });
  const running = cases.map((own, index) => ({
    ...own,
    name: `${own.course} ${own.begins.join()} ${own.ends.join()}`,
    device: devices[index] ?? 0,
    target: targets[index]?.id ?? 0,
    isDown: false,
    on: new Set<Cover>(),
    state: "unknown",
  }));
  await db.insert(alertRules).values(
    running.map(({ name, device }) => ({
      name,
      enabled: true,
      eventType: "device_offline",
      deviceId: device,
      severity: "warning",
      channels: ["ntfy"],
      cooldownMinutes: 1,
      forMinutes: 0,
      notifiesRecovery: true,
      lossWindowMinutes: 60,
      escalation: [{ after_minutes: 10, channels: ["smtp"] }],
    })),
  );
  return running;
}

function stateOf({ on, isDown }: Running): string {
  if (on.has("pause")) return "paused";
  if (on.has("maintenance")) return "maintenance";
  if (on.has("parent")) return "unreachable";
  return isDown ? "down" : "up";
}

/** As the engine writes it. */
async function writeStates(cases: readonly Running[]): Promise<void> {
  const changed = cases.filter((own) => stateOf(own) !== own.state);
  for (const own of changed) own.state = stateOf(own);
  const at = new Date();
  if (changed.length > 0)
    await db
      .insert(stateChanges)
      .values(changed.map(({ target, state }) => ({ targetId: target, at, state })));
}

async function cover(cases: readonly Running[], own: Cover, isOn: boolean): Promise<void> {
  const ids = cases.map(({ device }) => device);
  for (const { on } of cases) on[isOn ? "add" : "delete"](own);
  if (ids.length === 0) return;
  const ofRules = inArray(alertRules.deviceId, ids);
  if (own === "silence") await silence(ids, isOn);
  if (own === "quiet")
    await db
      .update(alertRules)
      .set({ quietHours: isOn ? { ...MONDAYS, except_critical: true } : null })
      .where(ofRules);
  if (own === "schedule")
    await db
      .update(alertRules)
      .set({ schedule: isOn ? TUESDAYS : MONDAYS })
      .where(ofRules);
  if (own === "acknowledged" && isOn)
    await db
      .update(alertIncidents)
      .set({ acknowledgedAt: new Date() })
      .where(and(inArray(alertIncidents.deviceId, ids), isNull(alertIncidents.resolvedAt)));
}

async function silence(ids: readonly number[], isOn: boolean): Promise<void> {
  const endsAt = new Date(Date.now() + 86_400_000);
  if (isOn)
    await db
      .insert(alertSilences)
      .values(ids.map((id) => ({ reason: "", deviceIds: [id], createdBy: "", endsAt })));
  else await db.delete(alertSilences).where(arrayOverlaps(alertSilences.deviceIds, [...ids]));
}

const coverEach = async (
  cases: readonly Running[],
  chosen: (own: Running) => Cover | undefined,
  isOn: boolean,
) => {
  for (const own of COVERS)
    await cover(
      cases.filter((each) => chosen(each) === own),
      own,
      isOn,
    );
};

test("what is told of what begins, lasts and ends under two covers, whichever comes and goes first", async () => {
  const cases = await start(CASES);
  const of = (course: Course) => cases.filter((own) => own.course === course);
  const become = (own: readonly Running[], isDown: boolean) => {
    for (const each of own) each.isDown = isDown;
  };
  const lastIds: number[] = [];
  const turn = async () => {
    await writeStates(cases);
    await service.turn();
    const [last] = await sql<{ id: number }[]>`SELECT coalesce(max(id), 0)::float8 AS id FROM outbox`;
    lastIds.push(last?.id ?? 0);
  };
  await turn();
  become([...of("lasts"), ...of("recovers")], true);
  await turn();
  await coverEach(cases, ({ begins }) => begins[0], true);
  await turn();
  await coverEach(cases, ({ begins }) => begins[1], true);
  await turn();
  become(of("fails"), true);
  become(of("recovers"), false);
  await service.passes(660);
  await turn();
  await coverEach(cases, ({ ends }) => ends[0], false);
  await turn();
  await coverEach(cases, ({ ends }) => ends[1], false);
  await turn();
  become(cases, false);
  await turn();

  const found: Record<string, string[]> = {};
  for (const { name } of cases)
    found[name] = (await service.noticesOf({ name })).map(
      ({ id, text, target }) =>
        `${kindOf(text)} ${lastIds.findIndex((last) => id <= last)}${target === "ntfy" ? "" : ` ${target}`}`,
    );
  expect(found).toEqual(Object.fromEntries(cases.map((own) => [own.name, expectedOf(own)])));
});

function kindOf(text: string): string {
  if (text.includes("Not acknowledged within 10 min: ")) return "still";
  return text.includes("is now OFFLINE") ? "down" : "up";
}
