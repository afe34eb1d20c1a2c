import { createSocket } from "node:dgram";
import { accessSync, constants, existsSync, readFileSync, statfsSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, resolve } from "node:path";
import { codeOf } from "#platform/error-code";

/** What this process may do here; each look is short and leaves nothing behind. */

const DHCP_CLIENT_PORT = 68;

/** Why DHCP checks cannot have the port of clients, which others here may have as well; null: they can. */
export async function findDhcpTrouble(): Promise<string | null> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  try {
    await new Promise<void>((done, fail) => {
      socket.once("error", fail);
      socket.bind(DHCP_CLIENT_PORT, "127.0.0.1", done);
    });
    return null;
  } catch (error) {
    return codeOf(error) === "EACCES"
      ? "port 68 may not be opened"
      : `port 68 cannot be opened (${codeOf(error) ?? "unknown"})`;
  } finally {
    socket.close();
  }
}

export function findPrograms() {
  return { traceroute: Bun.which("traceroute") !== null, nmap: Bun.which("nmap") !== null };
}

/** Files that this process may have open; null: the system does not say. */
export function readOpenFileLimit(): number | null {
  const found = /^Max open files\s+(\d+)/m.exec(readIfThere("/proc/self/limits") ?? "");
  return found === null ? null : Number(found[1]);
}

/** Octets of memory that this process may have: of its container, else of the machine. */
export function readMemoryLimit(): number {
  const limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
    .map((path) => Number(readIfThere(path)))
    .filter((bytes) => bytes > 0);
  return Math.min(totalmem(), ...limits);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "EACCES" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** What can be said of a data folder that may not be there yet. */
export function lookAtFolder(path: string): { folder: string; problem: string | null; freeBytes: number } {
  const folder = resolve(path);
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  const freeBytes = bavail * bsize;
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK);
    return { folder, problem: null, freeBytes };
  } catch (error) {
    return { folder, problem: `${existing} is not writable (${codeOf(error) ?? "unknown"})`, freeBytes };
  }
}
