/** A name of DNS; with a number at its end it could only be an address, by the URL standard. */
const NAME = /^(?:(?!-)[a-z\d-]{1,63}(?<!-)\.)*(?!-|\d+\.?$)[a-z\d-]{1,63}(?<!-)\.?$/i;

/** Whether a host can be asked by it. */
export function isHostName(text: string): boolean {
  return text.length <= 253 && NAME.test(text);
}
