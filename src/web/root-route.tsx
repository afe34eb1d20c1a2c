import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { Crash } from "./components/states/crash";
import { NotFound } from "./components/states/not-found";

type Context = {
  queries: QueryClient;
  /** Ends this router and shows the page at the address, which is outside of the shell. */
  goOutside: () => void;
};

export const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Crash,
});
