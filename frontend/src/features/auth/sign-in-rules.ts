import { EMAIL_INVALID, isEmail } from "@/lib/email";
import type { SignInForm } from "./session";

export const EMAIL_REQUIRED = "Email is required";
export const PASSWORD_REQUIRED = "Password is required";
export const PASSWORD_SHORT = "Password must be at least 6 characters";

const PASSWORD_LEAST = 6;

/** What keeps a sign-in form from being sent, by field. */
export function checkSignIn({ email, password }: SignInForm) {
  const fields: { email?: string; password?: string } = {};
  if (!email.trim()) fields.email = EMAIL_REQUIRED;
  else if (!isEmail(email.trim())) fields.email = EMAIL_INVALID;
  if (!password) fields.password = PASSWORD_REQUIRED;
  else if (password.length < PASSWORD_LEAST) fields.password = PASSWORD_SHORT;
  return fields;
}
