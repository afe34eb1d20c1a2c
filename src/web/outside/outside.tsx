import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Crash } from "../components/states/crash";
import { hasSession, wayIn } from "../session/way-in";
import { parseSearch } from "../url/search-params";
import { Boundary } from "./boundary";
import { outsidePage } from "./pages";

type Options = {
  queries: QueryClient;
  show: (page: ReactNode) => void;
  /** Loads and shows all that is not outside, from the address as it is then. */
  goInside: () => Promise<void>;
};

/**
 * Shows the pages outside of the shell, which need no router of the size of the rest: whoever signs in loads half as
 * much. `begin` opens what the address says, and follows it until the address is one inside.
 */
export function createOutside({ queries, show, goInside }: Options): { begin: () => void } {
  /** Counts the openings: one that was overtaken shows nothing. */
  let opening = 0;
  const open = async (): Promise<void> => {
    const mine = ++opening;
    const isOvertaken = () => mine !== opening;
    try {
      const page = outsidePage(location.pathname);
      const other = await (page === undefined ? beforeInside(queries) : page.before?.(queries));
      if (isOvertaken()) return;
      if (other !== undefined) {
        history.replaceState(null, "", other);
        return await open();
      }
      if (page === undefined) {
        removeEventListener("popstate", follow);
        return await goInside();
      }
      const Page = await page.load();
      if (isOvertaken()) return;
      show(
        <Boundary key={location.pathname}>
          <Page search={parseSearch(location.search)} />
        </Boundary>,
      );
    } catch (error) {
      show(<Crash error={error} />);
    }
  };
  const follow = () => void open();
  return {
    begin() {
      addEventListener("popstate", follow);
      follow();
    },
  };
}

/** Who has no session does not load all that is inside to learn it; everybody else is asked there. */
async function beforeInside(queries: QueryClient): Promise<string | undefined> {
  if (hasSession()) return undefined;
  const { pathname, search, hash } = location;
  return await wayIn(queries, { pathname, search: parseSearch(search), href: pathname + search + hash });
}
