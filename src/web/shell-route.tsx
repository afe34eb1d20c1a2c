import { createRoute, redirect } from "@tanstack/react-router";
import type { Right } from "./api/me";
import { root } from "./root-route";
import { wayIn } from "./session/way-in";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Of the browser's tab. */
    title?: string;
    /** Without it, or without any of several, the page says which right is missing. */
    right?: Right | readonly Right[];
  }
}

/** Around every page for people who are signed in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  async beforeLoad({ context: { queries }, location }) {
    const elsewhere = await wayIn(queries, location);
    if (elsewhere !== undefined) throw redirect({ href: elsewhere, replace: true });
  },
}).lazy(() => import("./shell/layout").then(({ Route }) => Route));
