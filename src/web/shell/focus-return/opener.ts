import { wantedRow } from "../../components/data-table/wanted-row";

/** Tries to give the focus back to what had it; `true` when that is done. */
export type GiveBack = () => boolean;

const CONTROLS = 'a[href], button, [tabindex="0"][aria-label]';

/**
 * How to find again what has the focus on a page that is left: the row of a table by its id, a link by where it leads,
 * anything else by its name. Undefined: nothing on the page has it.
 */
export function openerOf(page: Element, focused: Element | null): GiveBack | undefined {
  if (focused === null || focused === page || !page.contains(focused)) return undefined;
  return rowOpener(focused) ?? controlOpener(page, focused);
}

function rowOpener(focused: Element): GiveBack | undefined {
  const grid = focused.closest("[role=grid]");
  const active = document.getElementById(grid?.getAttribute("aria-activedescendant") ?? "");
  const row = (focused === grid ? active : focused)?.closest("[data-row]");
  const table = grid?.getAttribute("aria-label") ?? undefined;
  const id = row?.getAttribute("data-row") ?? undefined;
  if (table === undefined || id === undefined) return undefined;
  return () => {
    if (wantedRow.get()?.id !== id) wantedRow.set({ table, id });
    // The table goes there when it has the row.
    return false;
  };
}

function controlOpener(page: Element, focused: Element): GiveBack | undefined {
  const control = focused.closest(CONTROLS);
  if (control === null || !page.contains(control)) return undefined;
  const name = nameOf(control);
  const named = () => [...page.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => nameOf(one) === name);
  const place = named().findIndex((one) => one === control);
  const { scrollTop } = page;
  return () => {
    const found = named();
    const again = found[place] ?? found[0];
    if (again === undefined) return false;
    page.scrollTo({ top: scrollTop });
    again.focus();
    return true;
  };
}

function nameOf(control: Element): string {
  const { tagName } = control;
  const name = control.getAttribute("href") ?? control.getAttribute("aria-label") ?? control.textContent;
  return `${tagName} ${name}`;
}
