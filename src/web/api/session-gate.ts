import { createStore } from "../store";

/**
 * Requests that met an ended session wait here until the person has signed in again over the page, so that nothing that
 * was typed is lost.
 */
type Gate = {
  isSignedIn: boolean;
  isAsking: boolean;
  /** The role requires a second factor that the person has not: nothing else is open. */
  mustEnrol: boolean;
};

const store = createStore<Gate>({ isSignedIn: false, isAsking: false, mustEnrol: false });
let waiting: ((hasSignedIn: boolean) => void)[] = [];

export const sessionGate = {
  use: store.use,

  /** From now on an ended session is asked for over the page. */
  open(): void {
    store.set({ ...store.get(), isSignedIn: true, isAsking: false });
  },

  /** The service answers nothing else before a second factor is there. */
  askToEnrol(): void {
    store.set({ ...store.get(), mustEnrol: true });
  },

  enrolled(): void {
    store.set({ ...store.get(), mustEnrol: false });
  },

  /** The person has left: nothing is asked. */
  close(): void {
    store.set({ isSignedIn: false, isAsking: false, mustEnrol: false });
    settle(false);
  },

  /** True once the person has signed in again, at once false where nobody was signed in. */
  askToSignIn(): Promise<boolean> {
    if (!store.get().isSignedIn) return Promise.resolve(false);
    store.set({ ...store.get(), isAsking: true });
    return new Promise((resolve) => void waiting.push(resolve));
  },

  signedInAgain(): void {
    store.set({ ...store.get(), isSignedIn: true, isAsking: false });
    settle(true);
  },
};

function settle(hasSignedIn: boolean): void {
  const resolvers = waiting;
  waiting = [];
  for (const resolve of resolvers) resolve(hasSignedIn);
}
