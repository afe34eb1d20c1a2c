import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { offerSetup, openSetupTokenFile } from "#features/setup";
import pino from "pino";
import {
  createTestService,
  SECRET_KEY,
  uniqueAddress,
  type CallOptions,
  type TestService,
} from "../../support/app";

/** Who may make the first administrator, when, and from where. */
const ADMIN = { username: "first.admin", password: "correct horse battery" };
const SETUP = "POST /api/v1/setup/admin";
const REFUSED = { status: 403, body: { detail: "Setup requires the setup token" } };
const LAN = "192.168.1.50";
const log = pino({ level: "silent" });

const setUp = (service: TestService, how: CallOptions = {}) =>
  service.call(SETUP, { body: ADMIN, peer: LAN, ...how });

const isTokenRequired = async (service: TestService, how: CallOptions = {}) => {
  const { body } = await service.call("GET /api/v1/setup/status", { peer: LAN, ...how });
  return body;
};

const ASKED = { needs_setup: true, token_required: true };
const OPEN = { needs_setup: true, token_required: false };

/** As the start does it: the token, which is in its file from then on. */
async function givenToken(service: TestService): Promise<string> {
  const file = openSetupTokenFile(service.dataDirectory, log);
  const { db } = service.database;
  const token = await offerSetup({ db, secretKey: SECRET_KEY, windowMinutes: 15, file });
  if (token === undefined) throw new Error("there was nothing to set up");
  return token;
}

async function givenAged(minutes: number, settings: Record<string, string> = {}): Promise<TestService> {
  const service = await createTestService({ settings });
  await service.database.sql`UPDATE installation SET created_at = now() - make_interval(mins => ${minutes})`;
  return service;
}

describe("the window after the database was created", () => {
  test("is open to any address for 15 minutes, and closed after", async () => {
    const service = await givenAged(14);
    expect(await isTokenRequired(service)).toEqual(OPEN);
    await service.database.sql`UPDATE installation SET created_at = now() - interval '15 minutes 1 second'`;
    expect(await isTokenRequired(service)).toEqual(ASKED);
    expect(await setUp(service)).toMatchObject(REFUSED);
    expect([...(await service.database.sql`SELECT 1 FROM users`)]).toEqual([]);
    await service.close();
  });

  test("is as long as SETUP_WINDOW_MINUTES says; 0: the token at once", async () => {
    const longer = await givenAged(59, { SETUP_WINDOW_MINUTES: "60" });
    expect((await setUp(longer)).status).toBe(201);
    await longer.close();
    const none = await givenAged(0, { SETUP_WINDOW_MINUTES: "0" });
    expect(await isTokenRequired(none)).toEqual(ASKED);
    expect(await setUp(none)).toMatchObject(REFUSED);
    await none.close();
  });

  test("does not open again when the clock is set back", async () => {
    const service = await givenAged(16);
    expect(await isTokenRequired(service)).toEqual(ASKED);
    const { sql } = service.database;
    // The clock goes back by ten minutes: all that was noted lies so much later.
    await sql`UPDATE installation SET created_at = created_at + interval '10 minutes',
      clock_seen_at = clock_seen_at + interval '10 minutes'`;
    expect(await isTokenRequired(service)).toEqual(ASKED);
    expect(await setUp(service)).toMatchObject(REFUSED);
    // A clock that was wrong by years when the database was made, and was put right.
    await sql`UPDATE installation SET created_at = now() + interval '3 years', clock_seen_at = now() + interval '3 years'`;
    expect(await isTokenRequired(service)).toEqual(ASKED);
    await service.close();
  });
});

