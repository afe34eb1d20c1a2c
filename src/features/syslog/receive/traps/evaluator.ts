import {
  encodeCommunityMessage,
  encodePdu,
  readEnvelope,
  type CommunityMessage,
} from "#platform/snmp/message";
import { PDU, readNotification } from "#platform/snmp/notification";
import type { TrapAccess } from "./access";
import { OwnEngine, type SecondsClock } from "./engine-clocks";
import type { TrapEngine } from "./own-engine";
import { UserSecurity } from "./user-security";
import type { TrapVerdict } from "./verdict";

/** Decides whose traps are taken. Whatever the octets are, it gives a verdict. */
export class TrapEvaluator {
  readonly #security: UserSecurity;
  #communities = new Set<string>();
  #isAnyCommunity = false;

  constructor(engine: TrapEngine, now: SecondsClock) {
    this.#security = new UserSecurity(new OwnEngine(engine, now), now);
  }

  /** Holds from the next message on. */
  setAccess({ communities, isAnyCommunity, users }: TrapAccess): void {
    this.#communities = new Set(communities.map((text) => Buffer.from(text).toString("latin1")));
    this.#isAnyCommunity = isAnyCommunity;
    this.#security.setUsers(users);
  }

  evaluate(octets: Buffer): TrapVerdict {
    const message = readEnvelope(octets);
    if (message === "malformed") return { refusal: "malformed" };
    return message.version === "v3"
      ? this.#security.evaluate(message, octets)
      : this.#evaluateCommunity(message);
  }

  #evaluateCommunity({ version, community, pdu }: CommunityMessage): TrapVerdict {
    const isKnown = this.#isAnyCommunity || this.#communities.has(community.toString("latin1"));
    if (!isKnown) return { refusal: "wrong_community" };
    const notification = readNotification(pdu);
    if (notification === "malformed") return { refusal: "malformed" };
    if (notification === "other") return { refusal: "not_a_trap" };
    if (notification.kind === "trap")
      return { refusal: null, notification, origin: { version }, answer: undefined };
    const { requestId, variableOctets } = notification;
    return {
      refusal: null,
      notification,
      origin: { version },
      answer: () => encodeCommunityMessage(community, encodePdu(PDU.response, requestId, variableOctets)),
    };
  }
}
