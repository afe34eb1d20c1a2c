import { useState } from "react";

/**
 * One key for each time a form is opened, so that a click that is sent twice makes one thing. `randomUUID` is missing
 * without https.
 */
export function useIdempotencyKey(): string {
  const [key] = useState(() =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    ),
  );
  return key;
}
