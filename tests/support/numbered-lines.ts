/**
 * Syslog lines that carry a number, so that gaps and repeats can be found afterwards. RFC 5424; eight in ten are
 * pfSense's filterlog.
 */
export function numberedLine(sequence: number, at: Date): string {
  return `<134>1 ${at.toISOString()} fw-${sequence % 8} ${body(sequence)}seq=${String(sequence).padStart(10, "0")}`;
}

const PORTS = [22, 53, 80, 123, 443, 445, 3389, 8080];

/** A cheap scramble of the number: bodies differ as those of a real network do, and are the same in every run. */
function scramble(sequence: number, salt: number): number {
  return Math.imul(sequence ^ (salt * 0x9e37_79b9), 0x85eb_ca6b) >>> 8;
}

function body(sequence: number): string {
  const random = (salt: number, below: number) => scramble(sequence, salt) % below;
  if (sequence % 10 === 8) {
    return `sshd ${10_000 + random(1, 9999)} - - Failed password for invalid user u${random(2, 500)} from 198.51.100.${1 + random(3, 254)} port ${50_000 + random(4, 9999)} ssh2 `;
  }
  if (sequence % 10 === 9) {
    return `dhcpd 48212 - - DHCPACK on 10.${random(1, 4)}.${random(2, 256)}.${1 + random(3, 254)} to 00:1b:21:${hex(random(4, 256))}:${hex(random(5, 256))}:${hex(random(6, 256))} (host-${random(7, 5000)}) via igb${random(8, 4)} `;
  }
  const action = random(9, 3) === 0 ? "pass" : "block";
  return (
    `filterlog 48211 - - ${random(1, 99)},,,1000000${100 + random(2, 200)},igb${random(3, 4)},match,${action},in,4,0x0,,${32 + random(4, 97)},` +
    `${50_000 + random(5, 9999)},0,DF,6,tcp,60,10.${random(6, 4)}.${random(7, 256)}.${1 + random(8, 254)},203.0.113.${1 + random(10, 254)},` +
    `${40_000 + random(11, 9999)},${PORTS[random(12, 8)]},0,S,3${random(13, 999_999_999)},,64240,,mss;sackOK;TS;nop;wscale `
  );
}

function hex(value: number): string {
  return value.toString(16).padStart(2, "0");
}
