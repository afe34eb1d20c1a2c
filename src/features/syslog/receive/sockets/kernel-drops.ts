import { readFile, readlink } from "node:fs/promises";

/** That of sockets of both families first: where one is found the other is not read. */
const TABLES = ["/proc/net/udp6", "/proc/net/udp"];
const INODE_COLUMN = 9;
const DROPS_COLUMN = 12;

/** The inode of an open socket; null where the system has no /proc. */
export async function readSocketInode(descriptor: number): Promise<string | null> {
  try {
    const target = await readlink(`/proc/self/fd/${descriptor}`);
    return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? null;
  } catch {
    return null;
  }
}

/**
 * Datagrams that the kernel dropped on a UDP socket because its buffer was full (proc(5), "drops"); null where it does
 * not say.
 */
export async function readKernelDrops(inode: string): Promise<number | null> {
  for (const table of TABLES) {
    const text = await readFile(table, "utf8").catch(() => "");
    for (const line of text.split("\n")) {
      const columns = line.trim().split(/\s+/);
      if (columns[INODE_COLUMN] === inode) return Number(columns[DROPS_COLUMN]);
    }
  }
  return null;
}
