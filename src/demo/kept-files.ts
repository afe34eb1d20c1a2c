import { join } from "node:path";

/** The relay's data directory in the demo's. */
export function branchFolder(dataDirectory: string): string {
  return join(dataDirectory, "branch");
}

/** Where the relay's key is kept, as the service tells it once. */
export function branchKeyFile(dataDirectory: string): string {
  return join(branchFolder(dataDirectory), "key");
}

/** Where the administrator's password is kept, which the demo makes up. */
export function passwordFile(dataDirectory: string): string {
  return join(dataDirectory, "demo-password");
}
