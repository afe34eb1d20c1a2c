import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { noteHeard, watchBeats } from "../api/hearing";
import { ALERTS } from "../api/incidents";

const PATH = "/api/v1/alerts/live";
/** After a refusal; until then, and without it, what is shown is asked for from time to time. */
const RETRY_MS = 30_000;
/** In a storm it is asked anew so often. */
const RENEW_MS = 3000;

/** What is shown of alerts. Not rules, which people are writing, nor why it was, which is looked up once. */
const SHOWN: ReadonlySet<unknown> = new Set([
  "open",
  "open-of",
  "waiting",
  "resolved",
  "incident",
  "events",
  "events-of",
  "silences",
]);

/**
 * Has what is shown of alerts asked for anew as soon as it has changed, while the tab is looked at: a browser has few
 * connections to a host.
 */
export function useLiveAlerts(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const live = openLiveAlerts(queries);
    const follow = () => (document.visibilityState === "visible" ? live.open() : live.close());
    document.addEventListener("visibilitychange", follow);
    follow();
    return () => {
      document.removeEventListener("visibilitychange", follow);
      live.close();
    };
  }, [queries]);
}

function openLiveAlerts(queries: QueryClient) {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let version: string | undefined;
  let stopWatching: (() => void) | undefined;

  const renew = () => {
    renewal = undefined;
    void queries.invalidateQueries({
      predicate: ({ queryKey: [first, part] }) => first === ALERTS && SHOWN.has(part),
    });
  };

  function hear({ data }: MessageEvent<string>): void {
    const { version: latest }: { version: string } = JSON.parse(data);
    const isNews = version !== undefined && version !== latest;
    version = latest;
    if (!isNews || renewal !== undefined) return;
    renew();
    // What comes meanwhile is asked for behind that.
    const renewed = latest;
    renewal = setTimeout(() => {
      renewal = undefined;
      if (version !== renewed) renew();
    }, RENEW_MS);
  }

  function open(): void {
    if (source !== undefined) return;
    clearTimeout(retry);
    source = new EventSource(PATH);
    source.addEventListener("message", hear);
    source.addEventListener("alive", noteHeard);
    stopWatching = watchBeats();
    // It comes back by itself after a cut; after a refusal it does not.
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      retry = setTimeout(open, RETRY_MS);
    });
  }

  function close(): void {
    clearTimeout(retry);
    clearTimeout(renewal);
    renewal = undefined;
    stopWatching?.();
    stopWatching = undefined;
    source?.close();
    source = undefined;
  }

  return { open, close };
}
