import { afterAll, expect, test } from "bun:test";
import { discoveryJobs } from "../../../src/features/discovery/jobs";
import { DiscoveryScheduleRead } from "../../../src/features/discovery/schedules/models";
import { createTestService } from "../../support/app";
import { setBack } from "../../support/set-back";
import { ScriptedNetwork } from "./given";
import { believedClock } from "../../support/deletion-clock";

const service = await createTestService({ sweep: new ScriptedNetwork().sweep, isOne: true });
const { sql, db } = service.database;
afterAll(() => service.close());
const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));

test.each([
  ["without quiet hours", null],
  ["with quiet hours that end meanwhile", { begins: "00:00", ends: "00:06", time_zone: "UTC" }],
])(
  "a schedule %s is due within its interval again, where the clock was set back by days",
  async (_, quiet_hours) => {
    const body = { name: "Watch", target: "10.0.0.0/30", interval_minutes: 60, quiet_hours };
    const { id } = DiscoveryScheduleRead.parse(
      (await service.call("POST /api/v1/discovery/schedules", { token, body })).body,
    );
    await setBack(sql, 5 * 24);
    const job = discoveryJobs({ db, deletions: await believedClock() }).find(
      ({ name }) => name === "discovery.clock-set-back",
    );
    await job?.run({ token: 1, signal: new AbortController().signal });
    const [row] = await sql<{ minutes: number }[]>`
    SELECT extract(epoch FROM due_at - now())::float8 / 60 AS minutes FROM discovery_schedules WHERE id = ${id}`;
    expect(row?.minutes).toBeWithin(55, 66);
  },
);
