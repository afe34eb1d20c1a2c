const FORMS = [
  // Of systems that write no leading zeros (arp of BSD, macOS and Solaris).
  /^[0-9a-f]{1,2}(?::[0-9a-f]{1,2}){5}$/,
  // With blanks: octets as tools of SNMP print them.
  /^[0-9a-f]{2}([-. ])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}$/,
  // Cisco's dots, dashes of Huawei and H3C.
  /^[0-9a-f]{4}([-.:])[0-9a-f]{4}\1[0-9a-f]{4}$/,
  // HPE's, and bare.
  /^[0-9a-f]{6}-?[0-9a-f]{6}$/,
];

/**
 * Lower case with colons, from any form that people and devices write (`02:00:5e:10:00:01`, `2:0:5e:10:0:1`,
 * `02-00-5e-10-00-01`, `0200.5e10.0001`, `0200-5e10-0001`, `02005e-100001`, `02005e100001`, octets with blanks);
 * undefined for anything else.
 */
export function canonicalMacAddress(text: string): string | undefined {
  const lower = text.trim().toLowerCase();
  if (!FORMS.some((form) => form.test(lower))) return undefined;
  const padded = lower.replaceAll(/\b[0-9a-f]\b/g, "0$&");
  return padded.replaceAll(/[^0-9a-f]/g, "").replaceAll(/(..)(?!$)/g, "$1:");
}

/**
 * The digits of a piece of a MAC address in any form, of two octets at least: `00:1a`, `001a.2b`, `1A2B3C`; undefined for
 * anything else.
 */
export function macAddressDigits(text: string): string | undefined {
  const digits = text.replaceAll(/[:.-]/g, "").toLowerCase();
  return /^[0-9a-f]{4,12}$/.test(digits) ? digits : undefined;
}
