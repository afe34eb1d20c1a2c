/** What is wrong with the certificate of a peer, by the code of OpenSSL or of the runtime. */
export const CERTIFICATE_PROBLEMS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate comes from an authority that is not trusted",
  UNABLE_TO_GET_ISSUER_CERT: "the certificate comes from an authority that is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate comes from an authority that is not known",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate comes from an authority that is not known",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another name",
};
