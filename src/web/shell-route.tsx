import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, Outlet } from "@tanstack/react-router";
import type { Right } from "./api/me";
import { Crash } from "./components/states/crash";
import { NotFound } from "./components/states/not-found";
import { enterShell } from "./session/enter-shell";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Of the browser's tab. */
    title?: string;
    /** Without it the page says which right is missing. */
    right?: Right;
  }
}

type Context = { queries: QueryClient };

export const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Crash,
});

/** Around every page for people who are signed in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  beforeLoad: ({ context: { queries }, location }) => enterShell(queries, location),
}).lazy(() => import("./shell/layout").then(({ Route }) => Route));
