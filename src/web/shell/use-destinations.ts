import { may, useMe } from "../api/me";
import { DESTINATIONS, type Destination } from "./navigation";

/** The pages that this person may see. */
export function useDestinations(): readonly Destination[] {
  const me = useMe();
  return DESTINATIONS.filter(({ right }) => right === undefined || may(me, right));
}
