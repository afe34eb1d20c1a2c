import {
  Authentication,
  AuthProtocols,
  createSession,
  createV3Session,
  PrivProtocols,
  RequestFailedError,
  RequestTimedOutError,
  ResponseInvalidCode,
  ResponseInvalidError,
  SecurityLevel,
  Version1,
  Version2c,
  Version3,
  type Session,
  type SessionOptions,
  type User,
  type Varbind,
} from "net-snmp";
import type { SnmpAccess } from "./access";
import { openDatagramSocket, troubleOfDatagram, type Answer, type DatagramSocket } from "../probe/datagram";
import type { Endpoint, ProbeLimits } from "../probe/endpoint";
import { OutOfTimeError, ProbeTrouble, watchLimits } from "../probe/trouble";
import { missingOf } from "./value";

/** An agent needs two; one that sends more than this keeps us busy. */
const MAX_DATAGRAMS = 32;
/** The library keeps a key for each engine that it has ever met, and an agent may have a new one each time. */
const SESSIONS_PER_KEY_CACHE = 2000;
const FLAG_AUTHENTICATED = 1;
const FLAG_ENCRYPTED = 2;
const NO_SUCH_NAME = 2;
/** noAccess and authorizationError: the agent has it, but not for us. */
const NOT_FOR_US: readonly number[] = [6, 16];

type UserAccess = Extract<SnmpAccess, { version: "v3" }>;

/** What the engine of an agent says to a message that it does not take (RFC 3414 3.2), as the library names it. */
const REPORTS: readonly [start: string, words: string][] = [
  ["Unsupported Security Level", "the agent has another security level for this user"],
  ["Not In Time Window", "the agent's engine holds the message to be old"],
  ["Unknown User Name", "the agent knows no such user"],
  ["Unknown Engine ID", "the agent says that it is another engine"],
  ["Wrong Digest", "the agent refuses the authentication: key or protocol is another"],
  ["Decryption Error", "the agent cannot decrypt the message: key or protocol of privacy is another"],
];

/** An agent that answered that it has no value there. */
export class NoSuchNameError extends Error {
  override readonly name = "NoSuchNameError";
  readonly latencyMs: number;

  constructor(latencyMs: number) {
    super("the agent knows no such name");
    this.latencyMs = latencyMs;
  }
}

let sessionsOfUsers = 0;

/**
 * Asks an agent for one variable.
 * @throws ProbeTrouble, `unknown` where the agent refuses our credentials; NoSuchNameError; the signal's reason.
 */
export async function getVariable(
  { oid, ...target }: Agent & { oid: string },
  limits: ProbeLimits,
): Promise<Answer<Varbind>> {
  limits.signal.throwIfAborted();
  const session = await SnmpSession.open(target);
  try {
    return await session.get(oid, limits);
  } finally {
    session.close();
  }
}

/** Where an agent is, and how it is asked. */
export type Agent = Endpoint & { access: SnmpAccess };

/**
 * One agent, asked again and again. Whatever it sends, only what answers a question of ours is given to whoever asked
 * it.
 */
export class SnmpSession {
  readonly #agent: Agent;
  readonly #socket: DatagramSocket;
  readonly #session: Session;
  /** What ends the questions that are open. */
  readonly #open = new Set<(reason: unknown) => void>();
  /** Datagrams since the last answer. */
  #heard = 0;
  /** Whether it may be asked for several variables behind a name at once; version 1 knows no such question. */
  #takesBulk: boolean;

  private constructor(agent: Agent, socket: DatagramSocket, session: Session) {
    this.#agent = agent;
    this.#socket = socket;
    this.#session = session;
    this.#takesBulk = agent.access.version !== "v1";
  }

  /** @throws ProbeTrouble, `unknown`, where nothing can be sent to it. */
  static async open({ access, ...target }: Agent): Promise<SnmpSession> {
    let take: ((octets: Buffer) => void) | undefined;
    const socket = await openDatagramSocket(target, {
      data: (octets) => opened.#hear(octets, take),
      error: (error) => opened.#fail(troubleOfDatagram(error)),
    });
    const session = openSession(
      access,
      target,
      dgramOver(socket, {
        onListener: (listener) => (take = listener),
        reject: (reason) => opened.#fail(reason),
      }),
    );
    // What cannot be read is none of ours: there may be another.
    session.on("error", () => undefined);
    const opened = new SnmpSession({ access, ...target }, socket, session);
    return opened;
  }

