import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { may, useMe } from "../../api/me";
import { FRESH } from "../../api/query-client";
import { DESTINATIONS, TASKS } from "../navigation";
import { shortcuts } from "../shortcuts/registry";
import {
  matchEntries,
  recentEntries,
  stillFitting,
  withoutRepeats,
  type Action,
  type Group,
} from "./entries";
import { SOURCES, type FoundGroup } from "./sources";

const TYPING_MS = 150;

export type Results = { groups: readonly Group[]; isBusy: boolean; error: Error | null };

/**
 * What the palette lists for a text. What is in memory stands above what the service finds, so that nothing moves when
 * its answer comes.
 */
export function useResults(text: string, actions: readonly Action[]): Results {
  const me = useMe();
  const found = useFound(text);
  const registered = shortcuts.use();
  const open = DESTINATIONS.filter(({ right }) => right === undefined || may(me, right));
  const isOpen = ({ page }: { page: string }) => open.some(({ to }) => to === page);
  const pages = open.map(({ to, label, key }) => ({
    id: `page ${to}`,
    label,
    hint: `g ${key}`,
    href: to,
    page: to,
  }));
  const tasks = TASKS.filter(({ right }) => may(me, right)).map(({ to, label, page }) => ({
    id: `task ${to}`,
    label,
    href: to,
    page,
  }));
  const ofPage = registered
    .filter(({ scope, label }) => scope !== "Go to" && label !== "Search anything")
    .flatMap(({ keys, label, run }) =>
      run === undefined ? [] : { id: `action ${label}`, label, hint: keys, run },
    );
  const groups = withoutRepeats([
    { label: "Recent", entries: matchEntries(recentEntries(me.id).filter(isOpen), text) },
    { label: "Pages", entries: matchEntries(pages, text) },
    { label: "Actions", entries: matchEntries([...ofPage, ...tasks, ...actions], text) },
    ...found.groups.map(({ label, entries }) => ({ label, entries: entries.filter(isOpen) })),
  ]);
  return { ...found, groups };
}

/** Asks every source, after the last key; the next key cancels what is under way. */
function useFound(text: string): { groups: readonly FoundGroup[]; isBusy: boolean; error: Error | null } {
  const wanted = text.trim();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return useQueries({
    queries: SOURCES.map(({ id, find }) => ({
      queryKey: ["palette", id, asked],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(asked, signal),
      enabled: asked !== "",
      staleTime: FRESH.figures,
      placeholderData: keepPreviousData,
    })),
    combine: (results) => {
      const isOld = asked !== wanted || results.some(({ isPlaceholderData }) => isPlaceholderData);
      const groups = results.flatMap(({ data }) => data ?? []);
      return {
        groups: wanted === "" ? [] : isOld ? stillFitting(groups, wanted) : groups,
        isBusy: wanted !== "" && (asked !== wanted || results.some(({ isFetching }) => isFetching)),
        error: results.find(({ error }) => error !== null)?.error ?? null,
      };
    },
  });
}