describe("after the window", () => {
  const LOCAL = { headers: { Host: "localhost:8080" } };

  test.each(["127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1"])("%p needs no token", async (peer) => {
    const service = await givenAged(60);
    expect(await isTokenRequired(service, { peer, ...LOCAL })).toEqual(OPEN);
    expect((await setUp(service, { peer, ...LOCAL })).status).toBe(201);
    await service.close();
  });

  test("a proxy on this machine does not make its callers local", async () => {
    const service = await givenAged(60);
    const headers: Record<string, string>[] = [
      { "X-Forwarded-For": "127.0.0.1" },
      { "X-Forwarded-For": LAN },
      { "X-Forwarded-Proto": "http" },
      { Forwarded: "for=127.0.0.1" },
      { Via: "1.1 proxy" },
      { "X-Real-IP": "127.0.0.1" },
      // A program that passes connections on without reading them.
      { Host: "192.168.1.2:8080" },
      { Host: "nas" },
    ];
    for (const added of headers) {
      const how = { peer: "127.0.0.1", headers: { ...LOCAL.headers, ...added } };
      expect(await isTokenRequired(service, how)).toEqual(ASKED);
      expect(await setUp(service, how)).toMatchObject(REFUSED);
    }
    await service.close();
  });

  test("a trusted proxy's word that the client is 127.0.0.1 does not make it local", async () => {
    const service = await givenAged(60, { TRUSTED_PROXY_IPS: '["127.0.0.1","10.0.0.9"]' });
    for (const peer of ["127.0.0.1", "10.0.0.9"]) {
      const headers = { ...LOCAL.headers, "X-Forwarded-For": "127.0.0.1" };
      expect(await setUp(service, { peer, headers })).toMatchObject(REFUSED);
      expect(await setUp(service, { peer, ...LOCAL })).toMatchObject(REFUSED);
    }
    await service.close();
  });

  test("a container's gateway is an address as any other", async () => {
    const service = await givenAged(60);
    expect(await setUp(service, { peer: "172.17.0.1", ...LOCAL })).toMatchObject(REFUSED);
    await service.close();
  });

  test("the token opens it, by the body or by the header, and nothing near it does", async () => {
    const service = await givenAged(60);
    const token = await givenToken(service);
    const wrong = ["", " ", token.slice(1), `${token}x`, token.toUpperCase(), "null"];
    for (const setup_token of wrong) {
      expect(await setUp(service, { body: { ...ADMIN, setup_token }, peer: uniqueAddress() })).toMatchObject(
        REFUSED,
      );
      const headers = { "X-Setup-Token": setup_token };
      expect(await setUp(service, { headers, peer: uniqueAddress() })).toMatchObject(REFUSED);
    }
    expect(await setUp(service, { body: { ...ADMIN, setup_token: null } })).toMatchObject(REFUSED);
    expect((await setUp(service, { headers: { "X-Setup-Token": token } })).status).toBe(201);
    await service.close();
    const other = await givenAged(60);
    const own = await givenToken(other);
    expect(own).not.toBe(token);
    expect((await setUp(other, { body: { ...ADMIN, setup_token: own } })).status).toBe(201);
    await other.close();
  });
});

describe("DNS rebinding", () => {
  test.each(["evil.example", "evil.example:8080", "nas.local", "127.0.0.1.evil.example"])(
    "a page of %p needs the token within the window too, from this machine too",
    async (Host) => {
      const service = await givenAged(0);
      const headers = { Host, Origin: `http://${Host}` };
      for (const peer of [LAN, "127.0.0.1"]) {
        expect(await isTokenRequired(service, { peer, headers })).toEqual(ASKED);
        expect(await setUp(service, { peer, headers })).toMatchObject(REFUSED);
      }
      const setup_token = await givenToken(service);
      expect((await setUp(service, { headers, body: { ...ADMIN, setup_token } })).status).toBe(201);
      await service.close();
    },
  );

  test("the host of APP_URL needs none", async () => {
    const service = await givenAged(0, { APP_URL: "https://atlas.example.com" });
    const headers = { Host: "atlas.example.com", Origin: "https://atlas.example.com" };
    expect(await isTokenRequired(service, { headers })).toEqual(OPEN);
    expect((await setUp(service, { headers })).status).toBe(201);
    await service.close();
  });

  test.each(["http://evil.example", "null", "http://localhost:5173"])(
    "a page of the foreign origin %p is refused, the token or not",
    async (Origin) => {
      const service = await givenAged(0);
      const setup_token = await givenToken(service);
      const headers = { Host: "127.0.0.1:8080", Origin };
      const foreign = { status: 403, body: { detail: "Origin not allowed" } };
      expect(await setUp(service, { headers, peer: "127.0.0.1" })).toMatchObject(foreign);
      expect(await setUp(service, { headers, body: { ...ADMIN, setup_token } })).toMatchObject(foreign);
      expect(
        (await setUp(service, { headers: { ...headers, Origin: "http://127.0.0.1:8080" } })).status,
      ).toBe(201);
      await service.close();
    },
  );
});

