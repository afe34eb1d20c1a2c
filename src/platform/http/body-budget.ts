import { unavailable } from "../errors";

/** What one request holds of a budget; more as its body comes. */
export type BodyClaim = {
  /** Throws 503 where so much is not left. */
  grow(bytes: number): void;
  release(): void;
};

/** Memory that bodies of requests may hold at one time: from their first byte until the request has been answered. */
export type BodyBudget = { claim(): BodyClaim; readonly usedBytes: number };

const RETRY_SECONDS = 5;

export function createBodyBudget(mostBytes: number): BodyBudget {
  let used = 0;
  return {
    get usedBytes() {
      return used;
    },
    claim() {
      let own = 0;
      return {
        grow(bytes) {
          if (used + bytes > mostBytes)
            throw unavailable("Too many request bodies are being received", RETRY_SECONDS);
          used += bytes;
          own += bytes;
        },
        release() {
          used -= own;
          own = 0;
        },
      };
    },
  };
}

const MEBIBYTE = 1024 * 1024;

/**
 * Four budgets, so that nobody's bodies keep smaller ones out: imports no ordinary request, relays no import, and callers
 * without a session no one that has one. They are 256 sign-ins of the greatest length, 64 ordinary bodies, four of the
 * largest imports, and two of the largest bodies of a relay, which usually sends a hundredth of that; with the text and
 * the objects that are made of a body, several times as much memory is taken.
 */
export type BodyBudgets = { anonymous: BodyBudget; small: BodyBudget; large: BodyBudget; relays: BodyBudget };

export function createBodyBudgets(): BodyBudgets {
  return {
    anonymous: createBodyBudget(16 * MEBIBYTE),
    small: createBodyBudget(64 * MEBIBYTE),
    large: createBodyBudget(128 * MEBIBYTE),
    relays: createBodyBudget(64 * MEBIBYTE),
  };
}

/** A body whose limit is not above this is a small one. */
export const SMALL_BODY_BYTES = MEBIBYTE;
