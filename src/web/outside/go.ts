import { useQueryClient } from "@tanstack/react-query";
import { meQuery } from "../api/me";
import { publicSettingsQuery } from "../api/service";
import { sessionGate } from "../api/session-gate";
import { returnPath } from "../session/return-path";

/** Opens another address of this service, from a page outside of the shell. */
export function go(href: string, { isReplacing = false } = {}): void {
  if (isReplacing) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  // Whoever shows the pages listens to the browser's own Back and Forward in the same way.
  dispatchEvent(new PopStateEvent("popstate"));
}

/** What follows a sign-in: nothing is left of whoever was here before, and the page at the given path opens. */
export function useEnter(): (path: string) => Promise<void> {
  const queries = useQueryClient();
  return async (path) => {
    returnPath.forget();
    queries.clear();
    // With the service's name, as the pages would begin with another one.
    await Promise.all([queries.ensureQueryData(meQuery()), queries.prefetchQuery(publicSettingsQuery())]);
    sessionGate.open();
    go(path, { isReplacing: true });
  };
}
