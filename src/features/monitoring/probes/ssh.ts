import { oneLine } from "#platform/one-line";
import { converse } from "./converse";
import type { ProbeOutcome } from "./outcome";
import type { ProbeLimits } from "#platform/probe/endpoint";
import type { SshTarget } from "./targets";
import { ProbeTrouble } from "#platform/probe/trouble";
import { down, up } from "./verdict";

/** Lines that a server may send before its identification (RFC 4253 section 4.2 sets no bound). */
const MAX_LINES_BEFORE = 50;
/** Of the identification, with its CR LF. */
const MAX_IDENTIFICATION_BYTES = 255;
const OURS = "SSH-2.0-netatlas\r\n";
/** The version of the protocol, that of the software, and comments. */
const IDENTIFICATION = /^SSH-(?<protocol>[\x21-\x2c\x2e-\x7e]+)-(?<software>[\x21-\x7e]+)(?: .*)?$/;
/** 1.99: a server that speaks 2.0 and older versions (RFC 4253 section 5.1). */
const PROTOCOLS = new Set(["2.0", "1.99"]);

/** Whether an SSH server identifies itself (RFC 4253 section 4.2), as we do; keys are not exchanged. */
export function probeSsh({ expected, ...target }: SshTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  return converse(target, limits, async (connection) => {
    connection.write(OURS);
    for (let lines = 0; lines <= MAX_LINES_BEFORE; lines++) {
      const line = await connection.readLine();
      if (!line.startsWith("SSH-")) continue;
      const latencyMs = connection.elapsedMs;
      const problem = problemOf(line, expected);
      connection.details.banner = oneLine(line);
      const { details } = connection;
      return problem === null ? up(latencyMs, details) : down(problem, { latencyMs, details });
    }
    throw new ProbeTrouble("no SSH: too many lines before an identification");
  });
}

function problemOf(line: string, expected: string | null): string | null {
  if (Buffer.byteLength(line) + 2 > MAX_IDENTIFICATION_BYTES) return "the identification is too long";
  const { protocol } = IDENTIFICATION.exec(line)?.groups ?? {};
  if (protocol === undefined) return "the identification is malformed";
  if (!PROTOCOLS.has(protocol)) return `SSH ${protocol} is spoken, not 2.0`;
  return expected === null || line.includes(expected) ? null : `the identification lacks "${expected}"`;
}
