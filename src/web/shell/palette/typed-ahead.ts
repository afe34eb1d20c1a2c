/**
 * Keeps what is typed between the keys that open the palette and its field having the focus: its code may still be on
 * its way.
 */
let typed = "";
let isCollecting = false;

function collect(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Backspace") typed = typed.slice(0, -1);
  else if (/^.$/u.test(event.key)) typed += event.key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

export function collectTyped(): void {
  typed = "";
  if (isCollecting) return;
  isCollecting = true;
  window.addEventListener("keydown", collect, { capture: true });
}

/** What was typed since; from here on keys go where they are typed. */
export function takeTyped(): string {
  window.removeEventListener("keydown", collect, { capture: true });
  isCollecting = false;
  const taken = typed;
  typed = "";
  return taken;
}
