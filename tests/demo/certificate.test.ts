import { expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { makeIdentity } from "../../src/demo/certificate";

test("a certificate of the demo is whole, signed by itself, and ends when it is told to", () => {
  const { cert } = makeIdentity("portal.shop.example.com", 9.5);
  const certificate = new X509Certificate(cert);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.subject).toBe("CN=portal.shop.example.com");
  const days = (Date.parse(certificate.validTo) - Date.now()) / 86_400_000;
  expect(days).toBeWithin(9.4, 9.6);
});
