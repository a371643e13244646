/** The rules that the forms about accounts share. */
import * as v from "valibot";
import { RegisterRequest } from "@/domain/api/limits.gen";
import { requiredEmail, requiredText } from "@/forms/schema";
import { messages as m } from "@/messages";

export const accountName = requiredText(RegisterRequest.name, () => m.staff.account.nameIsRequired);

export const accountEmail = requiredEmail(
  RegisterRequest.email,
  () => m.staff.account.emailIsRequired,
);

export const enteredPassword = v.pipe(
  v.string(),
  v.nonEmpty(() => m.staff.account.passwordIsRequired),
);

const wrongLength = () => m.staff.account.passwordMustHave8To;

/** Only the server knows which passwords are too common. */
export const newPassword = v.pipe(
  enteredPassword,
  v.minLength(RegisterRequest.password.minLength, wrongLength),
  v.maxLength(RegisterRequest.password.maxLength, wrongLength),
);
