import { oneLine } from "#platform/one-line";
import type { Connection } from "#platform/probe/connection";
import { converse } from "./converse";
import type { ProbeOutcome } from "./outcome";
import type { ProbeLimits } from "#platform/probe/endpoint";
import type { SmtpTarget } from "./targets";
import { ProbeTrouble } from "#platform/probe/trouble";
import { up } from "./verdict";

/** Lines of one reply. */
const MAX_LINES = 100;
const REPLY_LINE = /^(?<code>[2-5]\d\d)(?:(?<more>[ -])(?<text>.*))?$/s;
const READY = 220;
const DONE = 250;

type Reply = { code: number; lines: string[] };

/**
 * Whether a mail server greets, and takes a client's greeting (RFC 5321), by TLS where that is wanted (RFC 3207, RFC
 * 8314).
 */
export function probeSmtp(target: SmtpTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  return converse(target, limits, async (connection) => {
    if (target.tls === "implicit") await connection.startTls(target);
    const greeting = await readReply(connection);
    connection.details.banner = oneLine(greeting.lines[0] ?? "");
    expectCode(greeting, { code: READY, of: "greeting" });
    let extensions = await greet(connection);
    if (target.tls === "starttls") {
      if (!extensions.includes("STARTTLS")) throw new ProbeTrouble("STARTTLS is not offered");
      connection.write("STARTTLS\r\n");
      expectCode(await readReply(connection), { code: READY, of: "answer to STARTTLS" });
      await connection.startTls(target);
      // What was said before TLS counts no more (RFC 3207 section 4.2).
      extensions = await greet(connection);
    }
    const { elapsedMs, details } = connection;
    if (extensions.length > 0) details.extensions = oneLine(extensions.join(" "));
    await connection.leave("QUIT\r\n");
    return up(elapsedMs, details);
  });
}

/** Greets, and gives the names of the extensions that are offered: none by a server that is older than those. */
async function greet(connection: Connection): Promise<string[]> {
  const { localAddress } = connection;
  const name = localAddress.includes(":") ? `[IPv6:${localAddress}]` : `[${localAddress}]`;
  connection.write(`EHLO ${name}\r\n`);
  const reply = await readReply(connection);
  if (reply.code === DONE) {
    return reply.lines.slice(1).map((line) => line.split(" ", 1)[0]?.toUpperCase() ?? "");
  }
  // 500, 502, 504: it does not know the command (RFC 5321 section 3.2).
  if (reply.code >= 500 && reply.code < 550) {
    connection.write(`HELO ${name}\r\n`);
    expectCode(await readReply(connection), { code: DONE, of: "answer to HELO" });
    return [];
  }
  expectCode(reply, { code: DONE, of: "answer to EHLO" });
  return [];
}

function expectCode(reply: Reply, { code, of }: { code: number; of: string }): void {
  if (reply.code !== code) throw new ProbeTrouble(`${of}: ${reply.code} ${reply.lines[0] ?? ""}`);
}

async function readReply(connection: Connection): Promise<Reply> {
  const lines: string[] = [];
  for (let count = 0; count < MAX_LINES; count++) {
    const { code, more, text = "" } = REPLY_LINE.exec(await connection.readLine())?.groups ?? {};
    if (code === undefined) throw new ProbeTrouble("no SMTP: a line without a reply code");
    lines.push(text);
    if (more !== "-") return { code: Number(code), lines };
  }
  throw new ProbeTrouble(`a reply of more than ${MAX_LINES} lines`);
}
