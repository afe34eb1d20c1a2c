export { createMailer, type Mailer } from "./mailer";
export { welcomeUser } from "./welcome";
