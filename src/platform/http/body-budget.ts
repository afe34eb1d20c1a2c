import { tooManyRequests, unavailable } from "../errors";

/** What one request holds of a budget; more as its body comes. */
export type BodyClaim = {
  /** Throws 503 where so much is not left. */
  grow(bytes: number): void;
  release(): void;
};

/**
 * Memory that bodies of requests may hold at one time: from their first byte until the request has been answered. A
 * claim throws 429 where its owner has too many.
 */
export type BodyBudget = { claim(owner?: string): BodyClaim; readonly usedBytes: number };

const RETRY_SECONDS = 5;
const OWN_RETRY_SECONDS = 1;

/** `mostOfOne`: requests of one owner at a time. Absent: any number. */
export function createBodyBudget(mostBytes: number, mostOfOne = Infinity): BodyBudget {
  let used = 0;
  const owned = new Map<string, number>();
  return {
    get usedBytes() {
      return used;
    },
    claim(owner) {
      let own = 0;
      const release =
        mostOfOne < Infinity && owner !== undefined ? hold(owned, { owner, mostOfOne }) : undefined;
      let isHeld = true;
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
          if (isHeld) release?.();
          isHeld = false;
        },
      };
    },
  };
}

function hold(owned: Map<string, number>, { owner, mostOfOne }: { owner: string; mostOfOne: number }) {
  const count = owned.get(owner) ?? 0;
  if (count >= mostOfOne)
    throw tooManyRequests("Too many requests with these credentials are being received", OWN_RETRY_SECONDS);
  owned.set(owner, count + 1);
  return () => {
    const left = (owned.get(owner) ?? 0) - 1;
    if (left > 0) owned.set(owner, left);
    else owned.delete(owner);
  };
}

const MEBIBYTE = 1024 * 1024;
/** One that the network has lost, which is waited for still, and the one that comes in its place. */
const MOST_OF_RELAY = 2;

/**
 * Four budgets, so that nobody's bodies keep smaller ones out: imports no ordinary request, relays no import, and callers
 * without a session no one that has one. They are 256 sign-ins of the greatest length, 64 ordinary bodies, four of the
 * largest imports, and five of the largest bodies of relays, which usually send a hundredth of that, and two at a time
 * with one key; with the text and the objects that are made of a body, several times as much memory is taken.
 */
export type BodyBudgets = { anonymous: BodyBudget; small: BodyBudget; large: BodyBudget; relays: BodyBudget };

export function createBodyBudgets(): BodyBudgets {
  return {
    anonymous: createBodyBudget(16 * MEBIBYTE),
    small: createBodyBudget(64 * MEBIBYTE),
    large: createBodyBudget(128 * MEBIBYTE),
    relays: createBodyBudget(64 * MEBIBYTE, MOST_OF_RELAY),
  };
}

/** A body whose limit is not above this is a small one. */
export const SMALL_BODY_BYTES = MEBIBYTE;
