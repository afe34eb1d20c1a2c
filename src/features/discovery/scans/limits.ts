import type { ScanType } from "./models";

/** The ports that `basic_ports` asks: those that are open most often, by the counts of public scans. */
export const BASIC_PORTS: readonly number[] = [
  21, 22, 23, 25, 53, 80, 110, 111, 135, 139, 143, 443, 445, 993, 995, 1723, 3306, 3389, 5900, 8080,
];

/** What a scan sends at most, all kinds of requests together. */
export const PACKETS_PER_SECOND = 1000;

type Extent = { scanType: ScanType; hostCount: number };

/** After how many seconds a scan is ended; `baseSeconds` is DISCOVERY_SCAN_TIMEOUT_SECONDS. */
export function timeoutSeconds({ scanType, hostCount }: Extent, baseSeconds: number): number {
  const base = Math.max(15, baseSeconds);
  if (hostCount === 1) return base + 10;
  if (scanType === "ping") return Math.min(900, Math.max(base + 10, 30 + 20 * Math.ceil(hostCount / 32)));
  return Math.min(1800, Math.max(base + 15, 45 + 25 * Math.ceil(hostCount / 16)));
}

/** What the scan says that took longer. */
export function timeoutText(seconds: number, hostCount: number): string {
  return (
    `Discovery scan timed out after ${seconds} seconds for ${hostCount} hosts. ` +
    "Reduce the target size or increase DISCOVERY_SCAN_TIMEOUT_SECONDS."
  );
}

/** Two rounds for who does not answer at once, and the last answers' way. */
const ROUNDS = 2;
const LAST_ANSWERS_SECONDS = 3;
const NAMES_SECONDS = 4;
/** Of the addresses, as networks usually are. Ports are asked of those that answer alone. */
const USUAL_SHARE_OF_HOSTS = 1 / 3;

/** About how long a scan takes, in whole seconds. */
export function estimatedSeconds({ scanType, hostCount }: Extent): number {
  const looks = (hostCount * ROUNDS) / PACKETS_PER_SECOND;
  const hosts = Math.ceil(hostCount * USUAL_SHARE_OF_HOSTS);
  const ports = scanType === "basic_ports" ? (hosts * BASIC_PORTS.length) / PACKETS_PER_SECOND : 0;
  return Math.ceil(looks + ports + LAST_ANSWERS_SECONDS + NAMES_SECONDS);
}
