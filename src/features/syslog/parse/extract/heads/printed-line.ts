import { APOSTROPHE, OPEN_BRACKET, QUOTE } from "../../values/characters";

const PRINTED =
  /^(?:\[[^[\]]{0,32}\] ?){1,3}(?:OUT|ERR|STDOUT|STDERR|stdout|stderr): ?(['"])((?:20\d\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)? )?(.{1,8000}))\1$/s;

/**
 * What a program that runs another tells of what this printed, without its time where the line `hasTime` already:
 * `[-] [OVPN 2] OUT: '2026-11-21 10:49:59 …'`. Any other text as it is.
 */
export function printedLine(body: string, hasTime: boolean): string {
  const last = body.charCodeAt(body.length - 1);
  if (body.charCodeAt(0) !== OPEN_BRACKET || (last !== QUOTE && last !== APOSTROPHE)) return body;
  const [, , whole = body, plain = body] = PRINTED.exec(body) ?? [];
  return hasTime ? plain : whole;
}
