/** What is kept encrypted. */
export type Credentials = { community: string | null; auth_key: string | null; priv_key: string | null };

type Profile = Credentials & {
  version: string;
  username: string | null;
  auth_protocol: string | null;
  priv_protocol: string | null;
  context: string | null;
};

export const SECRETS = ["community", "auth_key", "priv_key"] as const;

const OF_VERSION_3 = [
  "username",
  "auth_protocol",
  "auth_key",
  "priv_protocol",
  "priv_key",
  "context",
] as const;

const NO_USER = {
  username: null,
  auth_protocol: null,
  auth_key: null,
  priv_protocol: null,
  priv_key: null,
  context: null,
};

/**
 * A profile with changes. A secret that is null in them is one that was not asked for again: it stays. What only the
 * former version or a protocol that is taken away had a use for goes.
 */
export function changedProfile<Stored extends Profile>(stored: Stored, changes: Partial<Stored>): Stored {
  const named = Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== null || !SECRETS.some((one) => one === name)),
  );
  const isUser = (changes.version ?? stored.version) === "v3";
  return {
    ...stored,
    ...(isUser ? { community: null } : NO_USER),
    ...(changes.auth_protocol === null ? { auth_key: null } : {}),
    ...(changes.priv_protocol === null ? { priv_key: null } : {}),
    ...named,
  };
}

/**
 * What keeps a profile from being used: v1 and v2c have a community (RFC 1157, RFC 1901), v3 a user whose messages may
 * be authenticated, and then may be encrypted (RFC 3414 1.4.2, RFC 3411 3.4.3: no privacy without authentication).
 */
export function problemsOf(profile: Profile): { field: keyof Profile; text: string }[] {
  return profile.version === "v3" ? problemsOfUser(profile) : problemsOfCommunity(profile);
}

function problemsOfCommunity(profile: Profile) {
  const { version } = profile;
  const foreign = OF_VERSION_3.filter((field) => profile[field] !== null);
  return [
    ...(profile.community === null
      ? [{ field: "community" as const, text: `${version} profiles need a community` }]
      : []),
    ...foreign.map((field) => ({ field, text: `${field} is for v3 profiles; this one is ${version}` })),
  ];
}

function problemsOfUser(profile: Profile) {
  const { auth_protocol: auth, auth_key: authKey, priv_protocol: priv, priv_key: privKey } = profile;
  const rules: [isBroken: boolean, field: keyof Profile, text: string][] = [
    [profile.username === null, "username", "v3 profiles need a username"],
    [profile.community !== null, "community", "v3 profiles have no community"],
    [auth !== null && authKey === null, "auth_key", "auth_protocol needs an auth_key"],
    [auth === null && authKey !== null, "auth_protocol", "auth_key needs an auth_protocol"],
    [priv !== null && privKey === null, "priv_key", "priv_protocol needs a priv_key"],
    [priv === null && privKey !== null, "priv_protocol", "priv_key needs a priv_protocol"],
    [priv !== null && auth === null, "priv_protocol", "priv_protocol needs an auth_protocol"],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, field, text]) => ({ field, text }));
}
