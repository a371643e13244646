/** The rules that every form about an account shares with the server, in its sentences. */
import { EMAIL_INVALID, isEmail } from "@/domain/values/email";

export const NAME_REQUIRED = "Name is required";
export const EMAIL_REQUIRED = "Email is required";
export const PASSWORD_REQUIRED = "Password is required";
export const NEW_PASSWORD_SHORT = "Password must have 8 to 128 characters";
export const NEW_PASSWORD_HINT = "At least 8 characters, and not one that everybody uses.";

const NEW_PASSWORD_LEAST = 8;

/** The sentence about what was entered, or true when it will do, as the form library wants it. */
type Verdict = string | true;

export function checkName(name: string): Verdict {
  return name.trim() !== "" || NAME_REQUIRED;
}

export function checkEmail(email: string): Verdict {
  if (!email.trim()) return EMAIL_REQUIRED;
  return isEmail(email.trim()) || EMAIL_INVALID;
}

/** Which passwords are too common only the server knows. */
export function checkNewPassword(password: string): Verdict {
  if (!password) return PASSWORD_REQUIRED;
  return password.length >= NEW_PASSWORD_LEAST || NEW_PASSWORD_SHORT;
}
