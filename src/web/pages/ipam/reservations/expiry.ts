/** What the field of a moment holds: the viewer's zone, to the minute. */
export function toPickerValue(moment: string | null): string {
  if (moment === null) return "";
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** RFC 3339 in UTC; null where nothing is chosen. */
export function fromPickerValue(value: string): string | null {
  const at = new Date(value);
  return value === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
