import { randomBytes } from "node:crypto";
import { z } from "zod";
import { addMissing, signInToDemo, type DemoClient } from "./client";
import { addressOf } from "./data-centre";
import { SCANNER } from "./log-lines";
import { PEOPLE } from "./people";

const USERS = "/api/v1/auth/users";
const SEARCH = "/api/v1/syslog/searches";

const SEARCHES = [
  { name: "The port scan of Munich", filters: { q: `src_ip:${SCANNER}`, from: "-24h" } },
  { name: "Refused from inside", filters: { q: "verdict:deny src_ip:10.0.0.0/8", from: "-24h" } },
  { name: "Failed logins by SSH", filters: { q: '"Failed password"', from: "-7d" } },
  { name: "Ports of Prague's switches", filters: { q: "host:prg-access LINEPROTO", from: "-7d" } },
];

/** What somebody does today, in the order of `PEOPLE`; the last one only looks. */
const DEEDS: readonly (readonly [path: string, body: object])[] = [
  ["/api/v1/tools/ping", { host: addressOf("fra-leaf-4"), count: 1 }],
  ["/api/v1/ipam/reservations", { ip_address: "10.11.10.120", label: "ham staging database" }],
  [SEARCH, SEARCHES[0] ?? {}],
];

/**
 * Users of several roles who sign in and do something, and what the administrator searches for again and again. What is
 * there already stays.
 */
export async function seedPeople(client: DemoClient, url: string): Promise<void> {
  await addMissing(client, { path: SEARCH, wanted: SEARCHES });
  const known = await client.get(USERS, z.array(z.object({ username: z.string() })));
  const names = new Set(known.map(({ username }) => username));
  // One after the other: the entries of the past name them by their numbers.
  for (const [at, { username, role }] of PEOPLE.entries()) {
    if (names.has(username)) continue;
    const password = randomBytes(18).toString("base64url");
    await client.post(USERS, { username, role, password }, z.unknown());
    const own = await signInToDemo(url, { username, password });
    const [path, body] = DEEDS[at] ?? [];
    if (path !== undefined) await own.post(path, body, z.unknown());
  }
}
