import { createRoute } from "@tanstack/react-router";
import { parseSignInSearch } from "./pages/sign-in/search";
import { root } from "./root-route";

/** Where pages inside lead outside: this router then ends. */
const toOutside = {
  getParentRoute: () => root,
  async beforeLoad({ context, preload }: { context: { goOutside: () => void }; preload: boolean }) {
    if (preload) return;
    context.goOutside();
    // What is shown stays until the page outside takes its place.
    await new Promise(() => undefined);
  },
} as const;

export const outsideRoutes = [
  createRoute({ ...toOutside, path: "/first-run" }),
  createRoute({ ...toOutside, path: "/sign-in", validateSearch: parseSignInSearch }),
  createRoute({ ...toOutside, path: "/forgot-password" }),
  createRoute({ ...toOutside, path: "/reset-password" }),
  createRoute({ ...toOutside, path: "/alerts/acknowledge" }),
] as const;
