import { readFileSync } from "node:fs";

const ESTABLISHED = "01";

/**
 * Octets on their way to ports of this machine that their services have not read: what their sockets hold, and what
 * senders hold because those are full (/proc/net/tcp and udp, proc(5)). Where it is 0, all that was sent
 * is read.
 */
export function unreadOctets(...ports: readonly number[]): number {
  // First what is on the senders' side: octets that move meanwhile are counted twice, not missed.
  const unsent = sumOf(["tcp", "tcp6"], ({ remotePort, state, sendQueue }) =>
    ports.includes(remotePort) && state === ESTABLISHED ? sendQueue : 0,
  );
  const unread = sumOf(["tcp", "tcp6", "udp", "udp6"], ({ localPort, receiveQueue, state }) =>
    ports.includes(localPort) && state !== LISTENING ? receiveQueue : 0,
  );
  return unsent + unread;
}

/**
 * Of a listening socket the queue counts connections; one of them has yet to be accepted, and what it sent to be read.
 */
const LISTENING = "0A";

type Entry = {
  localPort: number;
  remotePort: number;
  state: string;
  sendQueue: number;
  receiveQueue: number;
};

function sumOf(tables: readonly string[], count: (entry: Entry) => number): number {
  return tables.flatMap(readTable).reduce((sum, entry) => sum + count(entry), 0);
}

function readTable(table: string): Entry[] {
  const [, ...lines] = readFileSync(`/proc/net/${table}`, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [, local = "", remote = "", state = "", queues = ""] = line.trim().split(/\s+/);
    const [sendQueue = "", receiveQueue = ""] = queues.split(":");
    return {
      localPort: portOf(local),
      remotePort: portOf(remote),
      state,
      sendQueue: Number.parseInt(sendQueue, 16),
      receiveQueue: Number.parseInt(receiveQueue, 16),
    };
  });
}

function portOf(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(":") + 1), 16);
}
