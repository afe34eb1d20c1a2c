import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { branchFolder, branchKeyFile } from "./kept-files";
import type { DemoClient } from "./client";

/** A key for the branch's relay, in a file that the demo reads. One that is there stays. */
export async function makeBranchKey(client: DemoClient, dataDirectory: string): Promise<void> {
  const file = branchKeyFile(dataDirectory);
  if (existsSync(file)) return;
  mkdirSync(branchFolder(dataDirectory), { recursive: true, mode: 0o700 });
  const body = { name: "Relay in Porto", permission: "relay" };
  const { key } = await client.post("/api/v1/api-keys", body, z.object({ key: z.string() }));
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
}
