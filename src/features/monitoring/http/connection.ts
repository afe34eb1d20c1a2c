import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { withWellKnown } from "#platform/authorities";
import { type Refusal, resolveTarget } from "#platform/active-targets";
import { findRouteTrouble } from "#platform/echo/route";
import type { Address } from "#platform/ip";
import type { LookUpName } from "#platform/name-lookup";
import { oneLine } from "#platform/one-line";
import type { ProbeRun } from "./run";
import { openTunnel } from "./tunnel";
import { describeCode, HttpTrouble, troubleOf } from "./trouble";

export type Way = {
  lookUp: LookUpName;
  refusal: Refusal;
  proxy: URL | undefined;
  verifyTls: boolean;
  authorities: string | undefined;
  /** Only where the origin is one that may see it. */
  clientCertificate: { certificate: string; key: string } | undefined;
};

const DAY_MS = 86_400_000;
/** Until the next address of a name is tried beside the last one (RFC 8305 section 5). */
const NEXT_ADDRESS_MS = 250;

/** A fresh connection to the origin of a URL, by the proxy if there is one, with TLS for https. */
export async function openConnection(url: URL, way: Way, run: ProbeRun): Promise<Socket> {
  const { proxy } = way;
  if (proxy === undefined) {
    const socket = await dial(url, way, run);
    return url.protocol === "https:" ? secure(socket, { url, way, run }) : socket;
  }
  await refuseKnownTarget(url, way, run);
  const carrier = await run.forOther("the proxy", async () => {
    const socket = await dial(proxy, way, run);
    return proxy.protocol === "https:"
      ? secure(socket, { url: proxy, way: { ...way, clientCertificate: undefined }, run })
      : socket;
  });
  if (url.protocol === "http:") return carrier;
  await openTunnel(carrier, { url, proxy, run });
  return secure(carrier, { url, way, run });
}

/** A proxy looks names up by itself; what this machine knows to be refused is not asked of it. */
async function refuseKnownTarget(url: URL, way: Way, run: ProbeRun): Promise<void> {
  try {
    await run.until(resolveTarget(hostOf(url), way));
  } catch (error) {
    run.signal.throwIfAborted();
    // That a name is not known here is the reason why some have a proxy.
    if (error instanceof Error && error.name === "RefusedTargetError") throw error;
  }
}

/** A TCP connection to one of the addresses that were judged: the name is not looked up again. */
async function dial(url: URL, { lookUp, refusal }: Way, run: ProbeRun): Promise<Socket> {
  run.enter("the name look-up");
  const begin = run.elapsedMs;
  const addresses = await run.until(resolveTarget(hostOf(url), { refusal, lookUp }));
  run.noteTime("dns_ms", begin);
  run.enter("the connection");
  const connecting = run.elapsedMs;
  const socket = connectTcp({
    host: hostOf(url),
    port: portOf(url),
    lookup: pinnedTo(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  });
  run.hold(socket);
  try {
    await run.happens(socket, "connect");
  } catch (error) {
    run.signal.throwIfAborted();
    throw (await withoutRoute(addresses)) ?? error;
  }
  run.noteTime("connect_ms", connecting);
  run.note("address", socket.remoteAddress ?? "");
  return socket;
}

function pinnedTo(addresses: readonly Address[]): LookupFunction {
  const found = addresses.map((address) => ({
    address: address.toString(),
    family: address.kind() === "ipv4" ? 4 : 6,
  }));
  return (_host, { all }, callback) => {
    if (all === true) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
}

/**
 * Where this machine has no way to any of the addresses, it can say nothing of their host. Connections call that
 * "refused" (Bun 1.4.5).
 */
async function withoutRoute(addresses: readonly Address[]): Promise<HttpTrouble | undefined> {
  const troubles = await Promise.all(addresses.map((address) => findRouteTrouble(address.toString())));
  const [first] = troubles;
  if (first === undefined || first === null || troubles.includes(null)) return undefined;
  return new HttpTrouble(first.message, "unknown");
}

type Securing = { url: URL; way: Way; run: ProbeRun };

/**
 * TLS over a connection. A certificate that is not trusted is read, too, and then refused: nothing of the request has
 * been sent by then.
 */
async function secure(socket: Socket, { url, way, run }: Securing): Promise<TLSSocket> {
  run.enter("the TLS handshake");
  const begin = run.elapsedMs;
  const host = hostOf(url).replace(/\.$/, "");
  const secured = beginTls(socket, host, way);
  run.hold(secured);
  await run.happens(secured, "secureConnect");
  run.noteTime("tls_ms", begin);
  const problem = secured.authorized ? undefined : describeCode(String(secured.authorizationError));
  describeCertificate(secured, problem, run);
  if (problem !== undefined && way.verifyTls) throw new HttpTrouble(problem);
  return secured;
}

function beginTls(socket: Socket, host: string, { authorities, clientCertificate }: Way): TLSSocket {
  try {
    return connectTls({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
      ALPNProtocols: ["http/1.1"],
      ...(authorities !== undefined && { ca: withWellKnown(authorities) }),
      ...(clientCertificate !== undefined && {
        cert: clientCertificate.certificate,
        key: clientCertificate.key,
      }),
    });
  } catch (error) {
    throw new HttpTrouble(
      `the PEM of a certificate or key cannot be used: ${troubleOf(error).message}`,
      "unknown",
      error,
    );
  }
}

function describeCertificate(secured: TLSSocket, problem: string | undefined, run: ProbeRun): void {
  const certificate = secured.getPeerX509Certificate();
  if (certificate === undefined) return;
  const expiresAt = new Date(certificate.validTo);
  const issuer = oneLine(certificate.issuer.replaceAll("\n", ", "));
  run.addCertificate({ expiresAt, issuer });
  if (run.certificate?.expiresAt !== expiresAt) return;
  run.details["tls_version"] = secured.getProtocol() ?? "";
  run.details["certificate_days"] = Math.floor((expiresAt.getTime() - Date.now()) / DAY_MS);
  if (problem !== undefined) run.details["certificate_problem"] = problem;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function portOf({ protocol, port }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}
