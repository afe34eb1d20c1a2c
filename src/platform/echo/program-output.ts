import { type EchoTally, type EchoTrouble } from "./answer";

/** What a program said of one address. */
export type ProgramReport = { tally: Omit<EchoTally, "sent">; trouble: EchoTrouble | null };

export const NO_REPLY: ProgramReport = { tally: tallyOf([]), trouble: null };

/**
 * What `fping -C` writes to its standard error: a line for each address, `10.0.0.1 : 0.05 - 0.04`, and before them the
 * errors of routers, `ICMP Host Unreachable from 10.0.0.254 for ICMP Echo sent to 10.0.0.1`. By address, as fping was
 * given it.
 */
export function readFpingOutput(text: string): Map<string, ProgramReport> {
  const reports = new Map<string, ProgramReport>();
  const reasons = new Map<string, string>();
  for (const line of text.split("\n")) {
    const error = /^ICMP (.+) from (\S+) for ICMP Echo sent to ([\da-fA-F:.]+)/.exec(line);
    if (error !== null) reasons.set(error[3] ?? "", wordsOf(error[1], error[2]));
    const summary = /^([\da-fA-F:.]+) +:((?: (?:-|[\d.]+))+) *$/.exec(line);
    if (summary === null) continue;
    const [, address = "", times = ""] = summary;
    const roundTrips = times
      .trim()
      .split(" ")
      .flatMap((time) => (time === "-" ? [] : [Number(time)]));
    const reason = reasons.get(address);
    reports.set(address, { tally: tallyOf(roundTrips), trouble: unreachable(reason) });
  }
  return reports;
}

/**
 * What `ping` of iputils, BusyBox or the BSDs writes to its standard output; a second reply to a request counts for
 * nothing.
 */
export function readPingOutput(text: string): ProgramReport {
  const lines = text.split("\n").filter((line) => !line.includes("(DUP!)"));
  const roundTrips = lines.flatMap((line) => {
    const time = /\btime[=<]([\d.]+) ?ms/.exec(line)?.[1];
    return time === undefined ? [] : [Number(time)];
  });
  const error = lines.map((line) => /^From (\S+?):? icmp_seq=\d+ (.+)$/.exec(line)).findLast(Boolean);
  return { tally: tallyOf(roundTrips), trouble: unreachable(error && wordsOf(error[2], error[1])) };
}

function tallyOf(roundTrips: readonly number[]): Omit<EchoTally, "sent"> {
  return {
    received: roundTrips.length,
    minMs: Math.min(...roundTrips),
    sumMs: roundTrips.reduce((sum, time) => sum + time, 0),
    maxMs: Math.max(...roundTrips),
  };
}

function wordsOf(reason = "unreachable", from = ""): string {
  return `${reason.toLowerCase()}, says ${from}`;
}

function unreachable(message: string | null | undefined): EchoTrouble | null {
  return message ? { kind: "unreachable", message } : null;
}
