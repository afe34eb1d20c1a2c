/** Whether a status is among codes and ranges such as `200-299,301`. */
export function isAccepted(statusCode: number, accepted: string): boolean {
  return accepted.split(",").some((part) => {
    const [first, last = first] = part.split("-").map(Number);
    return first !== undefined && last !== undefined && statusCode >= first && statusCode <= last;
  });
}
