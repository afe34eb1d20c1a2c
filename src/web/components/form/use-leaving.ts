import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** The way back from a form that is a page to its list, where what was saved is read anew. `go` leads there. */
export function useLeaving(
  go: (options: { ignoreBlocker: boolean }) => void,
  renew: (queries: QueryClient) => Promise<unknown>,
) {
  const queries = useQueryClient();
  const [isSaved, setIsSaved] = useState(false);
  return {
    isSaved,
    leave: () => go({ ignoreBlocker: false }),
    onDone: () => {
      setIsSaved(true);
      void renew(queries);
      go({ ignoreBlocker: true });
    },
  };
}
