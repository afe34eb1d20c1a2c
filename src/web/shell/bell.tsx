import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { openIncidentsQuery, unacknowledged } from "../api/incidents";
import { BellButton } from "./bell-button";

/** Loaded when it is opened for the first time. */
const BellMenu = lazy(() => import("./bell-menu").then((module) => ({ default: module.BellMenu })));

/** How many incidents nobody sees to yet, and the newest of them. */
export function Bell() {
  const { data } = useQuery(openIncidentsQuery());
  const [isWanted, setIsWanted] = useState(false);
  const waiting = data === undefined ? [] : unacknowledged(data);
  const button = (
    <BellButton count={waiting.length} aria-haspopup="menu" onClick={() => setIsWanted(true)} />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <BellMenu waiting={waiting} />
    </Suspense>
  );
}
