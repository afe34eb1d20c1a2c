import { ownPath } from "../../url/own-path";
import { read } from "../../url/search-params";

export type SignInSearch = {
  /** Where to go afterwards: a path of this very service. */
  to?: string | undefined;
  /** Filled in after the first run. */
  user?: string | undefined;
  /** Why the person is here. */
  after?: "idle" | "sign-out" | "reset" | undefined;
  /** Why the identity provider's sign-in failed. */
  sso_error?: string | undefined;
};

export function parseSignInSearch(raw: Record<string, unknown>): SignInSearch {
  return {
    to: ownPath(read.text(raw, "to")),
    user: read.text(raw, "user"),
    after: read.choice(raw, "after", ["idle", "sign-out", "reset"]),
    sso_error: read.text(raw, "sso_error"),
  };
}
