import { useState } from "react";
import { isPanelKeptOpen, keepPanel } from "./kept-fields";

/** Whether the fields are shown beside the events, as this browser was told last. */
export function useFieldPanel(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setIsOpen] = useState(isPanelKeptOpen);
  const toggle = () => {
    setIsOpen(!isOpen);
    keepPanel(!isOpen);
  };
  return { isOpen, toggle };
}
