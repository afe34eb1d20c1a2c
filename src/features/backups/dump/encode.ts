import { downloadName } from "#platform/http/download";
import { compressFrame } from "../format/compression";
import { KEYS_NAME, MANIFEST_NAME } from "../format/manifest";
import { sealedSize, sealWithPassphrase } from "../format/passphrase";
import { createSigner, SIGNATURE_OCTETS } from "../format/signature";
import { TAR_END, tarFile } from "../format/tar";
import { closeDump, type Dump, type Instance } from "./dump";

const PIECE_OCTETS = 256 * 1024;

/** A backup on its way to somebody: exactly `octets` long. To be closed where `content` is not read to its end. */
export type BackupFile = {
  name: string;
  octets: number;
  content: AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
};

/**
 * The file of a dump: signed by the instance, so that only it takes the backup back; or, with a passphrase, encrypted,
 * with the MASTER_KEY in it, so that any instance does.
 */
export async function encodeBackup(
  dump: Dump,
  { instance, passphrase }: { instance: Instance; passphrase: string | undefined },
): Promise<BackupFile> {
  const at = new Date(dump.manifest.created_at);
  const close = () => closeDump(dump);
  const end = await compressFrame(TAR_END);
  const bodyOctets = dump.octets + (dump.events?.octets ?? 0) + end.length;
  if (passphrase === undefined) {
    const head = await compressFrame(jsonFile(MANIFEST_NAME, dump.manifest, at));
    const octets = head.length + bodyOctets + SIGNATURE_OCTETS;
    return {
      name: backupName(at),
      octets,
      content: signed(closedBehind(dump, { head, end }), instance),
      close,
    };
  }
  const keys = { master_key: instance.masterKey };
  const files = [jsonFile(MANIFEST_NAME, dump.manifest, at), jsonFile(KEYS_NAME, keys, at)];
  const head = await compressFrame(Buffer.concat(files));
  const plainOctets = head.length + bodyOctets;
  const content = sealWithPassphrase(closedBehind(dump, { head, end }), { passphrase, plainOctets });
  return { name: `${backupName(at)}.sealed`, octets: sealedSize(plainOctets), content, close };
}

/** Such as `netatlas-backup-20261125-220000.tar.zst`, in UTC. */
function backupName(at: Date): string {
  return downloadName("backup", { at, extension: "tar.zst" });
}

function jsonFile(name: string, content: object, at: Date): Buffer {
  return tarFile({ name, content: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) }, at);
}

async function* signed(content: AsyncIterable<Uint8Array>, instance: Instance): AsyncGenerator<Uint8Array> {
  const signer = createSigner(instance.secretKey);
  for await (const piece of content) {
    signer.add(piece);
    yield piece;
  }
  yield signer.frame();
}

async function* closedBehind(
  dump: Dump,
  { head, end }: { head: Buffer; end: Buffer },
): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (let at = 0; at < dump.octets;) {
      const { buffer, bytesRead } = await dump.file.read(
        Buffer.allocUnsafe(PIECE_OCTETS),
        0,
        PIECE_OCTETS,
        at,
      );
      if (bytesRead === 0) throw new Error("our bug: a backup is shorter than was written");
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
    if (dump.events !== undefined) yield* dump.events.content(new Date(dump.manifest.created_at));
    yield end;
  } finally {
    await closeDump(dump);
  }
}
