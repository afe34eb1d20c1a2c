import { ApiError, tooManyRequests, unavailable } from "../errors";
import { limitKey } from "../ip";
import type { Caller } from "./guard";

/** How callers of long connections are known. Both throw the 401 of ApiError where they are not (any more). */
export type LiveAccess = {
  authenticate(token: string): Promise<Caller>;
  /** The same caller as it is now. */
  recheck(caller: Caller): Promise<Caller>;
};

/** An open connection that shows something as it happens. */
export type Viewer = {
  caller: Caller;
  /** Whether a caller, as it is now, may see what is shown. */
  mayView(caller: Caller): boolean;
  /** Ends the connection: its caller may not see this any more. */
  refuse(reason: "the token has expired" | "access to events has ended"): void;
};

/** How many connections there may be at a time. */
export type LiveSlots = { inAll: number; perUser: number };

/** A caller that lost its rights goes on to see for so long at most, and the time of a query. */
const RECHECK_MS = 2_000;
/** A connection stays open for so long behind the end of its token, unless a fresh one comes. */
const GRACE_MS = 60_000;
const MAX_UNAUTHENTICATED = 100;
const MAX_UNAUTHENTICATED_PER_ADDRESS = 4;
/** In which a connection must send its token. */
export const TOKEN_DEADLINE_MS = 5_000;
const SLOTS_IN_USE_SECONDS = 10;

/** The viewers of this process: counts them, and asks again and again whether they still may see what they see. */
export class Viewers {
  readonly access: LiveAccess;
  readonly #slots: LiveSlots;
  readonly #viewers = new Set<Viewer>();
  /** Connections that have not authenticated, by address. */
  readonly #unauthenticated = new Map<string, number>();
  #unauthenticatedCount = 0;
  #timer: Timer | undefined;
  #isChecking = false;

  constructor(access: LiveAccess, slots: LiveSlots) {
    this.access = access;
    this.#slots = slots;
  }

  /** Gives what to call when the connection has authenticated or gone. @throws ApiError 429 where there are too many. */
  admitUnauthenticated(address: string): () => void {
    const key = limitKey(address);
    const ofAddress = this.#unauthenticated.get(key) ?? 0;
    if (ofAddress >= MAX_UNAUTHENTICATED_PER_ADDRESS || this.#unauthenticatedCount >= MAX_UNAUTHENTICATED)
      throw tooManyRequests("Too many connections that have not sent a token", TOKEN_DEADLINE_MS / 1000);
    this.#unauthenticated.set(key, ofAddress + 1);
    this.#unauthenticatedCount++;
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      this.#unauthenticatedCount--;
      const left = (this.#unauthenticated.get(key) ?? 1) - 1;
      if (left === 0) this.#unauthenticated.delete(key);
      else this.#unauthenticated.set(key, left);
    };
  }

  /** Takes a slot; a key's viewers are its owner's. Otherwise tells whose slots are all taken. */
  add(viewer: Viewer): "taken" | "none of the user" | "none at all" {
    const { userId } = viewer.caller;
    const own = [...this.#viewers].filter(({ caller }) => caller.userId === userId);
    if (own.length >= this.#slots.perUser) return "none of the user";
    if (this.#viewers.size >= this.#slots.inAll) return "none at all";
    this.#viewers.add(viewer);
    this.#timer ??= setInterval(() => void this.#checkAll(), RECHECK_MS);
    return "taken";
  }

  /** Takes a slot. @throws ApiError 429 where all of the user are taken, 503 where all of the service are. */
  admit(viewer: Viewer): void {
    const slot = this.add(viewer);
    if (slot === "none of the user")
      throw tooManyRequests("All live streams of this user are in use", SLOTS_IN_USE_SECONDS);
    if (slot === "none at all") throw unavailable("All live streams are in use", SLOTS_IN_USE_SECONDS);
  }

  remove(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    if (this.#viewers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #checkAll(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const now = Date.now();
    const groups = new Map<string, Viewer[]>();
    for (const viewer of this.#viewers) {
      const { sessionId, apiKeyId, userId, tokenExpiresAt } = viewer.caller;
      if (tokenExpiresAt !== undefined && tokenExpiresAt.getTime() + GRACE_MS < now) {
        viewer.refuse("the token has expired");
        continue;
      }
      const key = `${userId} ${sessionId} ${apiKeyId}`;
      groups.set(key, [...(groups.get(key) ?? []), viewer]);
    }
    await Promise.all([...groups.values()].map((viewers) => this.#check(viewers)));
    this.#isChecking = false;
  }

  /** Viewers of one session or key. While the database is away nobody can have lost anything. */
  async #check(viewers: readonly Viewer[]): Promise<void> {
    const [first] = viewers;
    if (first === undefined) return;
    const mayStay = await this.access.recheck(first.caller).then(
      (caller) => (viewer: Viewer) => viewer.mayView(caller),
      (error: unknown) => () => !(error instanceof ApiError && error.status === 401),
    );
    for (const viewer of viewers) if (!mayStay(viewer)) viewer.refuse("access to events has ended");
  }
}
