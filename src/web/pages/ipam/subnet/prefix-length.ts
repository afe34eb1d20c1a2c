/** `24` or `/24`; undefined: neither. */
export function lengthOf(text: string): number | undefined {
  const digits = /^\/?(\d{1,3})$/.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A rule for a field that holds a prefix length. */
export function lengthRule({
  least,
  most,
}: {
  least: number;
  most: number;
}): (text: string) => string | null {
  return (text) => {
    const length = lengthOf(text);
    return length !== undefined && length >= least && length <= most
      ? null
      : `A whole number from ${least} to ${most}`;
  };
}
