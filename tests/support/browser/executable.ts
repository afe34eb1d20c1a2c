import packaged from "@sparticuz/chromium";

/**
 * The packaged browser, which unpacks itself at the first call on a machine. Processes that start together would take
 * what another has half unpacked for whole: who starts several calls this before.
 */
export function unpackBrowser(): Promise<string> {
  return packaged.executablePath();
}
