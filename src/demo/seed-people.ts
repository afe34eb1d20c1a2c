import { randomBytes } from "node:crypto";
import { z } from "zod";
import { addMissing, type DemoClient } from "./client";
import { SCANNER } from "./log-lines";
import { PEOPLE } from "./people";

const USERS = "/api/v1/auth/users";

const SEARCHES = [
  { name: "The port scan of Munich", filters: { q: `src_ip:${SCANNER}`, from: "-24h" } },
  { name: "Refused from inside", filters: { q: "verdict:deny src_ip:10.0.0.0/8", from: "-24h" } },
  { name: "Failed logins by SSH", filters: { q: '"Failed password"', from: "-7d" } },
  { name: "Ports of Prague's switches", filters: { q: "host:prg-access LINEPROTO", from: "-7d" } },
];

/** Users of several roles, and what the administrator searches for again and again. What is there already stays. */
export async function seedPeople(client: DemoClient): Promise<void> {
  const known = await client.get(USERS, z.array(z.object({ username: z.string() })));
  const names = new Set(known.map(({ username }) => username));
  // One after the other: the entries of the past name them by their numbers.
  for (const person of PEOPLE) {
    if (names.has(person.username)) continue;
    const password = randomBytes(18).toString("base64url");
    await client.post(USERS, { ...person, password }, z.unknown());
  }
  await addMissing(client, { path: "/api/v1/syslog/searches", wanted: SEARCHES });
}
