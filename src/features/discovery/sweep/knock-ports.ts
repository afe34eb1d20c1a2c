/** Those that most hosts have open or refuse, of all kinds: web pages, remote shells, Windows, printers. */
const USUAL = [443, 80, 22, 445, 3389, 8080, 53, 9100];
const MAX_KNOCKS = 3;

/** Ports by which a host is looked for that does not answer ICMP: of those that are asked for, the usual ones first. */
export function knockPorts(ports: readonly number[]): number[] {
  if (ports.length === 0) return USUAL.slice(0, MAX_KNOCKS);
  const usual = USUAL.filter((port) => ports.includes(port));
  return [...new Set([...usual, ...ports])].slice(0, MAX_KNOCKS);
}
