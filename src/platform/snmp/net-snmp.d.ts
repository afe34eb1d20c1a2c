/**
 * What is used here of a library that has no types of its own; those of DefinitelyTyped lack its own sockets and its
 * agent's MIB.
 */
declare module "net-snmp" {
  import type { Socket } from "node:dgram";

  export const Version1: 0;
  export const Version2c: 1;
  export const Version3: 3;
  export const TrapType: Readonly<Record<string, number>>;
  export const ObjectType: Readonly<Record<string, number>>;
  export const AuthProtocols: Readonly<Record<"md5" | "sha" | "sha256" | "sha512", number>>;
  export const PrivProtocols: Readonly<Record<"des" | "aes" | "aes256r", number>>;
  export const SecurityLevel: Readonly<Record<"noAuthNoPriv" | "authNoPriv" | "authPriv", number>>;
  export const ResponseInvalidCode: Readonly<
    Record<"EAuthFailure" | "ECouldNotDecrypt" | "ECommunityNoMatch" | "ENotInTimeWindow", number>
  >;
  export const MaxAccess: Readonly<Record<string, number>>;
  export const MibProviderType: Readonly<Record<"Scalar" | "Table", number>>;
  /** Keys that were derived from passwords, by password and engine. */
  export const Authentication: { authToKeyCache: Record<string, Buffer> };

  export class RequestTimedOutError extends Error {}
  export class RequestFailedError extends Error {
    /** As RFC 3416 numbers them. */
    status: number;
  }
  export class ResponseInvalidError extends Error {
    code: number;
  }

  export type Varbind = { oid: string; type: number; value: unknown };
  export type User = {
    name: string;
    level: number | undefined;
    authProtocol?: number;
    authKey?: string;
    privProtocol?: number;
    privKey?: string;
  };
  type Message = { msgGlobalData?: { msgFlags: number } };
  type Request = { responseCb: (error: Error) => void };
  type Sending = [
    octets: Buffer,
    offset: number,
    length: number,
    port: number,
    host: string,
    sent: (error: Error | null) => void,
  ];
  type Trap = [
    kind: number | string,
    varbinds: readonly Varbind[],
    options: { agentAddr?: string; upTime?: number },
    told: (error: Error | null) => void,
  ];
  type SocketLike = {
    on: (event: string, listener: (octets: Buffer) => void) => void;
    send: (...given: Sending) => void;
    close: () => void;
    ref: () => void;
    unref: () => void;
  };
  type Bulk = [
    oids: readonly string[],
    nonRepeaters: number,
    maxRepetitions: number,
    done: (error: Error | null, varbinds?: Varbind[][]) => void,
  ];
  export type SessionOptions = {
    version: 0 | 1 | 3;
    port: number;
    timeout: number;
    retries: number;
    context?: string;
    reportOidMismatchErrors: boolean;
    dgramModule: { createSocket: () => SocketLike };
  };
  export class Session {
    /** Of the agent's engine, once it has told them. */
    msgSecurityParameters?: { msgAuthoritativeEngineID?: unknown };
    get(oids: readonly string[], done: (error: Error | null, varbinds?: Varbind[]) => void): void;
    getNext(oids: readonly string[], done: (error: Error | null, varbinds?: Varbind[]) => void): void;
    getBulk(...given: Bulk): void;
    trap(...given: Trap): void;
    inform(
      kind: number | string,
      varbinds: readonly Varbind[],
      done: (error: Error | null, varbinds?: Varbind[]) => void,
    ): void;
    on(event: "error", listener: (error: Error) => void): void;
    onSimpleGetResponse(request: Request, message: Message): void;
    close(): void;
  }
  /** Of one that only tells. */
  export type SenderOptions = {
    version: 0 | 1 | 3;
    trapPort: number;
    timeout: number;
    retries: number;
    engineID?: string;
  };
  export function createSession(
    target: string,
    community: string,
    options: SessionOptions | SenderOptions,
  ): Session;
  export function createV3Session(
    target: string,
    user: User,
    options: SessionOptions | SenderOptions,
  ): Session;

  type Column = { number: number; name: string; type: number; maxAccess: number };
  type Provider = { name: string; type: number; oid: string; maxAccess: number } & (
    | { scalarType: number }
    | { tableColumns: readonly Column[]; tableIndex: { columnName: string; length?: number }[] }
  );
  type Agent = {
    getAuthorizer(): { addCommunity(name: string): void; addUser(user: User): void };
    getMib(): {
      registerProvider(provider: Provider): void;
      setScalarValue(name: string, value: unknown): void;
      addTableRow(name: string, row: unknown[]): void;
      setTableSingleCell(...given: [name: string, column: number, rowIndex: unknown[], value: unknown]): void;
      deleteTableRow(name: string, rowIndex: unknown[]): void;
    };
    listener: { sockets: Record<string, Socket> };
    close(): void;
  };
  export function createAgent(
    options: {
      port: number;
      address: string;
      transport: "udp4" | "udp6";
      engineID?: string;
      dgramModule?: { createSocket: (type: "udp4" | "udp6") => Socket };
    },
    told: (error: Error | null) => void,
  ): Agent;
}
