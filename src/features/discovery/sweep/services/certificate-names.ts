import type { X509Certificate } from "node:crypto";
import { cleanText, hostNameIn } from "../clean-text";

const MAX_NAMES = 8;
/** Of the text in which all names stand: nobody needs more of them. */
const MAX_CHARACTERS = 4096;

/**
 * The names of hosts in a certificate, with those behind an asterisk, at most eight; those of its subject where it has
 * no others.
 */
export function namesOfCertificate({
  subjectAltName,
  subject,
}: Pick<X509Certificate, "subject"> & { subjectAltName?: string | undefined }): string[] {
  const alternatives = namesAfter(/(?:^|, )DNS:"?([^,"\s]{1,255})/g, subjectAltName ?? "");
  const names = alternatives.length > 0 ? alternatives : namesAfter(/^CN=([^\n]{1,255})$/gm, subject ?? "");
  return [...new Set(names)].slice(0, MAX_NAMES);
}

function namesAfter(pattern: RegExp, text: string): string[] {
  return [...text.slice(0, MAX_CHARACTERS).matchAll(pattern)].flatMap(([, name = ""]) => {
    const bare = name.replace(/^\*\./, "");
    return hostNameIn(bare) === null ? [] : cleanText(name);
  });
}
