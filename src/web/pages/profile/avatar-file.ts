/** Pixels of an edge: sharp in the header at any zoom, small in every answer that carries it. */
const EDGE = 256;
const TYPES = new Set(["image/png", "image/jpeg", "image/webp"]);

/** A picture file as a square data URI. Throws an Error that says what a person can do. */
export async function readAvatar(file: File): Promise<string> {
  if (!TYPES.has(file.type)) throw new Error("Choose a PNG, JPEG or WebP picture");
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new Error("This file cannot be read as a picture", { cause });
  });
  const canvas = document.createElement("canvas");
  canvas.width = EDGE;
  canvas.height = EDGE;
  const side = Math.min(picture.width, picture.height);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext("2d")?.drawImage(picture, left, top, side, side, 0, 0, EDGE, EDGE);
  picture.close();
  return canvas.toDataURL("image/png");
}
