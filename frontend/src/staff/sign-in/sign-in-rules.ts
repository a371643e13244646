import { messages as m } from "@/messages";
import { checkEmail } from "@/staff/session/account-rules";
import type { SignInForm } from "@/staff/session/session";

const PASSWORD_LEAST = 6;

/** What keeps a sign-in form from being sent, by field. */
export function checkSignIn({ email, password }: SignInForm) {
  const fields: { email?: string; password?: string } = {};
  const aboutEmail = checkEmail(email);
  if (aboutEmail !== true) fields.email = aboutEmail;
  if (!password) fields.password = m.staff.account.passwordIsRequired;
  else if (password.length < PASSWORD_LEAST)
    fields.password = m.staff.account.passwordMustBeAtLeast;
  return fields;
}