  /**
   * The variable of a name.
   * @throws ProbeTrouble, `unknown` where the agent refuses our credentials; NoSuchNameError; the signal's reason.
   */
  get(oid: string, limits: ProbeLimits): Promise<Answer<Varbind>> {
    return this.#ask<Varbind>(limits, (done) => this.#session.get([oid], done));
  }

  /** The variable behind a name, in the agent's order, which need not be right. @throws as `get`. */
  getNext(oid: string, limits: ProbeLimits): Promise<Answer<Varbind>> {
    return this.#ask<Varbind>(limits, (done) => this.#session.getNext([oid], done));
  }

  /**
   * The variables behind a name, at most `count` (RFC 3416 section 4.2.3); one alone where the agent does not answer
   * that, as some do whose answer does not fit into a packet. @throws as `get`.
   */
  async getBehind(oid: string, count: number, limits: ProbeLimits): Promise<Varbind[]> {
    if (count > 1 && this.#takesBulk) {
      try {
        const { value: found } = await this.#ask<Varbind[]>(limits, (done) =>
          this.#session.getBulk([oid], 0, count, done),
        );
        const [first] = found;
        // The name itself is no answer, unless nothing comes behind it.
        if (first !== undefined && (first.oid !== oid || missingOf(first) !== undefined)) return found;
      } catch (error) {
        if (!(error instanceof ProbeTrouble)) throw error;
      }
    }
    const { value } = await this.getNext(oid, limits);
    if (count > 1) this.#takesBulk = false;
    return [value];
  }

  /**
   * The same agent about one VLAN, as switches take it that have a table for each: the community `…@10`, or the context
   * `vlan-10` of version 3. Whoever opens it closes it. @throws as `open`.
   */
  openVlan(vlan: number): Promise<SnmpSession> {
    const { access, ...target } = this.#agent;
    const own =
      access.version === "v3"
        ? { ...access, context: `vlan-${vlan}` }
        : { ...access, community: `${access.community}@${vlan}` };
    return SnmpSession.open({ ...target, access: own });
  }

  /** Of version 3: how the agent's engine calls itself; undefined: it has not told yet, or the version has none. */
  get engineId(): Buffer | undefined {
    const id = this.#session.msgSecurityParameters?.msgAuthoritativeEngineID;
    return Buffer.isBuffer(id) && id.length > 0 ? id : undefined;
  }

  close(): void {
    this.#socket.close();
    // Its timers; whoever waited has got the answer by now.
    this.#session.close();
  }

  async #ask<Given>(
    limits: ProbeLimits,
    ask: (done: (error: Error | null, given?: Given[]) => void) => void,
  ): Promise<Answer<Given>> {
    limits.signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Answer<Given>>();
    // It may be rejected before anybody waits for it.
    promise.catch(() => undefined);
    this.#open.add(reject);
    const stop = watchLimits(limits, (reason) =>
      reject(reason instanceof OutOfTimeError ? silence(limits.timeoutMs, this.#asked()) : reason),
    );
    try {
      const startedAt = performance.now();
      ask((error, given) => {
        const latencyMs = performance.now() - startedAt;
        const [value] = given ?? [];
        if (error === null && value !== undefined) {
          this.#heard = 0;
          resolve({ value, latencyMs });
        } else reject(reasonOf(error, { ...this.#asked(), latencyMs }));
      });
      return await promise;
    } finally {
      stop();
      this.#open.delete(reject);
    }
  }

  #asked(): Asked {
    return {
      access: this.#agent.access,
      heard: this.#heard,
      isMet: this.#session.msgSecurityParameters !== undefined,
    };
  }

  #hear(octets: Buffer, take: ((octets: Buffer) => void) | undefined): void {
    if (++this.#heard > MAX_DATAGRAMS)
      return this.#fail(new ProbeTrouble(`${this.#heard} datagrams, none an answer`));
    try {
      take?.(octets);
    } catch {
      this.#fail(new ProbeTrouble("the answer is malformed"));
    }
  }

  #fail(reason: unknown): void {
    for (const reject of this.#open) reject(reason);
  }
}

/** The library's kind of socket over one that only hears the target. */
function dgramOver(
  socket: DatagramSocket,
  given: { onListener: (listener: (octets: Buffer) => void) => void; reject: (reason: unknown) => void },
): SessionOptions["dgramModule"] {
  let closed: ((octets: Buffer) => void) | undefined;
  return {
    createSocket: () => ({
      on(event, listener) {
        if (event === "message") given.onListener(listener);
        if (event === "close") closed = listener;
      },
      send(...[octets, offset, length, , , sent]) {
        try {
          socket.send(octets.subarray(offset, offset + length));
          sent(null);
        } catch (error) {
          given.reject(troubleOfDatagram(error));
        }
      },
      close: () => closed?.(Buffer.alloc(0)),
      ref: () => undefined,
      unref: () => undefined,
    }),
  };
}

function openSession(
  access: SnmpAccess,
  { address, port }: Endpoint,
  dgramModule: SessionOptions["dgramModule"],
): Session {
  const { timeoutMs: timeout, retries } = access;
  const options = { port, timeout, retries, dgramModule, reportOidMismatchErrors: true };
  if (access.version !== "v3") {
    const version = access.version === "v1" ? Version1 : Version2c;
    return createSession(address, access.community, { ...options, version });
  }
  if (++sessionsOfUsers % SESSIONS_PER_KEY_CACHE === 0) Authentication.authToKeyCache = {};
  const session = createV3Session(address, userOf(access), {
    ...options,
    version: Version3,
    context: access.context,
  });
  refuseDowngrade(session, access);
  return session;
}

function userOf({ username: name, auth, priv }: UserAccess): User {
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

/** The library takes an answer that is less protected than what it asked: anybody could have written it. */
function refuseDowngrade(session: Session, { auth, priv }: UserAccess): void {
  const needed = (auth === null ? 0 : FLAG_AUTHENTICATED) | (priv === null ? 0 : FLAG_ENCRYPTED);
  const take = session.onSimpleGetResponse.bind(session);
  session.onSimpleGetResponse = (request, message) => {
    const flags = message.msgGlobalData?.msgFlags ?? 0;
    if ((flags & needed) === needed) take(request, message);
    else request.responseCb(new ProbeTrouble("the answer is not protected as the request was"));
  };
}

/** `isMet`: its engine has told who it is, which needs no keys. */
type Asked = { access: SnmpAccess; heard: number; isMet: boolean };

function reasonOf(error: Error | null, { latencyMs, ...asked }: Asked & { latencyMs: number }): Error {
  const { access } = asked;
  if (error instanceof RequestTimedOutError) return silence(access.timeoutMs * (access.retries + 1), asked);
  if (error instanceof RequestFailedError) {
    if (error.status === NO_SUCH_NAME) return new NoSuchNameError(latencyMs);
    const isRefusal = NOT_FOR_US.includes(error.status);
    return isRefusal
      ? new ProbeTrouble("the agent does not let us read that", "unknown")
      : new ProbeTrouble(`the agent answers with an error: ${nameOf(error)}`);
  }
  if (error instanceof ResponseInvalidError) return troubleOfAnswer(error);
  return error instanceof ProbeTrouble ? error : new ProbeTrouble("the answer is malformed");
}

/** Without the identifier that may stand behind it. */
function nameOf({ message }: Error): string {
  return message.split(":", 1)[0] ?? message;
}

function troubleOfAnswer({ code, message }: ResponseInvalidError): ProbeTrouble {
  const [, report] = REPORTS.find(([start]) => message.startsWith(start)) ?? [];
  if (report !== undefined) return new ProbeTrouble(report, "unknown");
  switch (code) {
    case ResponseInvalidCode.EAuthFailure:
      return new ProbeTrouble("the answer is not authentic: the agent has another key", "unknown");
    case ResponseInvalidCode.ECouldNotDecrypt:
      return new ProbeTrouble("the answer cannot be decrypted: the agent has another key", "unknown");
    case ResponseInvalidCode.ECommunityNoMatch:
      return new ProbeTrouble("the answer is of another community");
    default:
      return new ProbeTrouble("the answer is malformed");
  }
}

/** Agents do not answer a community that they do not know, nor can it be told from one that is not there. */
function silence(timeoutMs: number, { access, heard, isMet }: Asked): OutOfTimeError {
  const within = `no answer within ${timeoutMs} ms`;
  if (isMet)
    return new OutOfTimeError(`${within}; the agent is there, but is silent to this user`, "unknown");
  if (heard > 0) return new OutOfTimeError(`${within}; what came was none: ${heard}`);
  const hint =
    access.version === "v3" ? "" : "; to a community that it does not know an agent is silent, too";
  return new OutOfTimeError(within + hint);
}
