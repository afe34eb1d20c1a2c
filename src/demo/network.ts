import { readFileSync } from "node:fs";
import { signInToDemo } from "./client";
import { passwordFile } from "./kept-files";
import type { NetworkThere } from "./network-there";
import { seedDemo } from "./seed";
import { makeBranchKey } from "./seed-branch";
import { seedDiscovery } from "./seed-discovery";
import { seedPeople } from "./seed-people";
import { seedToolResults } from "./seed-tool-results";

/**
 * `bun src/demo/network-main.ts <url> <data directory> [played]`: puts the demo's network and people into the service, by
 * its API; a process of its own, so that what plays the network does not keep what this takes. Tells its parent once
 * the network is there (`NetworkThere`). `played`: somebody answers for the data centre.
 */
async function main(): Promise<void> {
  const [url = "", dataDirectory = "", played] = process.argv.slice(2);
  const isPlayed = played === "played";
  const password = readFileSync(passwordFile(dataDirectory), "utf8").trim();
  const client = await signInToDemo(url, { username: "admin", password });
  const reportTo = await seedDemo(client, { url, isPlayed });
  if (isPlayed) await seedDiscovery(client);
  await makeBranchKey(client, dataDirectory);
  const there: NetworkThere = { reportTo: reportTo ?? null };
  process.send?.(there);
  if (isPlayed) await seedToolResults(client);
  await seedPeople(client, url);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`Demo: cannot fill the network in: ${reason}\n`);
    process.exit(1);
  },
);
