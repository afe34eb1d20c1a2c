import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { givenDevices } from "../features/topology/given";
import { createTestService, type TestService } from "../support/app";

/**
 * 100,000 pages in all, walked while a writer makes and removes rows all the time. Every page counts the whole list
 * anew.
 */
const WALKS = 10;
const PAGES = { devices: 6000, audit: 4000 };

const Row = z.looseObject({ id: z.int() });

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await createTestService({ settings: { ACCESS_TOKEN_MINUTES: "1440" } });
  token = await service.tokenOf(await service.givenAdmin());
});
afterAll(() => service.close());

/** What one row in five of a list is: removed, while it is walked. */
const isGoing = (index: number) => index % 5 === 0;

/** Runs `write` again and again until the walk is over; at least once between two looks at the clock. */
async function writing(
  write: (round: number) => Promise<unknown>,
  walk: () => Promise<void>,
): Promise<number> {
  const over = new AbortController();
  let rounds = 0;
  const writer = (async () => {
    while (!over.signal.aborted) await write(rounds++);
  })();
  await walk().finally(() => over.abort());
  await writer;
  return rounds;
}

describe("fault 57: walks of pages of one row under writes", () => {
  test(`${WALKS} walks of ${PAGES.devices} pages of devices neither skip nor repeat one that stays`, async () => {
    for (let made = 0; made < PAGES.devices; made += 1000) {
      const rows = Array.from({ length: 1000 }, (_, index) => ({ hostname: `h${index % 997}` }));
      await givenDevices(service, ...rows);
    }
    for (let walk = 0; walk < WALKS; walk++) await walkDevices();
  }, 3_600_000);

  test(`${WALKS} walks of ${PAGES.audit} pages of the audit log neither skip nor repeat an entry`, async () => {
    const body = { display_name: "walked" };
    const made = await service.call("POST /api/v1/topology/devices", { token, body });
    const { id } = Row.parse(made.body);
    // Entries as they are made: each is chained to the one before.
    while ((await total()) < PAGES.audit) {
      const changes = Array.from({ length: 200 }, async (_, index) =>
        service.app.request(
          `/api/v1/topology/devices/${id}`,
          {
            method: "PATCH",
            headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
            body: JSON.stringify({ notes: `${index} ${Math.random()}` }),
          },
          { peer: "192.0.2.7" },
        ),
      );
      await Promise.all(changes);
    }
    for (let walk = 0; walk < WALKS; walk++) await walkAudit(id);
  }, 3_600_000);
});

/** One device in five goes meanwhile, as many come. */
async function walkDevices(): Promise<void> {
  const { sql } = service.database;
  const made = (await sql<{ id: number }[]>`SELECT id::int FROM devices ORDER BY id`).map(({ id }) => id);
  const staying = new Set(made.filter((_, index) => !isGoing(index)));
  const going = made.filter((_, index) => isGoing(index));
  const seen = new Set<number>();
  const rounds = await writing(
    async (round) => {
      const gone = going.pop();
      if (gone !== undefined) await sql`DELETE FROM devices WHERE id = ${gone}`;
      await givenDevices(service, { hostname: `h${round % 997}` });
      await sql`UPDATE devices SET notes = ${String(round)} WHERE id = ${going[0] ?? 0}`;
      await Bun.sleep(20);
    },
    async () => {
      for (let next: string | undefined = "/api/v1/topology/devices?limit=1"; next !== undefined;) {
        const answer = await service.app.request(next, authorized(), { peer: "192.0.2.7" });
        for (const { id } of z.array(Row).parse(await answer.json())) {
          if (seen.has(id)) throw new Error(`device ${id} came twice`);
          seen.add(id);
        }
        next = /^<(.+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
      }
    },
  );
  expect(rounds).toBeGreaterThan(100);
  expect([...staying].filter((id) => !seen.has(id))).toEqual([]);
}

async function walkAudit(id: number): Promise<void> {
  const { sql } = service.database;
  const before = new Set((await sql<{ id: number }[]>`SELECT id::int FROM audit_log`).map((row) => row.id));
  const seen = new Set<number>();
  const Page = z.object({ records: z.array(Row), next_cursor: z.string().nullable() });
  await writing(
    async (round) => {
      await service.call(`PATCH /api/v1/topology/devices/${id}`, {
        token,
        body: { notes: `walk ${round}` },
      });
      await Bun.sleep(50);
    },
    async () => {
      for (let cursor: string | null = ""; cursor !== null;) {
        const path: string = `/api/v1/audit/logs?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`;
        const answer = await service.app.request(path, authorized(), { peer: "192.0.2.7" });
        const page = Page.parse(await answer.json());
        for (const { id } of page.records) {
          if (seen.has(id)) throw new Error(`entry ${id} came twice`);
          seen.add(id);
        }
        cursor = page.next_cursor;
      }
    },
  );
  expect([...before].filter((id) => !seen.has(id))).toEqual([]);
}

const authorized = (): RequestInit => ({ headers: { Authorization: `Bearer ${token}` } });

async function total(): Promise<number> {
  const { body } = await service.call("GET /api/v1/audit/logs?limit=1", { token });
  return z.looseObject({ total: z.int() }).parse(body).total;
}
