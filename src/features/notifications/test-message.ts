import type { Message } from "./delivery/message";

export const TEST_MESSAGE: Message = {
  title: "Netatlas test",
  text: "This is a test message from Netatlas.",
};
