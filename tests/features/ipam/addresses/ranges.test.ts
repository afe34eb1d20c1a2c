import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createIpamService, SUBNETS } from "../ipam-service";

/** The gaps of a plan show as rows of their own. */
const service = await createIpamService();
const { send, givenSubnet, givenReservation, givenDevice, newNetwork } = service;
afterAll(service.close);

const Page = z.object({
  ranges: z.array(
    z.object({
      first: z.string(),
      last: z.string(),
      count_text: z.string(),
      kind: z.string(),
      label: z.string().nullable(),
      dhcp_range: z.boolean(),
    }),
  ),
  next: z.string().nullable(),
});

const pageOf = async ({ id }: { id: number }, query = "") =>
  Page.parse((await send(`GET ${SUBNETS}/${id}/ranges${query}`)).body);
const lines = ({ ranges }: z.infer<typeof Page>) =>
  ranges.map(
    ({ first, last, count_text: count, kind, dhcp_range: dhcp }) =>
      `${first} - ${last} ${count} ${kind}${dhcp ? " DHCP" : ""}`,
  );

describe("GET /ipam/subnets/{subnet_id}/ranges", () => {
  test("gives each held address a row, and each stretch of free ones; DHCP ranges are stretches of their own", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/24`, {
      gateway: `${net}.1`,
      dhcp_start: `${net}.100`,
      dhcp_end: `${net}.109`,
    });
    await givenReservation(`${net}.7`, { label: "printer" });
    await givenDevice(`${net}.7`, { name: "Printer" });
    await givenDevice(`${net}.105`);
    const page = await pageOf(subnet);
    expect(lines(page)).toEqual([
      `${net}.0 - ${net}.0 1 network`,
      `${net}.1 - ${net}.1 1 gateway`,
      `${net}.2 - ${net}.6 5 free`,
      `${net}.7 - ${net}.7 1 device`,
      `${net}.8 - ${net}.99 92 free`,
      `${net}.100 - ${net}.104 5 free DHCP`,
      `${net}.105 - ${net}.105 1 device DHCP`,
      `${net}.106 - ${net}.109 4 free DHCP`,
      `${net}.110 - ${net}.254 145 free`,
      `${net}.255 - ${net}.255 1 broadcast`,
    ]);
    expect(page.ranges[3]?.label).toBe("Printer");
    expect(page.next).toBeNull();
  });

  test("of an IPv6 /64, with exact counts", async () => {
    const subnet = await givenSubnet("2001:db8::/64");
    await givenReservation("2001:db8::10");
    expect(lines(await pageOf(subnet))).toEqual([
      "2001:db8:: - 2001:db8:: 1 network",
      "2001:db8::1 - 2001:db8::f 15 free",
      "2001:db8::10 - 2001:db8::10 1 reserved",
      "2001:db8::11 - 2001:db8::ffff:ffff:ffff:ffff 18446744073709551599 free",
    ]);
  });

  test.each([1, 2, 3, 5])("in pages of %d: no row is skipped or repeated", async (limit) => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/24`, { dhcp_start: `${net}.100`, dhcp_end: `${net}.200` });
    for (const host of [1, 2, 50, 150, 254]) await givenReservation(`${net}.${host}`);
    await givenSubnet(`${net}.64/26`, { gateway: `${net}.65` });
    const walked: string[] = [];
    let from: string | null = `${net}.0`;
    while (from !== null) {
      const page: z.infer<typeof Page> = await pageOf(subnet, `?limit=${limit}&from=${from}`);
      expect(page.ranges.length).toBeLessThanOrEqual(limit);
      walked.push(...lines(page));
      from = page.next;
    }
    expect(walked).toEqual(lines(await pageOf(subnet)));
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["from=x", "from"],
    ["from=198.51.100.1", "from"],
    ["from=2001:db8::1", "from"],
  ])("%s is 422", async (query, field) => {
    const { id } = await givenSubnet(`${newNetwork()}.0/24`);
    expect(await send(`GET ${SUBNETS}/${id}/ranges?${query}`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["query", field] }] },
    });
  });

  test("404 for an unknown subnet", async () => {
    expect((await send(`GET ${SUBNETS}/987654321/ranges`)).status).toBe(404);
  });
});
