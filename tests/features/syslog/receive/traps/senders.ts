import {
  AuthProtocols,
  createSession,
  createV3Session,
  ObjectType,
  PrivProtocols,
  SecurityLevel,
  TrapType,
  Version1,
  Version2c,
  Version3,
  type Session,
  type User,
  type Varbind,
} from "net-snmp";
import type { SnmpAccess } from "#platform/snmp/access";
import { type TrapAccess, TrapAccessReader } from "../../../../../src/features/syslog/receive/traps/access";

type UserProfile = Extract<SnmpAccess, { version: "v3" }>;

const PATIENCE = { port: 161, timeoutMs: 1000, retries: 0 };
/** Of the device that sends, where a test names none. */
export const DEVICE_ENGINE = "80001f8880d1a2b3c4d5e6f701";

export const COMMUNITY: SnmpAccess = { ...PATIENCE, version: "v2c", community: "campus" };

export function givenUser(username: string, keys: Partial<Pick<UserProfile, "auth" | "priv">>): UserProfile {
  return { ...PATIENCE, version: "v3", username, auth: null, priv: null, context: "", ...keys };
}

export const ALICE = givenUser("alice", { auth: { protocol: "sha", key: "alice-authenticates" } });
export const BOB = givenUser("bob", {
  auth: { protocol: "sha256", key: "bob-authenticates" },
  priv: { protocol: "aes", key: "bob-encrypts-this" },
});

export const PROFILES: readonly SnmpAccess[] = [COMMUNITY, ALICE, BOB];

export function accessOf(profiles = PROFILES, isAnyCommunity = false): Promise<TrapAccess> {
  return new TrapAccessReader().read(profiles, isAnyCommunity);
}

type Place = { port: number; version?: "v1" | "v2c"; community?: string };

/** A real sender of version 1 or 2c, closed after the use. */
export async function withCommunity<T>(
  { port, version = "v2c", community = "campus" }: Place,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  return usingSession(
    createSession("127.0.0.1", community, { ...senderOptions(port), version: VERSIONS[version] }),
    use,
  );
}

/** A real sender of version 3. */
export async function withUser<T>(
  { port, user, engine = DEVICE_ENGINE }: { port: number; user: UserProfile; engine?: string },
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const options = { ...senderOptions(port), version: Version3, engineID: engine };
  return usingSession(createV3Session("127.0.0.1", userOf(user), options), use);
}

const VERSIONS = { v1: Version1, v2c: Version2c } as const;
const senderOptions = (trapPort: number) => ({ trapPort, timeout: 3000, retries: 0 });

async function usingSession<T>(session: Session, use: (session: Session) => Promise<T>): Promise<T> {
  session.on("error", () => undefined);
  try {
    return await use(session);
  } finally {
    session.close();
  }
}

export function userOf({ username: name, auth, priv }: UserProfile): User {
  if (auth === null) return { name, level: SecurityLevel.noAuthNoPriv };
  const authenticated = { name, authProtocol: AuthProtocols[auth.protocol], authKey: auth.key };
  if (priv === null) return { ...authenticated, level: SecurityLevel.authNoPriv };
  const protocol = priv.protocol === "aes256" ? "aes256r" : priv.protocol;
  return {
    ...authenticated,
    level: SecurityLevel.authPriv,
    privProtocol: PrivProtocols[protocol],
    privKey: priv.key,
  };
}

const type = (name: string): number => ObjectType[name] ?? 0;

/** What a switch says of a port that went down. */
export const LINK_DOWN: readonly Varbind[] = [
  { oid: "1.3.6.1.2.1.2.2.1.1.3", type: type("Integer"), value: 3 },
  { oid: "1.3.6.1.2.1.2.2.1.7.3", type: type("Integer"), value: 1 },
  { oid: "1.3.6.1.2.1.2.2.1.8.3", type: type("Integer"), value: 2 },
  { oid: "1.3.6.1.2.1.2.2.1.2.3", type: type("OctetString"), value: "GigabitEthernet1/0/3" },
];

export function sendLinkDown(
  session: Session,
  options: { agentAddr?: string; upTime?: number } = {},
): Promise<void> {
  return sendTrap(session, TrapType["LinkDown"] ?? 2, LINK_DOWN, options);
}

// oxlint-disable-next-line max-params -- as the library has them
export function sendTrap(
  session: Session,
  kind: number | string,
  variables: readonly Varbind[],
  options: { agentAddr?: string; upTime?: number } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    session.trap(kind, variables, options, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** Resolves when the inform is answered. */
export function sendInform(session: Session): Promise<readonly Varbind[]> {
  return new Promise((resolve, reject) => {
    session.inform(TrapType["LinkDown"] ?? 2, LINK_DOWN, (error, answered) =>
      error === null ? resolve(answered ?? []) : reject(error),
    );
  });
}

/** An inform that nobody answers, as it is on the wire. */
export async function capturedInform(): Promise<Buffer> {
  const [inform] = await captured((port, arrived) =>
    withCommunity({ port }, async (session) => {
      sendInform(session).catch(() => undefined);
      await arrived;
    }),
  );
  if (inform === undefined) throw new Error("no inform was sent");
  return inform;
}

/** The datagrams that `send` sends, as they are on the wire; `arrived` resolves once they are there. */
export async function captured(
  send: (port: number, arrived: Promise<void>) => Promise<unknown>,
  count = 1,
): Promise<Buffer[]> {
  const datagrams: Buffer[] = [];
  const all = Promise.withResolvers<void>();
  const socket = await Bun.udpSocket({
    hostname: "127.0.0.1",
    binaryType: "buffer",
    socket: {
      data(_, octets) {
        datagrams.push(Buffer.from(octets));
        if (datagrams.length >= count) all.resolve();
      },
    },
  });
  await send(socket.port, all.promise);
  await all.promise;
  socket.close();
  return datagrams;
}
