import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toasts } from "../toast/toasts";
import { wayBack, type RouterHistory } from "./way-back";

type Leaving<Saved> = {
  history: RouterHistory & {
    /** Told of each change of the page; gives what ends that. */
    subscribe: (onChange: (change: { location: { pathname: string } }) => void) => () => void;
  };
  /** The path of the list that shows the things, and the way to it where the form was opened by its address. */
  list: string;
  toList: (options: { ignoreBlocker: boolean }) => void;
  /** Reads anew what shows the things. */
  renew: (queries: QueryClient) => Promise<unknown>;
  nameOf: (saved: Saved) => string;
};

/**
 * The way back from a form that is a page to where it was opened; anywhere but in its list, which shows the thing, it is
 * said that it was saved. `leaveDone` asks nothing: for what is done in another way, such as a deletion.
 */
export function useLeaving<Saved>({ history, list, toList, renew, nameOf }: Leaving<Saved>) {
  const queries = useQueryClient();
  const [isSaved, setIsSaved] = useState(false);
  const goBack = wayBack(history, toList);
  const leaveDone = () => goBack(true);
  return {
    isSaved,
    leave: () => goBack(),
    leaveDone,
    onDone: (saved: Saved) => {
      setIsSaved(true);
      void renew(queries);
      const stopListening = history.subscribe(({ location }) => {
        stopListening();
        if (location.pathname !== list) toasts.tell(`Saved: ${nameOf(saved)}`);
      });
      leaveDone();
    },
  };
}
