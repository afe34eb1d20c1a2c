import { answerOf, api } from "../../api/client";
import { lookupGroups } from "./lookup-groups";

/** Something that the palette can open. */
export type Entry = {
  id: string;
  label: string;
  /** Dimmed, beside the label. */
  hint?: string;
  /** A path of the UI. */
  href: string;
  /** The path of the destination that it belongs to: who may not go there does not see it. */
  page: string;
};

export type FoundGroup = { label: string; entries: readonly Entry[] };

/** Finds things by text. Those of pages are added here, one line each. */
export type Source = {
  id: string;
  find: (text: string, signal: AbortSignal) => Promise<readonly FoundGroup[]>;
};

export const SOURCES: readonly Source[] = [
  {
    id: "lookup",
    find: async (term, signal) =>
      lookupGroups(await answerOf(api.GET("/api/v1/lookup/{term}", { params: { path: { term } }, signal }))),
  },
];
