declare module "hoodiecrow-imap" {
  import type { Server } from "node:net";

  type Options = {
    plugins?: string[];
    secureConnection?: boolean;
    credentials?: { key: string; cert: string };
  };

  /** An IMAP server, with mailboxes in memory. */
  const hoodiecrow: (options: Options) => Pick<Server, "listen" | "close"> & { server: Server };
  export = hoodiecrow;
}
