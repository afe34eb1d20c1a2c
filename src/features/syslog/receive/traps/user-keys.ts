import { RecentMap } from "#platform/recent-map";
import { type AuthKey, localiseKey, type PrivKey, privacyKey } from "#platform/snmp/usm-keys";
import type { TrapUser } from "./access";

/** A user's keys at one engine. That of privacy is made when it is first asked for: it may cost some milliseconds. */
export type UserKeys = { auth: AuthKey | null; priv: (() => PrivKey) | null };

const MAX_KEYS = 4096;

/** Keys by user and engine: 4,096 at a time, and only of engines that have shown that they have the user's. */
export class UserKeyCache {
  readonly #keys = new RecentMap<string, UserKeys>(MAX_KEYS);
  readonly #numbers = new Map<TrapUser, number>();

  /** Those that are kept, else new ones. */
  find(user: TrapUser, engine: Buffer): UserKeys {
    return this.#keys.get(this.#nameOf(user, engine)) ?? makeKeys(user, Buffer.from(engine));
  }

  /** Keeps keys that have proved right. The ones not used for longest go. */
  keep(user: TrapUser, engine: Buffer, keys: UserKeys): void {
    this.#keys.set(this.#nameOf(user, engine), keys);
  }

  clear(): void {
    this.#keys.clear();
    this.#numbers.clear();
  }

  #nameOf(user: TrapUser, engine: Buffer): string {
    const number = this.#numbers.get(user) ?? this.#numbers.size;
    this.#numbers.set(user, number);
    return `${number} ${engine.toString("latin1")}`;
  }
}

function makeKeys({ auth, priv }: TrapUser, engine: Buffer): UserKeys {
  if (auth === null) return { auth: null, priv: null };
  const { protocol } = auth;
  const authKey = { protocol, key: localiseKey(protocol, auth.passwordKey, engine) };
  if (priv === null) return { auth: authKey, priv: null };
  let made: PrivKey | undefined;
  return {
    auth: authKey,
    priv: () => {
      made ??= {
        protocol: priv.protocol,
        key: privacyKey(
          { auth: protocol, priv: priv.protocol },
          localiseKey(protocol, priv.passwordKey, engine),
          engine,
        ),
      };
      return made;
    },
  };
}
