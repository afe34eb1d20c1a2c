import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin } from "../support/api-client";
import { startForeignPostgres } from "../support/foreign-postgres";
import { startService, type ServiceProcess } from "../support/service-process";

setDefaultTimeout(60_000);

/** Fifty clients over two service processes on one PostgreSQL. */
const CLIENTS = 50;

let postgres: Awaited<ReturnType<typeof startForeignPostgres>>;
let replicas: [ServiceProcess, ServiceProcess];
let key: string;

beforeAll(async () => {
  postgres = await startForeignPostgres();
  const environment = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: "one-signing-key-for-both-replicas-0123456789",
    MASTER_KEY: "bWFzdGVyLWtleS1mb3ItdGVzdHMtb2YtMzItYnl0ZXM=",
    API_KEY_RATE_LIMIT_MAX_CALLS: "1000000",
    SYSLOG_ENABLED: "false",
  };
  replicas = [await startService({ environment }), await startService({ environment })];
  ({ key } = await setUpAdmin(replicas[0].url));
});

afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.remove()));
  await postgres.stop();
});

const clientOf = (number: number) =>
  createApiClient(replicas[number % 2 === 0 ? 0 : 1].url, { "X-API-Key": key });

type Answer = { status: number; body: unknown };

async function post(number: number, path: string, body: object): Promise<Answer> {
  const response = await clientOf(number).fetch(`/api/v1/ipam${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function givenSubnet(cidr: string): Promise<number> {
  const { body } = await post(0, "/subnets", { name: cidr, cidr });
  return Number(Object(body).id);
}

/** Fifty clients that do the work together, each the next piece as soon as it has done one. */
async function together(pieces: number, work: (number: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const client = async () => {
    while (next < pieces) answers.push(await work(next++));
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return answers;
}

const addressOf = ({ body }: Answer) => String(Object(body)[0]?.ip_address);

test("200 allocations in a /24 give 200 different addresses, then 54 more, and the 255th is a clean 409", async () => {
  const id = await givenSubnet("10.1.0.0/24");
  const allocate = (number: number) => post(number, `/subnets/${id}/allocate`, { label: "client" });
  const first = await together(200, allocate);
  expect(first.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 201));
  expect(new Set(first.map(addressOf)).size).toBe(200);
  const rest = await together(54, allocate);
  const all = new Set([...first, ...rest].map(addressOf));
  expect(all.size).toBe(254);
  expect(all.has("10.1.0.0") || all.has("10.1.0.255")).toBe(false);
  expect(await allocate(0)).toEqual({
    status: 409,
    body: { detail: "No free IP available in this subnet (outside the DHCP pool)" },
  });
});

test("allocations of a subnet, of one in it and direct reservations never give one address twice", async () => {
  const outer = await givenSubnet("10.2.0.0/24");
  const inner = await givenSubnet("10.2.0.0/25");
  const answers = await together(150, (number) => {
    if (number % 3 === 0)
      return post(number, "/reservations", { ip_address: `10.2.0.${1 + number / 3}`, label: "direct" });
    const [id, strategy] = number % 3 === 1 ? [outer, "first"] : [inner, "last"];
    return post(number, `/subnets/${id}/allocate`, { label: "client", strategy, count: 2 });
  });
  const reserved = answers.filter(({ status }) => status === 201).flatMap(({ body }) => [body].flat());
  const addresses = reserved.map((reservation) => String(Object(reservation).ip_address));
  expect(new Set(addresses).size).toBe(addresses.length);
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
  const listed: unknown = await clientOf(1).get("/api/v1/ipam/reservations");
  const standing = [listed].flat().filter((one) => String(Object(one).ip_address).startsWith("10.2."));
  expect(standing).toHaveLength(addresses.length);
});

test("an address whose reservation has expired is free at once; of fifty who want it one gets it", async () => {
  const past = new Date(Date.now() - 1000).toISOString();
  await post(0, "/reservations", { ip_address: "10.3.0.7", label: "old", expires_at: past });
  const answers = await together(CLIENTS, (number) =>
    post(number, "/reservations", { ip_address: "10.3.0.7", label: `client ${number}` }),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ body }) => body)).toEqual(
    Array.from({ length: CLIENTS - 1 }, () => ({ detail: "This IP address is already reserved" })),
  );
});

test("fifty who want the next /26 of a /20 get fifty different ones, side by side", async () => {
  const id = await givenSubnet("10.4.0.0/20");
  const answers = await together(CLIENTS, (number) =>
    post(number, `/subnets/${id}/next-subnet?prefix=26`, { name: `client ${number}` }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: CLIENTS }, () => 201));
  expect(new Set(answers.map(({ body }) => Object(body).cidr)).size).toBe(CLIENTS);
});
