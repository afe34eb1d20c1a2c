import { afterAll, describe, expect, test } from "bun:test";
import { createCollectorReports, readCollector } from "#features/syslog";
import { codeOf } from "#platform/error-code";
import { LossWatch } from "../../../../src/features/syslog/status/loss-watch";
import { createTestService } from "../../../support/app";

const service = await createTestService();
const { db, sql } = service.database;
afterAll(service.close);

const MINUTE = 60_000;

describe("what has been lost lately", () => {
  test("is what counters grew by, from the first loss of a bout until five minutes after the last", () => {
    const watch = new LossWatch();
    const looks: [minute: number, counters: Record<string, number>][] = [
      [0, { kernel: 5 }],
      [1, { kernel: 5 }],
      [2, { kernel: 7 }],
      [4, { kernel: 7, disk_full: 1 }],
      [6, { kernel: 7, disk_full: 1 }],
      [8, { kernel: 7, disk_full: 1 }],
      [9, { kernel: 7, disk_full: 1 }],
      [10, { kernel: 8, disk_full: 1 }],
    ];
    expect(looks.map(([minute, counters]) => watch.look(counters, minute * MINUTE))).toEqual([
      null,
      null,
      { kernel: 2 },
      { kernel: 2, disk_full: 1 },
      { kernel: 2, disk_full: 1 },
      { kernel: 2, disk_full: 1 },
      null,
      { kernel: 1 },
    ]);
  });

  test("is not what was lost while nobody looked", () => {
    const watch = new LossWatch();
    watch.look({ kernel: 0 }, 0);
    expect(watch.look({ kernel: 9 }, 3 * MINUTE)).toBeNull();
    expect(watch.look({ kernel: 10 }, 4 * MINUTE)).toEqual({ kernel: 1 });
  });
});

describe("reports of collectors", () => {
  const disk = { usedPercent: 95.5, freeBytes: 1024 };

  test("are those of all processes that have looked within 90 s, whichever asks", async () => {
    const losses = { kernel: 0 };
    const one = createCollectorReports(() =>
      Promise.resolve({ collector: "aaa", disk, shortage: "disk_full", losses: { ...losses } }),
    );
    const other = createCollectorReports(() =>
      Promise.resolve({ collector: "bbb", disk: { ...disk, usedPercent: 1 }, shortage: null, losses: {} }),
    );
    await one({ db, now: new Date() });
    losses.kernel = 2;
    const later = new Date(Date.now() + MINUTE);
    const seen = await one({ db, now: later });
    expect(seen).toEqual([{ collector: "aaa", ...disk, shortage: "disk_full", lost: { kernel: 2 } }]);
    expect(await other({ db, now: later })).toEqual([
      ...seen,
      { collector: "bbb", usedPercent: 1, freeBytes: 1024, shortage: null, lost: null },
    ]);
    await sql`UPDATE collector_reports SET at = at - interval '91 seconds' WHERE collector = 'aaa'`;
    expect((await other({ db, now: later })).map(({ collector }) => collector)).toEqual(["bbb"]);
    await sql`UPDATE collector_reports SET at = at - interval '1 day' WHERE collector = 'aaa'`;
    await other({ db, now: later });
    expect([...(await sql`SELECT collector FROM collector_reports`)]).toEqual([{ collector: "bbb" }]);
  });

  test("say what this machine's disk has, and nothing of a shortage where there is none", async () => {
    const reading = await readCollector(service.syslog, service.dataDirectory);
    expect(reading.collector).toMatch(/^[0-9a-f]{12}$/);
    expect(reading.disk.usedPercent).toBeGreaterThan(0);
    expect(reading.disk.usedPercent).toBeLessThanOrEqual(100);
    expect(reading).toMatchObject({ shortage: null, losses: { kernel: 0, quarantined_or_damaged: 0 } });
    const gone = readCollector(service.syslog, `${service.dataDirectory}/gone`);
    expect(await gone.catch(codeOf)).toBe("ENOENT");
  });
});
