import type { QueryClient } from "@tanstack/react-query";
import { csrfHeaders } from "../api/csrf";
import { meQuery } from "../api/me";
import { RequestFailure } from "../api/request-failure";
import { sessionGate } from "../api/session-gate";
import { read, stringifySearch } from "../url/search-params";
import { resetToken } from "./reset-token";
import { returnPath } from "./return-path";

type Location = { search: Readonly<Record<string, unknown>>; href: string; pathname: string };

/**
 * Lets in who is signed in; otherwise gives the address that is to be opened in the place of the one asked for: where
 * people sign in, and come back from.
 */
export async function wayIn(
  queries: QueryClient,
  { search, href, pathname }: Location,
): Promise<string | undefined> {
  if (resetToken.takeFromAddress()) return "/reset-password";
  const ssoError = read.text(search, "sso_error");
  if (ssoError !== undefined)
    return `/sign-in${stringifySearch({ sso_error: ssoError, to: returnPath.take() })}`;
  try {
    await queries.ensureQueryData(meQuery());
    sessionGate.open();
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.status !== 401) throw error;
    return `/sign-in${stringifySearch(href === "/" ? {} : { to: href })}`;
  }
  return pathname === "/" ? returnPath.take() : undefined;
}

/** Whether this browser has once signed in and not out: a cookie says so, though its session may be over. */
export function hasSession(): boolean {
  return Object.keys(csrfHeaders()).length > 0;
}
