import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { publicSettingsQuery, setupQuery, ssoStatusQuery } from "../api/service";
import { setupToken } from "../session/setup-token";

export type OutsidePage = {
  load: () => Promise<ComponentType<{ search: Readonly<Record<string, string>> }>>;
  /** Gives the address that is to be opened in its place, if any. */
  before?: (queries: QueryClient) => Promise<string | undefined>;
};

/** What is shown to people who are not signed in, by path. */
const PAGES: Readonly<Record<string, OutsidePage>> = {
  "/first-run": {
    load: () => import("../pages/first-run/page").then(({ FirstRunPage }) => FirstRunPage),
    async before(queries) {
      if (setupToken.takeFromAddress()) return "/first-run";
      const { needs_setup: needsSetup } = await queries.fetchQuery(setupQuery());
      return needsSetup ? undefined : "/sign-in";
    },
  },
  "/sign-in": {
    load: () => import("../pages/sign-in/page").then(({ SignInPage }) => SignInPage),
    async before(queries) {
      const [{ needs_setup: needsSetup }] = await Promise.all([
        queries.fetchQuery(setupQuery()),
        // Waited for, so that neither a button nor the text above comes later and moves what is under the pointer.
        queries.prefetchQuery(ssoStatusQuery()),
        queries.prefetchQuery(publicSettingsQuery()),
      ]);
      return needsSetup ? "/first-run" : undefined;
    },
  },
  "/forgot-password": {
    load: () => import("../pages/forgot-password/page").then(({ ForgotPasswordPage }) => ForgotPasswordPage),
  },
  "/reset-password": {
    load: () => import("../pages/reset-password/page").then(({ ResetPasswordPage }) => ResetPasswordPage),
  },
  "/alerts/acknowledge": {
    load: () => import("../pages/acknowledge/page").then(({ AcknowledgePage }) => AcknowledgePage),
  },
};

/** Undefined: the page at that path is inside of the shell, or there is none. */
export function outsidePage(pathname: string): OutsidePage | undefined {
  return Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined;
}
