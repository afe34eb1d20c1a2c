import { afterAll, expect, test } from "bun:test";
import { MaintenanceWatch } from "#features/maintenance";
import { createMaintenanceService, MAINTENANCE } from "./maintenance-service";

const service = await createMaintenanceService();
const { sql, db } = service.database;
afterAll(service.close);

const at = (time: string) => new Date(`2026-11-23T${time}Z`);
const schedule = (start: string, minutes: number) => ({
  kind: "once",
  starts_at: at(start).toISOString(),
  duration_minutes: minutes,
});

/** A watch whose clock stands until the test moves it, over one window of everything from 10:00 to 11:00. */
async function givenWatch() {
  await sql`DELETE FROM maintenance_windows`;
  const { id } = await service.givenWindow({ schedule: schedule("10:00", 60) });
  let monotonicMs = 0;
  const watch = new MaintenanceWatch({ db, monotonicMs: () => monotonicMs });
  return {
    id,
    watch,
    isMaintained: async (time: string) => (await watch.at(at(time))).everything !== null,
    /** As another replica writes: this one is not told. */
    moveTo: (starts: string) =>
      service.send(`PATCH ${MAINTENANCE}/${id}`, { schedule: schedule(starts, 60) }),
    pass: (ms: number) => {
      monotonicMs += ms;
    },
  };
}

test("asks again exactly when a window begins or ends", async () => {
  const { isMaintained } = await givenWatch();
  const answers = [];
  for (const time of ["09:59:59.999", "10:00", "10:59:59.999", "11:00"])
    answers.push(await isMaintained(time));
  expect(answers).toEqual([false, true, true, false]);
});

test("asks again where the clock has jumped back, or over a window", async () => {
  const { isMaintained } = await givenWatch();
  const answers = [];
  for (const time of ["10:30", "09:30", "10:30", "12:00", "10:59", "09:00", "12:00"])
    answers.push(await isMaintained(time));
  expect(answers).toEqual([true, false, true, false, true, false, false]);
});

test("knows of a write at once where it is told, and within ten seconds where it is not", async () => {
  const { watch, isMaintained, moveTo, pass } = await givenWatch();
  expect(await isMaintained("10:30")).toBe(true);
  await moveTo("10:45");
  expect(await isMaintained("10:30")).toBe(true);
  watch.forget();
  expect(await isMaintained("10:30")).toBe(false);
  await moveTo("10:00");
  pass(9999);
  expect(await isMaintained("10:30")).toBe(false);
  pass(1);
  expect(await isMaintained("10:30")).toBe(true);
});

test("those who ask together get one answer, and a failure is not kept", async () => {
  const { watch } = await givenWatch();
  const [one, other] = await Promise.all([watch.at(at("10:30")), watch.at(at("10:31"))]);
  expect(other).toBe(one);
  watch.forget();
  await sql`ALTER TABLE maintenance_windows RENAME TO away`;
  expect(await watch.at(at("10:30")).catch((error: unknown) => error)).toBeInstanceOf(Error);
  await sql`ALTER TABLE away RENAME TO maintenance_windows`;
  expect((await watch.at(at("10:30"))).everything).toEqual(at("11:00"));
});
