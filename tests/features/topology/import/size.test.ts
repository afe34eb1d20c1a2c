import { afterAll, describe, expect, test } from "bun:test";
import { createTestService } from "../../../support/app";

/** How many rows an import takes, and that what is beyond is refused before it costs memory. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const MAX_ROWS = 100_000;

const send = (what: string, type: string, text: string) =>
  service.call(`POST ${what}`, { token, text, headers: { "Content-Type": type } });

const DEVICES = "/api/v1/topology/devices/import";
const LEASES = "/api/v1/ipam/dhcp-leases/import";

describe("a file of more than 100,000 rows is refused with 422, which names the limit", () => {
  const rows = (count: number) => Array.from({ length: count }, () => '{"name":"a"}').join(",");

  test.each([
    ["in an object", (list: string) => `{"devices":${list}}`, ["body", "devices"]],
    ["as a list", (list: string) => list, ["body"]],
  ])(
    "JSON, %s, however long it is",
    async (_, bodyOf, loc) => {
      for (const count of [MAX_ROWS + 1, 2_000_001]) {
        const answer = await send(`${DEVICES}?dry_run=true`, "application/json", bodyOf(`[${rows(count)}]`));
        expect(answer).toMatchObject({
          status: 422,
          body: {
            detail: [
              { loc, msg: "List should have at most 100000 items after validation", type: "too_long" },
            ],
          },
        });
      }
    },
    60_000,
  );

  test("CSV", async () => {
    for (const count of [MAX_ROWS + 1, 2_000_001]) {
      const text = `name\n${"a\n".repeat(count)}`;
      const answer = await send(`${DEVICES}?dry_run=true`, "text/csv", text);
      expect(answer).toMatchObject({
        status: 422,
        body: {
          detail: [{ loc: ["body", 100_001], msg: "Value error, The file has more than 100000 rows" }],
        },
      });
    }
  }, 60_000);

  const addressOf = (at: number) => `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;

  test.each([
    [
      "as dnsmasq writes them",
      "text/plain",
      (count: number) =>
        Array.from({ length: count }, (_, at) => `0 00:00:5e:00:53:01 ${addressOf(at)} host *`).join("\n"),
    ],
    [
      "as JSON",
      "text/plain",
      (count: number) =>
        JSON.stringify({ rows: Array.from({ length: count }, (_, at) => ({ address: addressOf(at) })) }),
    ],
  ])(
    "leases %s",
    async (_, type, fileOf) => {
      const answer = await send(LEASES, type, fileOf(MAX_ROWS + 1));
      expect(answer).toMatchObject({
        status: 422,
        body: {
          detail: [{ loc: ["body", "content"], msg: "The file has more than 100000 leases" }],
        },
      });
    },
    60_000,
  );
});

test("a refusal tells the first 1,000 faults", async () => {
  const text = `ip\n${"no address\n".repeat(5000)}`;
  const answer = await send(`${DEVICES}?mode=upsert`, "text/csv", text);
  expect(answer).toMatchObject({ status: 422, body: { detail: { length: 1000 } } });
});
