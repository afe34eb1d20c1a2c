import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const README = join(import.meta.dir, "../../README.md");

/** Goes through README's tour with curl and logger, as a person would, and looks whether it does what it says. */
export async function takeReadmeTour(service: { url: string; syslogPort: number }): Promise<void> {
  const tour = await Bun.$`sh -eu -c ${tourScript(service)}`.nothrow().quiet();
  const output = tour.stdout.toString();
  expect(tour.exitCode).toBe(0);
  expect(output).toContain('"role":"SuperAdmin"');
  expect(output).toContain('"display_name":"edge-fw"');
  expect(output).toContain('"action":"block"');
  expect(output).toContain('"dst_port":22');
  expect(output).toContain("Failed password for root from 198.51.100.7");
  expect(output).toContain("id,received_at,event_time,source_host,src_ip,dst_ip");
  expect(output.trim().endsWith('{"detail":"Invalid, expired, or revoked API key"}401')).toBe(true);
}

/** The commands of the tour, told where this service listens. */
function tourScript({ url, syslogPort }: { url: string; syslogPort: number }): string {
  const readme = readFileSync(README, "utf8");
  const tour = /<!-- tour:begin -->[\s\S]*?```sh\n([\s\S]*?)```[\s\S]*?<!-- tour:end -->/.exec(readme)?.[1];
  if (tour === undefined) throw new Error("README has no tour");
  return tour.replace(/^URL=.*$/m, `URL=${url}`).replace(/^SYSLOG_PORT=.*$/m, `SYSLOG_PORT=${syslogPort}`);
}
