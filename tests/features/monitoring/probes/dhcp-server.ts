/**
 * The answer of a server to a DHCPINFORM by RFC 2131 section 4.3.5, made from the octets that came: no address is
 * given.
 */
export function answerInform(inform: Buffer, { messageType = 5 }: { messageType?: number } = {}): Buffer {
  const answer = Buffer.alloc(240);
  answer[0] = 2;
  // Types, transaction, and what the client says of itself go back as they came.
  inform.copy(answer, 1, 1, 8);
  inform.copy(answer, 12, 12, 16);
  inform.copy(answer, 28, 28, 44);
  answer.writeUInt32BE(0x63_82_53_63, 236);
  const options = [
    [53, 1, messageType],
    [54, 4, 192, 0, 2, 1],
    [1, 4, 255, 255, 255, 0],
    [3, 8, 192, 0, 2, 1, 192, 0, 2, 2],
    [6, 4, 192, 0, 2, 53],
    [15, 12, ...Buffer.from("example.test")],
    [255],
  ];
  return Buffer.concat([answer, Buffer.from(options.flat())]);
}

/** Whether it is a DHCPINFORM from a client that has an address. */
export function isInform(octets: Buffer): boolean {
  const type = octets.subarray(240, 243);
  return octets[0] === 1 && type.equals(Buffer.of(53, 1, 8)) && octets.readUInt32BE(12) !== 0;
}
