import { Button, type ButtonProps } from "@mantine/core";
import { lazy, Suspense, useState, type ReactNode } from "react";

const loadLayer = () => import("./layer").then(({ Layer }) => ({ default: Layer }));
const Layer = lazy(loadLayer);

/** Asked for as soon as a pointer or the focus comes near; where it cannot be had, opening says so. */
function loadSoon(): void {
  loadLayer().catch(() => undefined);
}

type Props = {
  /** Of what drops down, spoken. */
  label: string;
  button: ButtonProps & { "aria-label"?: string; title?: string };
  width?: number;
  className?: string | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** What the button says. */
  text: ReactNode;
  children: ReactNode;
};

/** A button with a layer below it. The library that places layers is loaded for it, beside the page and not before. */
export function DropDown({ label, button, width, className, isOpen, onOpen, text, children }: Props) {
  const [target, setTarget] = useState<HTMLButtonElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        {...button}
        ref={setTarget}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={loadSoon}
        onFocus={loadSoon}
        onClick={() => onOpen(!isOpen)}
      >
        {text}
      </Button>
      <Suspense>
        {wasOpened && target !== null && (
          <Layer {...{ target, label, width, className, isOpen, onOpen }}>{children}</Layer>
        )}
      </Suspense>
    </>
  );
}
