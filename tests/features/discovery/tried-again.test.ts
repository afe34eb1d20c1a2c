import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { DiscoveryScheduleRead } from "../../../src/features/discovery/schedules/models";
import { createTestService } from "../../support/app";
import { patient } from "../../support/patience";
import { ScriptedNetwork } from "./given";

setDefaultTimeout(patient(20_000));

/** What becomes of a schedule that its process cannot run at the moment: another one of the database is as good. */
const network = new ScriptedNetwork();
const service = await createTestService({ sweep: network.sweep, isOne: true });
const leaving = await createTestService({ sweep: network.sweep, database: service.database });
const { sql } = service.database;
const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
const API = "/api/v1/discovery/schedules";
beforeAll(() => network.release());
afterAll(async () => {
  await leaving.close();
  await service.close();
});

async function givenDue(target: string): Promise<{ id: number }> {
  const body = { name: `Watch ${target}`, target };
  const schedule = DiscoveryScheduleRead.parse((await service.call(`POST ${API}`, { token, body })).body);
  await sql`UPDATE discovery_schedules SET due_at = now() - interval '1 second' WHERE id = ${schedule.id}`;
  return schedule;
}

const read = async ({ id }: { id: number }) =>
  DiscoveryScheduleRead.parse((await service.call(`GET ${API}/${id}`, { token })).body);

const secondsUntilDue = async ({ id }: { id: number }) => {
  const [row] = await sql`
    SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM discovery_schedules WHERE id = ${id}`;
  return Number(row?.["seconds"]);
};

test("a database that refuses for a moment costs a daily scan five minutes and not the day, and shows no statement", async () => {
  const schedule = await givenDue("10.99.0.0/24");
  await sql`ALTER TABLE operations ADD CONSTRAINT no_room CHECK (subject <> '10.99.0.0/24') NOT VALID`;
  await service.discovery.runner.runDue();
  await sql`ALTER TABLE operations DROP CONSTRAINT no_room`;
  const { last_status: status, last_error: error } = await read(schedule);
  expect({ status, error }).toEqual({
    status: "failed",
    error: "An unexpected failure, which is in the service's log",
  });
  expect(await secondsUntilDue(schedule)).toBeWithin(200, 301);
});

test("a process that is being stopped leaves what is due to the next one", async () => {
  const schedule = await givenDue("10.99.1.0/24");
  await leaving.operations.runner.stop();
  await leaving.discovery.runner.runDue();
  expect((await read(schedule)).last_scan_id).toBeNull();
  expect(await secondsUntilDue(schedule)).toBeWithin(200, 301);
  await sql`UPDATE discovery_schedules SET due_at = now() - interval '1 second' WHERE id = ${schedule.id}`;
  await service.discovery.runner.runDue();
  expect(await read(schedule)).toMatchObject({ last_status: "completed", last_error: null });
});
