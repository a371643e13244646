import { checkEmail, PASSWORD_REQUIRED } from "@/staff/session/account-rules";
import type { SignInForm } from "@/staff/session/session";

export const PASSWORD_SHORT = "Password must be at least 6 characters";

const PASSWORD_LEAST = 6;

/** What keeps a sign-in form from being sent, by field. */
export function checkSignIn({ email, password }: SignInForm) {
  const fields: { email?: string; password?: string } = {};
  const aboutEmail = checkEmail(email);
  if (aboutEmail !== true) fields.email = aboutEmail;
  if (!password) fields.password = PASSWORD_REQUIRED;
  else if (password.length < PASSWORD_LEAST) fields.password = PASSWORD_SHORT;
  return fields;
}
