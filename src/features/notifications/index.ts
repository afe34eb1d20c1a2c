export { createOutbound } from "./delivery/outbound";
export { createSenders } from "./delivery/senders";
export { createSendMail } from "./delivery/smtp";
export { createMailer, type Mailer } from "./mailer";
export { welcomeUser } from "./welcome";
