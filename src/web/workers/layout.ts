import { arrange } from "./layout/arrange";
import type { LayoutAnswer, Network } from "./layout/network";

/** Arranges a network and answers with places; before that, with how far it is. */
addEventListener("message", ({ data: network }: MessageEvent<Network>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker speaks to its page only
  const tell = (answer: LayoutAnswer) => postMessage(answer);
  tell({ places: arrange(network, (done, total) => tell({ done, total })) });
});
