import { useEffect, useState, useSyncExternalStore } from "react";
import { go } from "../../outside/go";

const tokenOf = (hash: string) => new URLSearchParams(hash.slice(1)).get("token") ?? "";

function onHashChange(follow: () => void): () => void {
  addEventListener("hashchange", follow);
  return () => removeEventListener("hashchange", follow);
}

/** The token behind the # of the page's address, which it leaves at once; empty: there was none. */
export function useLinkToken(): string {
  const found = tokenOf(useSyncExternalStore(onHashChange, () => location.hash));
  const [token, setToken] = useState(found);
  // Another link in the same tab.
  if (found !== "" && found !== token) setToken(found);
  useEffect(() => {
    if (found !== "") go("/alerts/acknowledge", { isReplacing: true });
  }, [found]);
  return token;
}
