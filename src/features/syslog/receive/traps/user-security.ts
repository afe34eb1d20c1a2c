import { randomBytes } from "node:crypto";
import { encode, encodeOid, encodeInteger, TAG } from "#platform/snmp/ber";
import {
  type Context,
  encodePdu,
  encodeUserMessage,
  readScopedPdu,
  type UserMessage,
} from "#platform/snmp/message";
import { type Notification, PDU, readNotification } from "#platform/snmp/notification";
import { decrypt, isAuthentic } from "#platform/snmp/usm-keys";
import type { TrapUser } from "./access";
import { EngineClocks, type OwnEngine, type SecondsClock } from "./engine-clocks";
import { type UserKeys, UserKeyCache } from "./user-keys";
import type { TrapVerdict } from "./verdict";

/** Counters of RFC 3414 section 5, which tell a sender why its message is not taken. */
const REPORTS = {
  wrong_level: "1.3.6.1.6.3.15.1.1.1.0",
  outside_time_window: "1.3.6.1.6.3.15.1.1.2.0",
  unknown_user: "1.3.6.1.6.3.15.1.1.3.0",
  wrong_engine: "1.3.6.1.6.3.15.1.1.4.0",
  wrong_key: "1.3.6.1.6.3.15.1.1.5.0",
} as const;

const NO_NAME = Buffer.alloc(0);

type Reason = keyof typeof REPORTS;

/**
 * The User-based Security Model (RFC 3414) on the side that receives. A trap's sender is authoritative: its engine is
 * learnt of its messages, and keys are localised to that. For an inform we are: a sender that asks for our engine and
 * its clock is told.
 */
export class UserSecurity {
  readonly #own: OwnEngine;
  readonly #clocks: EngineClocks;
  readonly #keys = new UserKeyCache();
  #users = new Map<string, TrapUser[]>();
  #salt = randomBytes(8).readBigUInt64BE();
  /** Of reports, since start. */
  #reports = 0;

  constructor(own: OwnEngine, now: SecondsClock) {
    this.#own = own;
    this.#clocks = new EngineClocks(now);
  }

  setUsers(users: readonly TrapUser[]): void {
    this.#users = Map.groupBy(users, ({ name }) => name);
    this.#keys.clear();
  }

  /** What becomes of a message; `octets` are the whole of it. */
  evaluate(message: UserMessage, octets: Buffer): TrapVerdict {
    const isForUs = message.engine.equals(this.#own.id);
    if (message.engine.length === 0) return this.#introduce(message);
    const found = this.#findUser(message, octets);
    if (typeof found === "string") return this.#refuse(found, message, null);
    if (found.auth !== null && !this.#isInTime(message, isForUs)) {
      const verdict = this.#refuse("outside_time_window", message, isForUs ? found : null);
      // So a sender asks for our clock, once it has our engine (RFC 3414 section 4).
      const isQuestion = isForUs && message.boots === 0 && message.time === 0;
      const { reply } = verdict;
      return isQuestion && reply !== undefined ? { refusal: null, reply } : verdict;
    }
    const data = this.#open(message, found);
    const scoped = data === undefined ? "malformed" : readScopedPdu(data);
    if (scoped === "malformed")
      return message.isEncrypted ? this.#refuse("wrong_key", message, null) : { refusal: "malformed" };
    const notification = readNotification(scoped.pdu);
    if (notification === "malformed") return { refusal: "malformed" };
    if (notification === "other") return { refusal: "not_a_trap" };
    if (notification.kind === "inform" && !isForUs) return this.#refuse("wrong_engine", message, null);
    return {
      refusal: null,
      notification,
      origin: {
        version: "v3",
        user: message.user.toString(),
        engine: message.engine.toString("hex"),
        context: scoped.context.name.toString(),
      },
      answer:
        notification.kind === "inform"
          ? () => this.#answer(message, found, { ...notification, context: scoped.context })
          : undefined,
    };
  }

  /** A sender that does not know our engine yet (RFC 3414 section 4). */
  #introduce(message: UserMessage): TrapVerdict {
    if (!message.isReportable) return { refusal: "malformed" };
    return { refusal: null, reply: this.#report("wrong_engine", message, null) };
  }

  #findUser(message: UserMessage, octets: Buffer): UserKeys | "unknown_user" | "wrong_level" | "wrong_key" {
    const users = this.#users.get(message.user.toString());
    if (users === undefined) return "unknown_user";
    const fitting = users.filter(
      ({ auth, priv }) =>
        (auth !== null) === message.isAuthenticated && (priv !== null) === message.isEncrypted,
    );
    if (fitting.length === 0) return "wrong_level";
    for (const user of fitting) {
      const keys = this.#keys.find(user, message.engine);
      // Whoever has none proves nothing: there is nothing to keep, nor room for it.
      if (keys.auth === null) return keys;
      if (!isAuthentic(keys.auth, octets, message.code)) continue;
      this.#keys.keep(user, message.engine, keys);
      return keys;
    }
    return "wrong_key";
  }

  #isInTime(message: UserMessage, isForUs: boolean): boolean {
    return isForUs
      ? this.#own.isInTime(message)
      : this.#clocks.accept(message.engine.toString("latin1"), message);
  }

  #open(message: UserMessage, { priv }: UserKeys): Buffer | undefined {
    if (!message.isEncrypted) return message.data;
    return priv === null ? undefined : decrypt(priv(), message.data, message);
  }

  /** With keys, the sender may believe what it is told. */
  #refuse(refusal: Reason, message: UserMessage, keys: UserKeys | null): { refusal: Reason; reply?: Buffer } {
    const isTold =
      message.isReportable && (message.engine.equals(this.#own.id) || refusal === "wrong_engine");
    return isTold ? { refusal, reply: this.#report(refusal, message, keys) } : { refusal };
  }

  #report(reason: Reason, message: UserMessage, keys: UserKeys | null): Buffer {
    this.#reports = (this.#reports + 1) % 2 ** 31;
    const value = encodeInteger(this.#reports, TAG.counter32);
    const variables = encode(TAG.sequence, encode(TAG.sequence, encodeOid(REPORTS[reason]), value));
    return encodeUserMessage({
      messageId: message.messageId,
      engine: this.#own.id,
      boots: this.#own.boots,
      time: this.#own.time,
      user: message.user,
      context: { engine: this.#own.id, name: NO_NAME },
      pdu: encodePdu(PDU.report, requestIdOf(message), variables),
      auth: keys?.auth ?? null,
      priv: null,
    });
  }

  #answer(
    message: UserMessage,
    { auth, priv }: UserKeys,
    { context, requestId, variableOctets }: Notification & { context: Context },
  ): Buffer {
    return encodeUserMessage({
      messageId: message.messageId,
      engine: this.#own.id,
      boots: this.#own.boots,
      time: this.#own.time,
      user: message.user,
      context,
      pdu: encodePdu(PDU.response, requestId, variableOctets),
      auth,
      priv: priv === null ? null : { key: priv(), salt: this.#nextSalt() },
    });
  }

  #nextSalt(): Buffer {
    this.#salt = BigInt.asUintN(64, this.#salt + 1n);
    const salt = Buffer.alloc(8);
    salt.writeBigUInt64BE(this.#salt);
    return salt;
  }
}

/** Where the PDU can be read without a key. */
function requestIdOf({ isEncrypted, data }: UserMessage): number {
  const scoped = isEncrypted ? "malformed" : readScopedPdu(data);
  if (scoped === "malformed") return 0;
  const { pdu } = scoped;
  return pdu.enter(pdu.nextTag).readInteger();
}
