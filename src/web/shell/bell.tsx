import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { waitingQuery } from "../api/incidents";
import { BellButton } from "./bell-button";

/** Loaded when it is opened for the first time. */
const BellMenu = lazy(() => import("./bell-menu").then((module) => ({ default: module.BellMenu })));

/** How many incidents nobody sees to yet, and the newest of them. */
export function Bell() {
  const { data = { incidents: [], total: 0 } } = useQuery(waitingQuery());
  const [isWanted, setIsWanted] = useState(false);
  const button = <BellButton count={data.total} aria-haspopup="menu" onClick={() => setIsWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <BellMenu waiting={data} />
    </Suspense>
  );
}
