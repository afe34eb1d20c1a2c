import tls from "node:tls";

/**
 * PEM texts of the well-known certificate authorities, and of those of the installation. By the module, not by the
 * name: the 150 texts are made as soon as that is imported.
 */
export function withWellKnown(own: string): string[] {
  return [...tls.rootCertificates, own];
}
