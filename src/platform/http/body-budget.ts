import { tooManyRequests, unavailable, type ApiError } from "../errors";

/** What one request holds of a budget; more as its body comes. */
export type BodyClaim = {
  /** Throws 503 where so much is not left. */
  grow(bytes: number): void;
  release(): void;
};

/**
 * Memory that bodies of requests may hold at one time: from their first byte until the request has been answered. A
 * claim throws 429 where its owner has too many, or too much.
 */
export type BodyBudget = { claim(owner?: string): BodyClaim; readonly usedBytes: number };

/** What one owner may hold at a time; absent: any number of requests, all of the bytes. */
export type OwnLimits = { requests?: number; bytes?: number };

const RETRY_SECONDS = 5;
const OWN_RETRY_SECONDS = 1;

export function createBodyBudget(mostBytes: number, ofOne: OwnLimits = {}): BodyBudget {
  let used = 0;
  const owned = new Map<string, { requests: number; bytes: number }>();
  return {
    get usedBytes() {
      return used;
    },
    claim(owner) {
      const present = (owner === undefined ? undefined : owned.get(owner)) ?? { requests: 0, bytes: 0 };
      if (present.requests >= (ofOne.requests ?? Infinity)) throw tooMany("requests");
      present.requests++;
      if (owner !== undefined) owned.set(owner, present);
      let own = 0;
      let isHeld = true;
      return {
        grow(bytes) {
          if (owner !== undefined && present.bytes + bytes > (ofOne.bytes ?? Infinity))
            throw tooMany("request bodies");
          if (used + bytes > mostBytes)
            throw unavailable("Too many request bodies are being received", RETRY_SECONDS);
          used += bytes;
          own += bytes;
          present.bytes += bytes;
        },
        release() {
          if (!isHeld) return;
          isHeld = false;
          used -= own;
          present.bytes -= own;
          present.requests--;
          if (owner !== undefined && present.requests === 0) owned.delete(owner);
        },
      };
    },
  };
}

function tooMany(what: string): ApiError {
  return tooManyRequests(`Too many ${what} with these credentials are being received`, OWN_RETRY_SECONDS);
}

const MEBIBYTE = 1024 * 1024;
/** One that the network has lost, which is waited for still, and the one that comes in its place. */
const OF_RELAY = { requests: 2 };
/** Half of all, which are two of the largest imports: however slowly one user's come, there is room for another's. */
const OF_USER = { small: { bytes: 32 * MEBIBYTE }, large: { bytes: 64 * MEBIBYTE } };

/**
 * Four budgets, so that nobody's bodies keep smaller ones out: imports no ordinary request, relays no import, and callers
 * without a session no one that has one. They are 256 sign-ins of the greatest length, 64 ordinary bodies, four of the
 * largest imports, of which one user may have half, and five of the largest bodies of relays, which usually send a hundredth of that, and two at a time
 * with one key; with the text and the objects that are made of a body, several times as much memory is taken.
 */
export type BodyBudgets = { anonymous: BodyBudget; small: BodyBudget; large: BodyBudget; relays: BodyBudget };

export function createBodyBudgets(): BodyBudgets {
  return {
    anonymous: createBodyBudget(16 * MEBIBYTE),
    small: createBodyBudget(64 * MEBIBYTE, OF_USER.small),
    large: createBodyBudget(128 * MEBIBYTE, OF_USER.large),
    relays: createBodyBudget(64 * MEBIBYTE, OF_RELAY),
  };
}

/** A body whose limit is not above this is a small one. */
export const SMALL_BODY_BYTES = MEBIBYTE;
