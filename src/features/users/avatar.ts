import { ApiError, invalid } from "#platform/errors";

const MAX_CHARACTERS = 2_097_152;

/** What a request that may carry an avatar accepts: the largest one and the fields beside it. */
export const AVATAR_REQUEST = {
  bodyLimitBytes: 3 * 1024 * 1024,
  bodyLimitText: "Avatar image too large (max 2 MB)",
};

const DATA_URI = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** How each format begins: PNG 3rd edition 5.2; ITU T.81 B.1.1.3; RFC 9649 2.4, where octets 4 to 7 are the size. */
const BEGINNINGS = new Map<string, (octets: string) => boolean>([
  ["png", (octets) => octets.startsWith("\x89PNG\r\n\x1a\n")],
  ["jpeg", (octets) => octets.startsWith("\xff\xd8\xff")],
  ["webp", (octets) => octets.startsWith("RIFF") && octets.startsWith("WEBP", 8)],
]);

/** Twelve octets. */
const BEGINNING_BASE64 = 16;

/**
 * An avatar to store: a data URI of a PNG, JPEG or WebP image that begins as such an image does; null clears it, as
 * blank text does. Throws 413 above 2,097,152 characters, 422 for anything else: a browser shows it, so it must be an
 * image.
 */
export function checkAvatar(avatar: string | null): string | null {
  if (avatar === null || avatar.trim() === "") return null;
  if (avatar.length > MAX_CHARACTERS) throw new ApiError(413, AVATAR_REQUEST.bodyLimitText);
  const [, format = "", content = ""] = DATA_URI.exec(avatar) ?? [];
  const start = Buffer.from(content.slice(0, BEGINNING_BASE64), "base64").toString("latin1");
  if (content.length % 4 === 0 && BEGINNINGS.get(format)?.(start)) return avatar;
  throw invalid([
    {
      loc: ["body", "avatar_data"],
      msg: "Value error, Avatar must be a PNG, JPEG or WebP image as a data URI",
      type: "value_error",
    },
  ]);
}
