import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { meQuery } from "../api/me";
import { sessionGate } from "../api/session-gate";
import { returnPath } from "./return-path";

/** What follows a sign-in: nothing is left of whoever was here before, and the page at the given path opens. */
export function useEnter(): (path: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (path) => {
    returnPath.forget();
    queries.clear();
    await queries.ensureQueryData(meQuery());
    sessionGate.open();
    await navigate({ href: path, replace: true });
  };
}
