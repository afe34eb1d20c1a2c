import { Connection, talkOver } from "#platform/probe/connection";
import type { Endpoint, ProbeLimits } from "#platform/probe/endpoint";
import { cleanText } from "../clean-text";
import type { ServiceText } from "../models";

/**
 * The line with which a service greets: SSH's identification (RFC 4253 section 4.2), and those of FTP, mail and VNC.
 * @throws ProbeTrouble, the signal's reason.
 */
export function readGreeting(target: Endpoint, limits: ProbeLimits): Promise<ServiceText[]> {
  const { port } = target;
  return talkOver(new Connection(target, { isCut: true }), limits, async (connection) => {
    const text = cleanText(await connection.readLine());
    if (text === "") return [];
    return [{ port, kind: text.startsWith("SSH-") ? "ssh" : "greeting", text }];
  });
}
