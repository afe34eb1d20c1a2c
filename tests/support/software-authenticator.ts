import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { encodeCbor } from "./cbor";

type Ceremony = {
  /** The page's, as the browser tells it. */
  origin?: string;
  challenge: string;
  type?: "webauthn.create" | "webauthn.get";
};

export type Passkey = {
  /** base64url */
  id: string;
  rpId: string;
  privateKey: KeyObject;
  /** Signature counter (WebAuthn section 6.1.1); stays 0 where it does not count. */
  counter: number;
};

const FLAGS = { userPresent: 0x01, userVerified: 0x04, attestedCredential: 0x40 };

/** ES256 on P-256 in COSE form (RFC 9053 section 7.1.1). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return encodeCbor(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

/**
 * A browser with an authenticator in software: does what `navigator.credentials` does with the options of a server
 * (WebAuthn sections 5.1.3, 5.1.4 and 6.3), for the page at `origin`.
 */
export function createSoftwareAuthenticator(origin: string) {
  function clientData({ type, challenge, origin: page = origin }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin: false }));
  }

  function authenticatorData(rpId: string, parts: { flags: number; counter: number; rest?: Buffer }): Buffer {
    const head = Buffer.alloc(37);
    createHash("sha256").update(rpId).digest().copy(head);
    head.writeUInt8(parts.flags, 32);
    head.writeUInt32BE(parts.counter, 33);
    return Buffer.concat([head, parts.rest ?? Buffer.alloc(0)]);
  }

  return {
    /** Makes a passkey and the answer that registers it, without attestation. */
    create(
      options: { challenge: string; rp: { id: string } },
      faults: {
        origin?: string;
        challenge?: string;
        type?: Ceremony["type"];
        rpId?: string;
        counter?: number;
      } = {},
    ) {
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const rpId = faults.rpId ?? options.rp.id;
      const passkey: Passkey = {
        id: randomBytes(32).toString("base64url"),
        rpId,
        privateKey,
        counter: faults.counter ?? 0,
      };
      const credentialId = Buffer.from(passkey.id, "base64url");
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const authData = authenticatorData(rpId, {
        flags: FLAGS.userPresent | FLAGS.userVerified | FLAGS.attestedCredential,
        counter: passkey.counter,
        rest: attested,
      });
      const attestation = encodeCbor(
        new Map<string, string | Map<never, never> | Uint8Array>([
          ["fmt", "none"],
          ["attStmt", new Map<never, never>()],
          ["authData", authData],
        ]),
      );
      const data = clientData({ type: "webauthn.create", challenge: options.challenge, ...faults });
      const credential = {
        id: passkey.id,
        rawId: passkey.id,
        type: "public-key",
        clientExtensionResults: {},
        authenticatorAttachment: "platform",
        response: {
          clientDataJSON: data.toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
      return { passkey, credential };
    },

    /** Signs the options' challenge. A passkey that counts counts on with each answer. */
    get(
      passkey: Passkey,
      options: { challenge: string },
      faults: {
        origin?: string;
        challenge?: string;
        type?: Ceremony["type"];
        rpId?: string;
        flags?: number;
      } = {},
    ) {
      if (passkey.counter > 0) passkey.counter += 1;
      const authData = authenticatorData(faults.rpId ?? passkey.rpId, {
        flags: faults.flags ?? FLAGS.userPresent | FLAGS.userVerified,
        counter: passkey.counter,
      });
      const data = clientData({ type: "webauthn.get", challenge: options.challenge, ...faults });
      const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()]);
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: sign("sha256", signed, passkey.privateKey).toString("base64url"),
        },
      };
    },
  };
}
