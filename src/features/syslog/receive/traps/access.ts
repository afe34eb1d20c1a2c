import { createHash } from "node:crypto";
import type { SnmpAccess } from "#platform/snmp/access";
import { type AuthProtocol, hashPassword, type PrivProtocol } from "#platform/snmp/usm-keys";

/** A user of version 3, with what the passwords of its keys hash to. Plain data: it goes to the receiver's thread. */
export type TrapUser = {
  name: string;
  auth: { protocol: AuthProtocol; passwordKey: Uint8Array } | null;
  priv: { protocol: PrivProtocol; passwordKey: Uint8Array } | null;
};

/** Whose traps are taken. */
export type TrapAccess = {
  /** Of version 1 and 2c alike. */
  communities: readonly string[];
  /** Any community will do. */
  isAnyCommunity: boolean;
  users: readonly TrapUser[];
};

type UserProfile = Extract<SnmpAccess, { version: "v3" }>;

/** Users with one name that are tried; each costs a hash of the message. */
const MAX_OF_ONE_NAME = 8;

/**
 * Turns profiles into whose traps are taken. Hashes of passwords take some milliseconds each, and are kept: a profile
 * seldom changes.
 */
export class TrapAccessReader {
  /** By digests of protocol and password. */
  #hashes = new Map<string, Uint8Array>();

  /** What the profiles with which devices are asked let devices say. Other work gets its turn between two hashes. */
  async read(profiles: readonly SnmpAccess[], isAnyCommunity: boolean): Promise<TrapAccess> {
    const used = new Map<string, Uint8Array>();
    const communities = new Set<string>();
    const users = new Map<string, TrapUser[]>();
    for (const profile of profiles) {
      if (profile.version !== "v3") {
        communities.add(profile.community);
        continue;
      }
      const ofName = users.get(profile.username) ?? [];
      users.set(profile.username, ofName);
      if (ofName.length < MAX_OF_ONE_NAME) ofName.push(await this.#readUser(profile, used));
    }
    // What no profile has any more is not kept.
    this.#hashes = used;
    return { communities: [...communities], isAnyCommunity, users: [...users.values()].flat() };
  }

  async #readUser(
    { username: name, auth, priv }: UserProfile,
    used: Map<string, Uint8Array>,
  ): Promise<TrapUser> {
    if (auth === null) return { name, auth: null, priv: null };
    const hash = async (password: string): Promise<Uint8Array> => {
      const key = createHash("sha256").update(`${auth.protocol} ${password}`).digest("hex");
      const known = this.#hashes.get(key) ?? used.get(key);
      if (known === undefined) await new Promise((resolve) => setImmediate(resolve));
      const found = known ?? hashPassword(auth.protocol, password);
      used.set(key, found);
      return found;
    };
    return {
      name,
      auth: { protocol: auth.protocol, passwordKey: await hash(auth.key) },
      priv: priv && { protocol: priv.protocol, passwordKey: await hash(priv.key) },
    };
  }
}
