import { useImperativeHandle, useLayoutEffect, type Ref } from "react";

type Props = {
  element: HTMLElement;
  id?: string;
  "aria-controls"?: string | undefined;
  ref?: Ref<HTMLElement>;
};

/** Stands for an element that was there before: what a library's pop-up hangs on. */
export function Anchored({ element, id, "aria-controls": controls, ref }: Props) {
  useImperativeHandle(ref, () => element, [element]);
  useLayoutEffect(() => {
    if (id !== undefined) element.setAttribute("id", id);
    if (controls === undefined) return;
    element.setAttribute("aria-controls", controls);
    return () => element.removeAttribute("aria-controls");
  }, [element, id, controls]);
  return null;
}
