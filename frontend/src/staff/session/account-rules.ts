/** The rules that every form about an account shares with the server, in its sentences. */

import { isEmail } from "@/domain/values/email";
import { messages as m } from "@/messages";

const NEW_PASSWORD_LEAST = 8;

/** The sentence about what was entered, or true when it will do, as the form library wants it. */
type Verdict = string | true;

export function checkName(name: string): Verdict {
  return name.trim() !== "" || m.staff.account.nameIsRequired;
}

export function checkEmail(email: string): Verdict {
  if (!email.trim()) return m.staff.account.emailIsRequired;
  return isEmail(email.trim()) || m.domain.values.pleaseEnterValidEmailAddress;
}

/** Which passwords are too common only the server knows. */
export function checkNewPassword(password: string): Verdict {
  if (!password) return m.staff.account.passwordIsRequired;
  return password.length >= NEW_PASSWORD_LEAST || m.staff.account.passwordMustHave8To;
}
