const PREFIX = "netatlas-widths-";

/** The widths that this person gave the columns of a table, kept in this browser. */
export function readWidths(table: string): Record<string, number> {
  const widths: Record<string, number> = {};
  for (const entry of (localStorage.getItem(PREFIX + table) ?? "").split(",")) {
    const [column = "", width] = entry.split("=");
    if (column !== "" && Number(width) > 0) widths[column] = Number(width);
  }
  return widths;
}

export function keepWidths(table: string, widths: Readonly<Record<string, number>>): void {
  const text = Object.entries(widths)
    .map(([column, width]) => `${column}=${Math.round(width)}`)
    .join(",");
  localStorage.setItem(PREFIX + table, text);
}
