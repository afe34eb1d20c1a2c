import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

/**
 * What a program of this machine called, as guards and proxies of desktops write it: `ssh.exe (1234) *64 - A:22 open
 * through proxy …`.
 */
const PROGRAM_BEFORE =
  /(?:^|[\]|>,:] )[\w .()+-]{1,48}\.(?:exe|app)(?: \(\d{1,10}(?:, [^()]{1,64})?\)| \[\d{1,10}\]| \*(?:32|64))* (?:-|->|→|=>) $/i;
const CALLED =
  /^(?:\([\w.-]{1,253}\))? (?:(?:tcp |udp )?(?:open|opened|opening|close|closed|closing|connect(?:ed|ing)?|matching|error|failed|resolve|direct)(?![\w-])|: )/i;
const MAX_BEFORE = 128;
const MAX_BEHIND = 280;

/** Whom a program called that the line names, by its port; what it was called through may stand behind it. */
export function programCall(text: string, ends: readonly Endpoint[]): Flow | null {
  const [called] = ends;
  if (called === undefined || called.port === null || called.isPrefix || called.isLoose) return null;
  const before = text.slice(Math.max(0, called.start - MAX_BEFORE), called.start);
  const isCalled =
    PROGRAM_BEFORE.test(before) && CALLED.test(text.slice(called.end, called.end + MAX_BEHIND));
  return isCalled ? destinationFlow(called) : null;
}
