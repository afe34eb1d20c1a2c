const FORMULA_START = /^'*(?:[\t\r]|[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20])|[\r\n][^\S\r\n]*[=+\-@]/;

/**
 * Such text with a single quote before it (OWASP, CSV injection). Text that only looks as if it had been treated gets
 * one more, so that taking one off gives the original back.
 */
export function neutralizeFormula(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** The text that `neutralizeFormula` has treated, as it was; any other text as it is. */
export function restoreFormula(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
}
