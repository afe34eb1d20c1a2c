import { oneLine } from "#platform/one-line";
import type { Connection } from "#platform/probe/connection";
import { converse } from "./converse";
import type { ProbeOutcome } from "./outcome";
import type { ProbeLimits } from "#platform/probe/endpoint";
import type { ImapTarget } from "./targets";
import { ProbeTrouble } from "#platform/probe/trouble";
import { up } from "./verdict";

/** Lines of one answer. */
const MAX_LINES = 100;
const GREETING = /^\* (?<state>OK|PREAUTH|BYE)(?: (?<text>.*))?$/is;
const CAPABILITIES = /^\* CAPABILITY (?<names>.+)$/is;

/**
 * Whether a mail server greets and says what it can do (RFC 9051), by TLS where that is wanted (section 6.2.1, RFC
 * 8314).
 */
export function probeImap(target: ImapTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  return converse(target, limits, async (connection) => {
    if (target.tls === "implicit") await connection.startTls(target);
    const { state, text = "" } = GREETING.exec(await connection.readLine())?.groups ?? {};
    if (state === undefined) throw new ProbeTrouble("no IMAP: the greeting is none");
    connection.details.banner = oneLine(text);
    if (state.toUpperCase() === "BYE") throw new ProbeTrouble(`greeting: BYE ${text}`);
    let capabilities = await askCapabilities(connection, "a1");
    if (target.tls === "starttls") {
      if (!capabilities.includes("STARTTLS")) throw new ProbeTrouble("STARTTLS is not offered");
      await command(connection, { tag: "a2", words: "STARTTLS" });
      await connection.startTls(target);
      // What was said before TLS counts no more (RFC 9051 section 6.2.1).
      capabilities = await askCapabilities(connection, "a3");
    }
    const { elapsedMs, details } = connection;
    details.capabilities = oneLine(capabilities.join(" "));
    await connection.leave("a4 LOGOUT\r\n");
    return up(elapsedMs, details);
  });
}

async function askCapabilities(connection: Connection, tag: string): Promise<string[]> {
  const untagged = await command(connection, { tag, words: "CAPABILITY" });
  const named = untagged.flatMap((line) => CAPABILITIES.exec(line)?.groups?.["names"] ?? []);
  const names = named.flatMap((line) => line.toUpperCase().split(" "));
  if (!names.some((name) => name.startsWith("IMAP4"))) throw new ProbeTrouble("no IMAP: it names no version");
  return names;
}

/** Gives the untagged lines that came before the tagged one. */
async function command(
  connection: Connection,
  { tag, words }: { tag: string; words: string },
): Promise<string[]> {
  connection.write(`${tag} ${words}\r\n`);
  const untagged: string[] = [];
  while (untagged.length < MAX_LINES) {
    const line = await connection.readLine();
    if (!line.startsWith(`${tag} `)) {
      untagged.push(line);
      continue;
    }
    const answer = line.slice(tag.length + 1);
    if (!/^OK\b/i.test(answer)) throw new ProbeTrouble(`answer to ${words}: ${answer}`);
    return untagged;
  }
  throw new ProbeTrouble(`an answer of more than ${MAX_LINES} lines`);
}
