import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useMay } from "../../../api/me";
import { reservationsQuery } from "../api";

const ReservationDialog = lazy(() =>
  import("./reservation-dialog").then((module) => ({ default: module.ReservationDialog })),
);
const PurgeDialog = lazy(() => import("./purge-dialog").then((module) => ({ default: module.PurgeDialog })));

/** What can be done with reservations as a whole. */
export function ReservationActions() {
  const [layer, setLayer] = useState<"reserve" | "purge" | null>(null);
  const mayWrite = useMay("ipam_write");
  const { data: hasExpired = false } = useQuery({
    ...reservationsQuery(undefined),
    select: (all) => all.some(({ state }) => state === "expired"),
  });
  if (!mayWrite) return null;
  return (
    <>
      {hasExpired && (
        <Button size="xs" variant="default" onClick={() => setLayer("purge")}>
          Purge expired
        </Button>
      )}
      <Button size="xs" variant="default" aria-label="Reserve address" onClick={() => setLayer("reserve")}>
        Reserve
      </Button>
      <Suspense>
        {layer === "reserve" && <ReservationDialog onClose={() => setLayer(null)} />}
        {layer === "purge" && <PurgeDialog onClose={() => setLayer(null)} />}
      </Suspense>
    </>
  );
}
