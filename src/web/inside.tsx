import type { QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createUiRouter } from "./routes";

type Options = { queries: QueryClient; show: (page: ReactNode) => void; goOutside: () => void };

/** Shows the page at the address, and whatever page inside of the shell follows it. */
export function showInside({ queries, show, goOutside }: Options): void {
  const router = createUiRouter({
    queries,
    goOutside() {
      const { history } = router;
      // The address that was asked for is the browser's only then.
      history.flush();
      history.destroy();
      goOutside();
    },
  });
  show(<RouterProvider router={router} />);
}
