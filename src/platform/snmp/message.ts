import { BerReader, encode, encodeInteger, TAG } from "./ber";
import { type AuthKey, authenticationCode, codeBytesOf, encrypt, type PrivKey, SALT_BYTES } from "./usm-keys";

/** A message of version 1 or 2c (RFC 1157 section 4, RFC 1901). */
export type CommunityMessage = { version: "v1" | "v2c"; community: Buffer; pdu: BerReader };

/**
 * A message of version 3 with the User-based Security Model (RFC 3412 section 6, RFC 3414 section 2.4). Octets are
 * views of it.
 */
export type UserMessage = {
  version: "v3";
  messageId: number;
  isAuthenticated: boolean;
  isEncrypted: boolean;
  /** The sender wants to be told why its message is not taken. */
  isReportable: boolean;
  /** Of the engine that is authoritative. */
  engine: Buffer;
  boots: number;
  time: number;
  user: Buffer;
  code: Buffer;
  salt: Buffer;
  /** The scoped PDU, or what it was encrypted to. */
  data: Buffer;
};

const VERSIONS = { 0: "v1", 1: "v2c" } as const;
const VERSION_3 = 3;
const USER_BASED = 3;
const AUTHENTICATED = 1;
const ENCRYPTED = 2;
const REPORTABLE = 4;
const MAX_ENGINE_BYTES = 32;
/** Of starts, and of seconds since the last. */
const MAX_COUNT = 2 ** 31 - 1;
const MAX_USER_BYTES = 32;
const MAX_MESSAGE_BYTES = 65_507;

/** Who sends what, as far as it can be read without a key. */
export function readEnvelope(octets: Buffer): CommunityMessage | UserMessage | "malformed" {
  const message = BerReader.of(octets).enter(TAG.sequence);
  const version = message.readInteger();
  if (version === VERSION_3) return readUserMessage(message);
  if (version !== 0 && version !== 1) return "malformed";
  const community = message.readOctets();
  return message.isBroken ? "malformed" : { version: VERSIONS[version], community, pdu: message };
}

function readUserMessage(message: BerReader): UserMessage | "malformed" {
  const header = message.enter(TAG.sequence);
  const messageId = header.readInteger();
  header.readInteger();
  const [flags = 0] = header.readOctets();
  const model = header.readInteger();
  const security = message.enter(TAG.octets).enter(TAG.sequence);
  const engine = security.readOctets();
  const boots = security.readInteger();
  const time = security.readInteger();
  const user = security.readOctets();
  const code = security.readOctets();
  const salt = security.readOctets();
  const isEncrypted = (flags & ENCRYPTED) !== 0;
  const data = isEncrypted ? message.readOctets() : message.readWhole();
  const isAuthenticated = (flags & AUTHENTICATED) !== 0;
  const isSound =
    model === USER_BASED &&
    isCount(boots) &&
    isCount(time) &&
    engine.length <= MAX_ENGINE_BYTES &&
    user.length <= MAX_USER_BYTES &&
    (isAuthenticated || !isEncrypted);
  if (message.isBroken || !isSound) return "malformed";
  const isReportable = (flags & REPORTABLE) !== 0;
  return {
    version: "v3",
    messageId,
    isAuthenticated,
    isEncrypted,
    isReportable,
    engine,
    boots,
    time,
    user,
    code,
    salt,
    data,
  };
}

function isCount(value: number): boolean {
  return value >= 0 && value <= MAX_COUNT;
}

/** What a PDU is about: an engine, and a name within it. An answer is about the same (RFC 3412 section 7.1). */
export type Context = { engine: Buffer; name: Buffer };

/** A scoped PDU in clear (RFC 3412 section 6.8). What stands behind it, as padding does, is passed over. */
export function readScopedPdu(data: Buffer): { context: Context; pdu: BerReader } | "malformed" {
  const scoped = BerReader.of(data).enter(TAG.sequence);
  const context = { engine: scoped.readOctets(), name: scoped.readOctets() };
  return scoped.isBroken ? "malformed" : { context, pdu: scoped };
}

/** The answer to an inform of version 2c: what it said, once more. */
export function encodeCommunityMessage(community: Buffer, pdu: Buffer): Buffer {
  return encode(TAG.sequence, encodeInteger(1), encode(TAG.octets, community), pdu);
}

export function encodePdu(tag: number, requestId: number, variables: Buffer): Buffer {
  return encode(tag, encodeInteger(requestId), encodeInteger(0), encodeInteger(0), variables);
}

/** What a message of ours says beside its PDU. Without keys it is neither authenticated nor encrypted. */
export type Answer = {
  messageId: number;
  engine: Buffer;
  boots: number;
  time: number;
  user: Buffer;
  context: Context;
  pdu: Buffer;
  auth: AuthKey | null;
  priv: { key: PrivKey; salt: Buffer } | null;
};

/** A message of version 3 of ours, the authoritative engine, to whom nobody reports. */
export function encodeUserMessage(answer: Answer): Buffer {
  const { messageId, engine, boots, time, user, context, pdu, auth, priv } = answer;
  const about = [encode(TAG.octets, context.engine), encode(TAG.octets, context.name)];
  const scoped = encode(TAG.sequence, ...about, pdu);
  const salt = priv?.salt ?? Buffer.alloc(0);
  const data =
    priv === null ? scoped : encode(TAG.octets, encrypt(priv.key, scoped, { boots, time, salt: priv.salt }));
  const codeBytes = auth === null ? 0 : codeBytesOf(auth.protocol);
  const flags = (auth === null ? 0 : AUTHENTICATED) | (priv === null ? 0 : ENCRYPTED);
  const security = encode(
    TAG.sequence,
    encode(TAG.octets, engine),
    encodeInteger(boots),
    encodeInteger(time),
    encode(TAG.octets, user),
    encode(TAG.octets, Buffer.alloc(codeBytes)),
    encode(TAG.octets, salt),
  );
  const message = encode(
    TAG.sequence,
    encodeInteger(VERSION_3),
    encode(
      TAG.sequence,
      encodeInteger(messageId),
      encodeInteger(MAX_MESSAGE_BYTES),
      encode(TAG.octets, Buffer.from([flags])),
      encodeInteger(USER_BASED),
    ),
    encode(TAG.octets, security),
    data,
  );
  if (auth !== null) {
    const saltBytes = 2 + (priv === null ? 0 : SALT_BYTES);
    const code = authenticationCode(auth, message);
    code.copy(message, message.length - data.length - saltBytes - codeBytes);
  }
  return message;
}
