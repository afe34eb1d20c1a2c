import { useEffect } from "react";
import { useServiceName } from "../../api/service";

/** What the browser's tab says: these words, and what the service is called. */
export function useTitle(words: string): void {
  const serviceName = useServiceName();
  useEffect(() => {
    document.title = `${words} · ${serviceName}`;
  }, [words, serviceName]);
}
