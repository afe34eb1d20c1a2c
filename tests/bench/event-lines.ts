import { readFileSync } from "node:fs";

/** Numbers of a fixed sequence (xorshift32), so that every run has the same lines. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return (state >>> 0) % limit;
  }
}

/** Gives the line of a number; called once for each, in order. */
export type LineSource = (sequence: number, at: Date) => string;

const PORTS = [22, 53, 80, 123, 443, 445, 3389, 8080];
const LOAD_POOL = 4096;

/**
 * RFC 5424 lines of eight firewalls, eight in ten filterlog: 4,096 bodies, in each of which ids, ports and TCP sequence
 * numbers are random anew for every event, with a number at the end.
 */
export function loadLines(): LineSource {
  const random = new SeededRandom(12_345);
  const pool = Array.from({ length: LOAD_POOL }, () => loadTemplate(random));
  return (sequence, at) => {
    const template = pool[sequence % LOAD_POOL] ?? "";
    const body = template.replaceAll("#", () => String(random.below(10)));
    return `<134>1 ${at.toISOString()} ${body}${String(sequence).padStart(10, "0")}`;
  };
}

function loadTemplate(random: SeededRandom): string {
  const host = `fw-${random.below(8)}`;
  const kind = random.below(10);
  if (kind === 8) {
    return `${host} sshd 1#### - - Failed password for invalid user u${random.below(500)} from 198.51.100.${1 + random.below(254)} port 5#### ssh2 seq=`;
  }
  if (kind === 9) {
    return `${host} dhcpd 48212 - - DHCPACK on 10.${random.below(4)}.${random.below(256)}.${1 + random.below(254)} to 00:1b:##:##:${hex(random)}:${hex(random)} (host-${random.below(5000)}) via igb${random.below(4)} seq=`;
  }
  const action = random.below(3) === 0 ? "pass" : "block";
  return (
    `${host} filterlog 48211 - - ${random.below(99)},,,1000000${String(random.below(200)).padStart(3, "0")},igb${random.below(4)},match,${action},in,4,0x0,,${32 + random.below(97)},` +
    `5####,0,DF,6,tcp,60,10.${random.below(4)}.${random.below(256)}.${1 + random.below(254)},203.0.113.${1 + random.below(254)},4####,${PORTS[random.below(8)]},0,S,3#########,,64240,,mss;sackOK;TS;nop;wscale seq=`
  );
}

function hex(random: SeededRandom): string {
  return random.below(256).toString(16).padStart(2, "0");
}

const INTERNAL_HOSTS = 5000;
const PEERS = 50_000;

/**
 * The lines of a file, again and again, with addresses out of 5,000 internal hosts and 50,000 peers (of which the n-th
 * is met 1/n as often as the first), and every number of four digits or more random.
 */
export function replayedLines(path: string): LineSource {
  const random = new SeededRandom(54_321);
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const peers = zipfPicker(random, PEERS);
  return (sequence) => {
    let isInternal = true;
    return (lines[sequence % lines.length] ?? "").replaceAll(
      /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b|(?<=\D)\d{4,10}(?=\D|$)/g,
      (found) => {
        if (!found.includes(".")) return isYear(found) ? found : randomDigits(random, found.length);
        const address = isInternal ? internalAddress(random.below(INTERNAL_HOSTS)) : peerAddress(peers());
        isInternal = !isInternal;
        return address;
      },
    );
  };
}

function isYear(digits: string): boolean {
  return /^(?:19|20)\d\d$/.test(digits);
}

function randomDigits(random: SeededRandom, length: number): string {
  const first = length === 5 ? 1 + random.below(5) : 1 + random.below(9);
  let digits = String(first);
  while (digits.length < length) digits += random.below(10);
  return digits;
}

function internalAddress(host: number): string {
  return `10.${host % 4}.${(host >> 2) % 256}.${1 + ((host >> 10) % 250)}`;
}

function peerAddress(peer: number): string {
  const scrambled = Math.imul(peer + 1, 0x9e37_79b1) >>> 0;
  return `${20 + (scrambled % 180)}.${(scrambled >>> 8) % 256}.${(scrambled >>> 16) % 256}.${1 + (peer % 254)}`;
}

function zipfPicker(random: SeededRandom, count: number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) sums[rank] = sum += 1 / (rank + 1);
  return () => {
    const wanted = (random.below(2 ** 31) / 2 ** 31) * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
