import { useEffect, useState } from "react";
import { CopyIcon, DoneIcon, WarningIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";
import { copyText } from "./clipboard";

const SHOWN_MS = 2000;

type State = "idle" | "copied" | "failed";

/** Copies a text, and says at its own place that it did. */
export function CopyButton({
  text,
  label = "Copy",
  tabIndex,
}: {
  text: string;
  label?: string;
  tabIndex?: number;
}) {
  const [state, setState] = useState<State>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    void copyText(text).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  const { icon, words } = LOOKS[state];
  return <IconButton icon={icon} label={words ?? label} onClick={copy} tabIndex={tabIndex} />;
}

const LOOKS = {
  idle: { icon: CopyIcon, words: undefined },
  copied: { icon: DoneIcon, words: "Copied" },
  failed: { icon: WarningIcon, words: "Not copied: select the text instead" },
} as const;
