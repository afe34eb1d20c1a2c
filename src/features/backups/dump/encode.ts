import { createReadStream } from "node:fs";
import { downloadName } from "#platform/http/download";
import { compressFrame } from "../format/compression";
import { KEYS_NAME, MANIFEST_NAME } from "../format/manifest";
import { sealedSize, sealWithPassphrase } from "../format/passphrase";
import { createSigner, SIGNATURE_OCTETS } from "../format/signature";
import { tarFile } from "../format/tar";
import type { Dump, Instance } from "./dump";

/** A backup on its way to somebody: exactly `octets` long. The dump is removed behind it. */
export type BackupFile = { name: string; octets: number; content: AsyncGenerator<Uint8Array> };

/**
 * The file of a dump: signed by the instance, so that only it takes the backup back; or, with a passphrase, encrypted, with
 * the MASTER_KEY in it, so that any instance does.
 */
export async function encodeBackup(
  dump: Dump,
  { instance, passphrase }: { instance: Instance; passphrase: string | undefined },
): Promise<BackupFile> {
  const at = new Date(dump.manifest.created_at);
  if (passphrase === undefined) {
    const head = await compressFrame(jsonFile(MANIFEST_NAME, dump.manifest, at));
    const octets = head.length + dump.octets + SIGNATURE_OCTETS;
    return { name: backupName(at), octets, content: signed(dump, { head, instance }) };
  }
  const keys = { master_key: instance.masterKey };
  const files = [jsonFile(MANIFEST_NAME, dump.manifest, at), jsonFile(KEYS_NAME, keys, at)];
  const head = await compressFrame(Buffer.concat(files));
  const plainOctets = head.length + dump.octets;
  const content = sealWithPassphrase(removedBehind(dump, head), { passphrase, plainOctets });
  return { name: `${backupName(at)}.sealed`, octets: sealedSize(plainOctets), content };
}

/** Such as `netatlas-backup-20261125-220000.tar.zst`, in UTC. */
function backupName(at: Date): string {
  return downloadName("backup", { at, extension: "tar.zst" });
}

function jsonFile(name: string, content: object, at: Date): Buffer {
  return tarFile({ name, content: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) }, at);
}

async function* signed(
  dump: Dump,
  { head, instance }: { head: Buffer; instance: Instance },
): AsyncGenerator<Uint8Array> {
  const signer = createSigner(instance.secretKey);
  for await (const piece of removedBehind(dump, head)) {
    signer.add(piece);
    yield piece;
  }
  yield signer.frame();
}

async function* removedBehind(dump: Dump, head: Buffer): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for await (const piece of createReadStream(dump.path, { highWaterMark: 256 * 1024 })) {
      if (!(piece instanceof Uint8Array)) throw new Error("our bug: a file gave something else than octets");
      yield piece;
    }
  } finally {
    await dump.remove();
  }
}
