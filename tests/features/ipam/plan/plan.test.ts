import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createIpamService } from "../ipam-service";

const service = await createIpamService();
const { send, givenSubnet, newNetwork } = service;
afterAll(service.close);

const Plan = z.object({
  subnets: z.array(z.object({ cidr: z.string(), name: z.string().nullable(), usable_hosts: z.number() })),
  unplaced: z.array(z.string()),
  free: z.array(z.string()),
});
const plan = (body: object) => send("POST /api/v1/ipam/plan", body);
const planned = async (body: object) => Plan.parse((await plan(body)).body);
const cidrs = ({ subnets }: z.infer<typeof Plan>) => subnets.map(({ cidr }) => cidr);

describe("POST /ipam/plan", () => {
  test("splits a network into equal parts around the subnets that are there", async () => {
    const net = newNetwork();
    await givenSubnet(`${net}.0/16`);
    await givenSubnet(`${net}.64/26`);
    const whole = await planned({ cidr: `${net}.9/24`, split_to: 26, avoid_existing: false });
    expect(cidrs(whole)).toEqual([0, 64, 128, 192].map((host) => `${net}.${host}/26`));
    const rest = await planned({ cidr: `${net}.0/24`, split_to: 26 });
    expect(cidrs(rest)).toEqual([0, 128, 192].map((host) => `${net}.${host}/26`));
    const halves = await planned({ cidr: `${net}.0/24`, split_to: 25 });
    expect(halves).toMatchObject({
      subnets: [{ cidr: `${net}.128/25`, usable_hosts: 126 }],
      free: [`${net}.0/26`],
    });
  });

  test("places subnets by their hosts, the biggest first, and says what is left and what has no room", async () => {
    const answer = await planned({
      cidr: "192.0.2.0/24",
      requirements: [
        { name: "link", hosts: 2 },
        { name: "office", hosts: 100 },
        { name: "too big", hosts: 255 },
        { name: "lab", hosts: 30 },
        { name: "loopback", hosts: 1 },
      ],
    });
    expect(answer.subnets.map(({ name, cidr }) => [name, cidr])).toEqual([
      ["office", "192.0.2.0/25"],
      ["lab", "192.0.2.128/27"],
      ["link", "192.0.2.160/31"],
      ["loopback", "192.0.2.162/32"],
    ]);
    expect(answer.unplaced).toEqual(["too big"]);
    expect(answer.free[0]).toBe("192.0.2.163/32");
    expect(answer.free.at(-1)).toBe("192.0.2.192/26");
  });

  test("a /8 into /24s: all 65,536, on a worker thread", async () => {
    const { subnets, free } = await planned({ cidr: "44.0.0.0/8", split_to: 24 });
    expect(subnets).toHaveLength(65_536);
    expect(subnets[258]).toEqual({ cidr: "44.1.2.0/24", name: null, usable_hosts: 254 });
    expect(subnets.at(-1)?.cidr).toBe("44.255.255.0/24");
    expect(free).toEqual([]);
  });

  test("IPv6 keeps every digit", async () => {
    const { text } = await plan({ cidr: "2001:db8::/32", split_to: 33 });
    expect(text).toContain('"usable_hosts":39614081257132168796771975168,');
  });

  test.each([
    [{ cidr: "x", split_to: 24 }, ["body", "cidr"]],
    [{}, ["body", "split_to"]],
    [{ split_to: "x" }, ["body", "split_to"]],
    [{ split_to: 7 }, ["body", "split_to"]],
    [{ split_to: 25 }, ["body", "split_to"]],
    [{ split_to: 33 }, ["body", "split_to"]],
    [{ split_to: 24, requirements: [{ name: "a", hosts: 1 }] }, ["body", "split_to"]],
    [{ requirements: "x" }, ["body", "requirements"]],
    [{ requirements: [{ name: "", hosts: 1 }] }, ["body", "requirements", 0, "name"]],
    [{ requirements: [{ name: "a", hosts: 0 }] }, ["body", "requirements", 0, "hosts"]],
    [{ split_to: 24, avoid_existing: "x" }, ["body", "avoid_existing"]],
  ])("%j is 422", async (body, loc) => {
    expect(await plan({ cidr: "10.0.0.0/8", ...body })).toMatchObject({
      status: 422,
      body: { detail: [{ loc }] },
    });
  });
});
