import type { ReactNode } from "react";
import { useMay, type Right } from "../../api/me";

/** Draws its children for those who may do it, and nothing for others: there are no dead buttons. */
export function Can({ do: right, children }: { do: Right; children: ReactNode }) {
  return useMay(right) ? children : null;
}
