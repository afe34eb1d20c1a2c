import { ownPath } from "../url/own-path";

/** The provider sends the browser back to the start page: where the person was going waits here, in this tab. */
const KEY = "netatlas-return-to";

export const returnPath = {
  keep(path: string): void {
    sessionStorage.setItem(KEY, path);
  },

  forget(): void {
    sessionStorage.removeItem(KEY);
  },

  /** Gives it once. */
  take(): string | undefined {
    const kept = ownPath(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    return kept;
  },
};
