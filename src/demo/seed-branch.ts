import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { branchFolder, branchKeyFile } from "./branch-key";
import type { DemoClient } from "./client";

/** A key for the branch's relay, in a file that the demo reads. One that is there stays. */
export async function makeBranchKey(client: DemoClient, dataDirectory: string): Promise<void> {
  const file = branchKeyFile(dataDirectory);
  if (existsSync(file)) return;
  const body = { name: "Relay in Porto", permission: "relay" };
  const { key } = await client.post("/api/v1/api-keys", body, z.object({ key: z.string() }));
  mkdirSync(branchFolder(dataDirectory), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
}
