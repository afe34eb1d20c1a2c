import { afterAll, beforeAll, expect, test } from "bun:test";
import { z } from "zod";
import { createMonitoringService, MONITORS } from "../monitoring-service";

/** What the list of monitors lets through. */
const service = await createMonitoringService();
const { send, givenMonitor } = service;
afterAll(service.close);

beforeAll(async () => {
  await givenMonitor({ name: "Portal", url: "https://portal.example.com/", tags: ["web", "core"] });
  await givenMonitor({ name: "portal of before", url: "https://old.example.com/", description: "50%_off" });
  await send(`POST ${MONITORS}`, { kind: "push", name: "backup" });
});

test.each([
  ["name=PORTAL", ["Portal"]],
  ["search=portal", ["Portal", "portal of before"]],
  ["search=OLD.example", ["portal of before"]],
  ["search=%25_", ["portal of before"]],
  ["search=cor", ["Portal"]],
  ["search=%20", ["backup", "Portal", "portal of before"]],
  ["tag=core", ["Portal"]],
  ["tag=cor", []],
  ["kind=push", ["backup"]],
  ["search=portal&kind=push", []],
])("%s", async (query, expected) => {
  const answer = await send(`GET ${MONITORS}?${query}`);
  const rows = z.array(z.object({ name: z.string() })).parse(answer.body);
  expect(rows.map(({ name }) => name)).toEqual(expected);
  expect(answer.headers.get("X-Total-Count")).toBe(String(expected.length));
});

test("pages have the filter, and count what it lets through", async () => {
  const first = await send(`GET ${MONITORS}?search=portal&limit=1`);
  const next = /^<(.+)>; rel="next"$/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  const second = await send(`GET ${next}`);
  expect(second.body).toMatchObject([{ name: "portal of before" }]);
  expect(second.headers.get("X-Total-Count")).toBe("2");
});