describe("the token", () => {
  test("is in a file that only its owner reads, the same after a restart, gone when it was used", async () => {
    const service = await givenAged(60);
    const token = await givenToken(service);
    const file = join(service.dataDirectory, "setup-token");
    expect(readFileSync(file, "utf8").trim()).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await givenToken(service)).toBe(token);
    expect((await setUp(service, { headers: { "X-Setup-Token": token } })).status).toBe(201);
    expect(existsSync(file)).toBe(false);
    // Whoever empties the table of users makes another first run, with another token.
    await service.database.sql`DELETE FROM users`;
    expect(await givenToken(service)).not.toBe(token);
    await service.close();
  });

  test("of one replica is good at the other, whose own file goes as soon as it is asked", async () => {
    const service = await givenAged(60);
    const replica = await createTestService({ database: service.database });
    const token = await givenToken(service);
    expect(await givenToken(replica)).toBe(token);
    expect((await setUp(replica, { headers: { "X-Setup-Token": token } })).status).toBe(201);
    const file = join(service.dataDirectory, "setup-token");
    expect(existsSync(file)).toBe(true);
    expect(await isTokenRequired(service)).toEqual({ needs_setup: false, token_required: false });
    expect(existsSync(file)).toBe(false);
    await replica.close();
    await service.close();
  });

  test("is not there while a user exists", async () => {
    const service = await createTestService();
    await service.givenUser();
    expect(await givenToken(service).catch(String)).toContain("nothing to set up");
    expect(existsSync(join(service.dataDirectory, "setup-token"))).toBe(false);
    await service.close();
  });

  test("wrong ones are counted by address: after ten it is 429 and one audit row, but the right one is taken", async () => {
    const service = await givenAged(60);
    const token = await givenToken(service);
    const headers = { "X-Setup-Token": "a guess" };
    for (let guess = 1; guess <= 10; guess++)
      expect(await setUp(service, { headers })).toMatchObject(REFUSED);
    const told = await setUp(service, { headers });
    expect(told.status).toBe(429);
    expect(Number(told.headers.get("Retry-After"))).toBeGreaterThan(800);
    expect(await setUp(service, { headers, peer: uniqueAddress() })).toMatchObject(REFUSED);
    // Without any it is no guess.
    expect(await setUp(service)).toMatchObject(REFUSED);
    const rows = await service.database.sql`SELECT action, client_address FROM audit_log`;
    expect([...rows]).toEqual([{ action: "setup.token_refused", client_address: LAN }]);
    expect((await setUp(service, { headers: { "X-Setup-Token": token } })).status).toBe(201);
    await service.close();
  });
});

test("a database that the jobs have run on, and that is empty, is not new to a later version", async () => {
  const service = await createTestService();
  const { sql } = service.database;
  const folder = join(import.meta.dir, "../../../drizzle");
  const migrations = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const statements = migrations.flatMap((name) =>
    readFileSync(join(folder, name), "utf8").split("--> statement-breakpoint"),
  );
  const statement = statements.find((text) => text.includes('INSERT INTO "installation"')) ?? "";
  await sql`DELETE FROM installation`;
  await sql`INSERT INTO job_leases VALUES ('auth.clean-up', 'owner', 1, now(), now())`;
  await sql.unsafe(statement);
  expect(await isTokenRequired(service)).toEqual(ASKED);
  await service.close();
});
