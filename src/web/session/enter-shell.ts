import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { meQuery } from "../api/me";
import { RequestFailure } from "../api/request-failure";
import { sessionGate } from "../api/session-gate";
import { read } from "../url/search-params";
import { resetToken } from "./reset-token";
import { returnPath } from "./return-path";

type Location = { search: Record<string, unknown>; href: string; pathname: string };

/** Lets in who is signed in. Throws the redirect that leads everybody else to where he can sign in, and back. */
export async function enterShell(queries: QueryClient, { search, href, pathname }: Location): Promise<void> {
  if (resetToken.takeFromAddress()) throw redirect({ to: "/reset-password", replace: true });
  const ssoError = read.text(search, "sso_error");
  if (ssoError !== undefined) {
    const failed = { sso_error: ssoError, to: returnPath.take() };
    throw redirect({ to: "/sign-in", search: failed, replace: true });
  }
  try {
    await queries.ensureQueryData(meQuery());
    sessionGate.open();
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.status !== 401) throw error;
    throw redirect({ to: "/sign-in", search: href === "/" ? {} : { to: href }, replace: true });
  }
  const asked = pathname === "/" ? returnPath.take() : undefined;
  if (asked !== undefined) throw redirect({ href: asked, replace: true });
}
