import { useRef } from "react";
import type { Fields } from "../rule-fields";

/** The first thing that is wrong with a field or a part of it. */
export function errorAt(fields: Fields, name: string): string | undefined {
  const found = Object.entries(fields.errors).find(([path]) => path === name || path.startsWith(`${name}.`));
  return typeof found?.[1] === "string" ? found[1] : undefined;
}

/** The button that had the focus goes with its row: the last one that is left has it then. */
export function useRowFocus() {
  const place = useRef<HTMLFieldSetElement>(null);
  const focusAfterRemoval = () => {
    requestAnimationFrame(() => [...(place.current?.querySelectorAll("button") ?? [])].at(-1)?.focus());
  };
  return { place, focusAfterRemoval };
}
