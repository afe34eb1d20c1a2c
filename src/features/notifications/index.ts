export { createOutbound } from "./delivery/outbound";
export { createSenders } from "./delivery/senders";
export { createSendMail } from "./delivery/smtp";
export { createAccountNotifier, type AccountNotifier } from "./account-notices";
export { createMailer, type Mailer } from "./mailer";
export { welcomeUser } from "./welcome";
